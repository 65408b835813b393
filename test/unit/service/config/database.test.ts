/** DATABASE_URL as a table: files, servers, and the protection of the way to them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { type Accepted, describeSettings, given, type Refused } from './config-table.ts';

const mysql = { APP_KEY: given, DATABASE_URL: 'mysql://ann:secret@db.example:3307/plant' };

const plain = {
  kind: 'mysql',
  user: 'ann',
  password: 'secret',
  database: 'd',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'millwright-config-'));
/** The certificate of an authority in a file whose name has to be encoded. */
const authority = join(folder, 'ca+ü.pem');
const pem = rootCertificates[0] ?? '';
writeFileSync(authority, pem);
const empty = join(folder, 'empty.pem');
writeFileSync(empty, 'hidden');

const accepted: readonly Accepted[] = [
  [
    'a database in memory',
    { DATABASE_URL: 'sqlite::memory:' },
    { database: { kind: 'sqlite', path: ':memory:' }, seedDemo: false },
  ],
  ['a file', { DATABASE_URL: 'sqlite:/a.db' }, { database: { kind: 'sqlite', path: '/a.db' } }],
  [
    'a relative file',
    { DATABASE_URL: 'sqlite:./test/a.db' },
    { database: { kind: 'sqlite', path: join(process.cwd(), 'test/a.db') }, seedDemo: false },
  ],
  [
    'the default place by its name, whose folder is made',
    { DATABASE_URL: 'sqlite:data/../data/millwright.db' },
    { database: { kind: 'sqlite', path: join(process.cwd(), 'data/millwright.db') }, seedDemo: 'when-empty' },
  ],
  [
    'mysql, never seeded by itself',
    mysql,
    {
      seedDemo: false,
      database: {
        kind: 'mysql',
        host: 'db.example',
        port: 3307,
        tls: null,
        user: 'ann',
        password: 'secret',
        database: 'plant',
      },
    },
  ],
  [
    'mysql with encoded characters, an IPv6 host and the default port',
    { ...mysql, DATABASE_URL: 'mysql://a%40b:p%2F%3A%40@[::1]/plant' },
    {
      database: {
        kind: 'mysql',
        host: '::1',
        port: 3306,
        tls: null,
        user: 'a@b',
        password: 'p/:@',
        database: 'plant',
      },
    },
  ],
  [
    'mysql without password',
    { ...mysql, DATABASE_URL: 'mysql://ann@h/d' },
    {
      database: { kind: 'mysql', host: 'h', port: 3306, tls: null, user: 'ann', password: '', database: 'd' },
    },
  ],
  ...(
    [
      ['?tls=true', { ca: null, verifyHost: true }],
      ['?tls=false', null],
      [`?tls-ca=${encodeURIComponent(authority)}`, { ca: pem, verifyHost: true }],
      [`?tls=true&tls-ca=${encodeURIComponent(authority)}`, { ca: pem, verifyHost: true }],
    ] as const
  ).map(
    ([parameters, tls]): Accepted => [
      `mysql with ${parameters.slice(0, 9)}`,
      { ...mysql, DATABASE_URL: `mysql://ann:secret@h/d${parameters}` },
      { database: { ...plain, host: 'h', port: 3306, tls } },
    ],
  ),
  [
    'mysql at an IP address with authorities of its own, which name no addresses',
    { ...mysql, DATABASE_URL: `mysql://ann:secret@[::1]/d?tls-ca=${encodeURIComponent(authority)}` },
    {
      database: { ...plain, host: '::1', port: 3306, tls: { ca: pem, verifyHost: false } },
    },
  ],
];

const refused: readonly Refused[] = [
  [{ DATABASE_URL: 'sqlite:' }, /^DATABASE_URL is "sqlite:"/],
  [{ DATABASE_URL: 'sqlite:data/' }, /^DATABASE_URL/],
  [
    { DATABASE_URL: `sqlite:${folder}/x/a.db` },
    /^DATABASE_URL is "sqlite:.*a\.db", .*folder that exists; .*\/x does not exist/,
  ],
  [
    { DATABASE_URL: `sqlite:${empty}/a.db` },
    /^DATABASE_URL .*folder that exists; .*empty\.pem does not exist/,
  ],
  [{ DATABASE_URL: 'data.db' }, /^DATABASE_URL is "data\.db", .*sqlite:PATH/],
  [{ DATABASE_URL: 'mysql://h/d', APP_KEY: given }, /^DATABASE_URL/],
  [{ DATABASE_URL: 'mysql://ann:hidden@h', APP_KEY: given }, /^DATABASE_URL is "mysql:\/\/\*\*\*@h"/],
  [{ DATABASE_URL: 'mysql://ann:hidden@h:port/d', APP_KEY: given }, /^DATABASE_URL/],
  [{ DATABASE_URL: 'mysql://ann:hid%den@h/d', APP_KEY: given }, /^DATABASE_URL/],
  ...(
    [
      ['?password=hidden', /there is no parameter "password"; give tls=true or tls-ca=PATH/],
      ['?ssl=true', /there is no parameter "ssl"/],
      ['?TLS=true', /there is no parameter "TLS"/],
      ['?tls=yes', /tls is "yes", which is neither true nor false/],
      ['?tls', /tls has no value/],
      ['?tls-ca=', /tls-ca has no value/],
      ['?tls=true&tls=true', /tls is given twice/],
      ['?tls=false&tls-ca=/a.pem', /contradicts tls-ca/],
      ['?tls-ca=/nowhere/a.pem', /the file "\/nowhere\/a\.pem" of tls-ca cannot be read \(ENOENT\)/],
      [`?tls-ca=${empty}`, /of tls-ca has no certificate/],
      ['?tls-ca=%zz', /tls-ca has no value/],
    ] as const
  ).map(
    ([parameters, why]): Refused => [
      { DATABASE_URL: `mysql://ann:x@h/d${parameters}`, APP_KEY: given },
      new RegExp(`^DATABASE_URL is "mysql://\\*\\*\\*@h/d\\?\\*\\*\\*", .*${why.source}`),
    ],
  ),
  [{ DATABASE_URL: 'mysql://ann:x@127.0.0.1/d?tls=true', APP_KEY: given }, /tls=true needs a host name/],
  [{ DATABASE_URL: 'mysql://ann:x@h:0/d', APP_KEY: given }, /^DATABASE_URL/],
  [
    { DATABASE_URL: 'mysql://ann:hid,den@h,b:3307/d', APP_KEY: given },
    /^DATABASE_URL is "mysql:\/\/\*\*\*@h,b:3307\/d", .*names several hosts; give one address, .*proxy/,
  ],
  [{ DATABASE_URL: 'sqlite:a.db?mode=ro' }, /^DATABASE_URL is "sqlite:a\.db\?mode=ro", .*without parameters/],
  [{ DATABASE_URL: 'postgres://ann:hid@den@h/d', APP_KEY: given }, /^DATABASE_URL/],
];

describe('DATABASE_URL', () => {
  after(() => rmSync(folder, { recursive: true }));
  describeSettings(accepted, refused);
});
