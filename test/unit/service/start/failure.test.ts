/** The sentences that a failed start ends with. */
import { expect } from 'chai';
import { DefinitionError } from '../../../../engine/check/subject.ts';
import { MigrationBusyError } from '../../../../engine/database/lock.ts';
import { MigrationError } from '../../../../engine/database/migrate.ts';
import { type Config, readConfig } from '../../../../service/config/config.ts';
import { explainFailure } from '../../../../service/start/log/failure.ts';

const key = Buffer.alloc(32).toString('base64');
const sqlite = readConfig({ DATABASE_URL: 'sqlite:/a.db', APP_KEY: key });
const mysql = readConfig({ DATABASE_URL: 'mysql://ann:hidden@db.example/plant', APP_KEY: key });

/** An error as the runtime and the drivers make them: a message and a code beside it. */
function coded(message: string, code: string, more: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(message), { code, ...more });
}

const definition = new DefinitionError([
  {
    file: 'resources/zones.ts',
    key: 'filters.x',
    problem: 'there is no such field.',
    remedy: 'Use one of: name.',
  },
]);

const sentences: readonly [string, unknown, Config | undefined, string | RegExp][] = [
  [
    'a malformed definition',
    definition,
    sqlite,
    'resources/zones.ts, filters.x: there is no such field. Use one of: name.',
  ],
  [
    'a busy port',
    coded('listen EADDRINUSE', 'EADDRINUSE', { syscall: 'listen' }),
    sqlite,
    /^Port 3000 on 127\.0\.0\.1 is in use/,
  ],
  ['a port below 1024', coded('listen EACCES', 'EACCES', { syscall: 'listen' }), sqlite, /needs more rights/],
  [
    'an address of another machine',
    coded('x', 'EADDRNOTAVAIL', { syscall: 'listen' }),
    mysql,
    /^HOST is 127\.0\.0\.1/,
  ],
  [
    'a name of no machine',
    coded('getaddrinfo', 'ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'nowhere.example' }),
    { ...mysql, host: 'nowhere.example' },
    /^HOST is nowhere\.example, a name/,
  ],
  [
    'a database on a name of no machine',
    coded('getaddrinfo', 'ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'db.example' }),
    mysql,
    /plant is out of reach \(ENOTFOUND\)/,
  ],
  [
    'a server out of reach',
    coded('connect', 'ETIMEDOUT'),
    mysql,
    /mysql:\/\/ann@db\.example:3306\/plant is out of reach/,
  ],
  [
    'a wrong password',
    coded('denied', 'ER_ACCESS_DENIED_ERROR'),
    mysql,
    /refuses the user ann or the password/,
  ],
  [
    'a server that asks for TLS',
    coded('no', 'ER_SECURE_TRANSPORT_REQUIRED'),
    mysql,
    /lets nobody in without TLS: add \?tls=true/,
  ],
  [
    'a missing grant',
    coded('denied', 'ER_DBACCESS_DENIED_ERROR'),
    mysql,
    /into the database plant: check .* grants/,
  ],
  ['a missing database', coded('unknown', 'ER_BAD_DB_ERROR'), mysql, /^There is no database plant on/],
  ['a file in use', coded('locked', 'SQLITE_BUSY'), sqlite, /\/a\.db is locked by another process/],
  ['a file without rights', coded('read-only', 'SQLITE_READONLY'), sqlite, /\/a\.db cannot be written/],
  [
    'a folder without rights',
    coded('attempt to write a readonly database', 'SQLITE_READONLY_DIRECTORY'),
    sqlite,
    /\/a\.db cannot be written: check the rights of the file and of its folder\.$/,
  ],
  ['a full disk', coded('full', 'SQLITE_FULL'), sqlite, /\/a\.db cannot be written: there is no room left/],
  [
    'a full disk, met halfway',
    coded('disk I/O error', 'SQLITE_IOERR_SHMSIZE'),
    sqlite,
    /its disk is full or fails/,
  ],
  ['a damaged file', coded('malformed', 'SQLITE_CORRUPT_VTAB'), sqlite, /is damaged: .*npm run restore/],
  [
    'a folder in place of the file',
    new Error('ConnectionFailed("Unable to open connection to local database: 14")'),
    readConfig({ DATABASE_URL: `sqlite:${import.meta.dirname}`, APP_KEY: key }),
    /start is a folder: give a file in DATABASE_URL\.$/,
  ],
  [
    'a migration on a full disk',
    new MigrationError('1_x.ts', coded('database or disk is full', 'SQLITE_FULL')),
    sqlite,
    /^The migration 1_x\.ts failed: The database \/a\.db cannot be written: there is no room left on its disk\.$/,
  ],
  [
    'a failed migration, without its SQL',
    new MigrationError('1_x.ts', coded('create table `a` (\n`id`) - table a already exists', 'SQLITE_ERROR')),
    sqlite,
    'The migration 1_x.ts failed: table a already exists',
  ],
  [
    'a migration that waited too long for another one',
    new MigrationBusyError(600),
    mysql,
    'Another migration has been running for 600 seconds: run npm run migrate again once it is done.',
  ],
  ['what nobody foresaw', new Error('select 1 - strange\nthings'), sqlite, 'strange things'],
  ['what is no error', 'odd', undefined, /unexpected happened: odd$/],
];

describe('a failed start', () => {
  for (const [title, error, config, sentence] of sentences) {
    it(`explains ${title}`, () => {
      const text = explainFailure(error, config);
      expect(text).to.not.match(/\n|hidden/);
      if (typeof sentence === 'string') expect(text).to.equal(sentence);
      else expect(text).to.match(sentence);
    });
  }
});
