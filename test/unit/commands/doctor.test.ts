/** Judges of `npm run doctor`: each can be fine, and each can find something. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { serverRows } from '../../../commands/doctor/database.ts';
import { pageOf, printPage } from '../../../commands/doctor/page.ts';
import { readSettings } from '../../../commands/doctor/read-settings.ts';
import {
  bytes,
  type Diagnosis,
  diagnose,
  duration,
  type Known,
  type State,
} from '../../../commands/doctor/row.ts';
import type { ServerFacts } from '../../../engine/database/dialect/facts.ts';
import type { MysqlSettings } from '../../../engine/database/settings.ts';
import { askDoctor } from '../../harness/doctor.ts';

const nowhere = '/no such folder/.env';
/** What rows find in what is known. */
const ask = async (names: readonly string[], known: Partial<Known>): Promise<Diagnosis[]> =>
  (await Promise.all(names.map((name) => askDoctor(name, known)))).flat();
const wrong = (found: readonly Diagnosis[]) =>
  found.filter(({ state }) => state !== 'fine').map(({ what, state }) => `${state} ${what}`);

const [mega, giga, day] = [2 ** 20, 2 ** 30, 86_400_000];
const migrations = { pending: [], unknown: [], obstacles: [], isServer: true };
const service = { address: 'http://a', answers: true, isReady: true, status: 'ready' };
const backups = { folder: null, backups: null, copy: undefined, age: 0, now: day };
const refusal = { told: 'It may not.', todo: 'GRANT it' };
const task = { name: 'a.b', now: day, dueAt: 0, leasedUntil: null, succeededAt: 0, failures: 0 };
const files = { folder: null, looked: 3, whole: true, lacking: [], wrong: [], unused: 0 };
const webhook = { id: 1, name: 'ERP' };
const file = { version: '3', path: 'x', size: 1, unused: 0 };

/** A row, a value, and what it finds: the state, and words of what is told or of the remedy. */
const judged: [what: string, value: unknown, ...found: [State, RegExp?][]][] = [
  ['Node.js', { version: '18.20.0', day: '2026-11-22' }, ['fault', /20\.19/]],
  ['Node.js', { version: '20.18.3', day: '2026-11-22' }, ['fault']],
  ['Node.js', { version: '20.19.0', day: '2026-11-22' }, ['warning', /since 2026-04-30/]],
  ['Node.js', { version: '22.1.0', day: '2026-11-22' }, ['fine']],
  ['Node.js', { version: '27.0.0', day: '2026-11-22' }, ['fine']],
  ['service', { ...service, status: undefined }, ['warning', /Another program/]],
  ['service', { ...service, isReady: false, status: 'schema' }, ['warning', /not ready: schema/]],
  ['definitions', new Error('no'), ['fault', /^no$/]],
  ['file', { ...file, log: mega }, ['fine']],
  ['file', { ...file, log: giga }, ['warning', /reader/]],
  ['pages', { size: giga, damage: null }, ['fine', /^Not checked/]],
  ['pages', { size: 1, damage: 'page 3' }, ['fault', /page 3/]],
  ['disk', { folder: '/', free: giga, size: giga / 4 }, ['fine']],
  ['disk', { folder: '/', free: giga, size: giga }, ['warning', /too little for a backup/]],
  ['disk', { folder: '/', free: mega, size: mega }, ['fault', /nothing can be written/]],
  ['rights', ['/x'], ['warning', /chmod 600 \/x/]],
  ['clock', { apart: 'It is late.', seconds: 9 }, ['warning']],
  ['backups', backups, ['fine', /BACKUP_FOLDER is not set/]],
  ['backups', { ...backups, age: 3 * day }, ['warning', /BACKUP_FOLDER/]],
  ['backups', { ...backups, folder: '/b' }, ['fault', /cannot be read/]],
  ['migrations', { ...migrations, pending: ['a'] }, ['fault', /npm run migrate/]],
  ['migrations', { ...migrations, pending: ['a'], isServer: false }, ['warning', /next start/]],
  ['migrations', { ...migrations, pending: [...'abcdefg'] }, ['fault', /: a, b, c, d, e and 2 others\./]],
  ['triggers', { lost: ['zones'], lacking: [], refusal }, ['fault', /^GRANT it\. Then: npm run reindex/]],
  ['triggers', { lost: [], lacking: ['zones'], refusal: null }, ['warning', /npm run migrate/]],
  ['triggers', { lost: [], lacking: ['zones'], refusal }, ['warning', /slow\. It may not\./]],
  ['counters', { wrong: [], large: ['cleanings'] }, ['fine', /Not read, because they are large: cleanings/]],
  ['key', { key: 'missing', verdict: null }, ['fault']],
  ['key', { key: 'not made yet', verdict: null }, ['fault']],
  ['second factors', { first: 0, earlier: 0, lost: 0 }, ['fine', /Nobody/]],
  ['webhooks', { failing: Array(7).fill(webhook), sealed: [] }, ['warning', /^7 are.* and 2 others\.$/]],
  ['demo accounts', { all: ['a'], open: ['a'], isNear: true }, ['fine', /Only this machine/]],
  ['tasks', [], ['fine', /None has run/]],
  ['tasks', [{ ...task, succeededAt: day / 2 }], ['fine', /^It last succeeded 12 hours ago\.$/]],
  ['tasks', [{ ...task, dueAt: day / 2 }], ['warning', /due for 12 hours/]],
  ['tasks', [{ ...task, dueAt: day / 2, leasedUntil: 2 * day }], ['fine']],
  ['files', { ...files, whole: false }, ['fine', /^Of the newest 3 files are in the database/]],
  ['files', { ...files, lacking: ['1/a'], wrong: ['1/b'] }, ['fault', /1\/a/], ['fault', /1\/b/]],
  ['files', { ...files, folder: '/f', unused: 1 }, ['warning', /FILES_FOLDER/]],
];

const addresses: [Record<string, string>, ...string[]][] = [
  [{}],
  [{ HOST: '0.0.0.0', APP_URL: 'http://192.168.1.20:3000' }, 'warning cookies'],
  [{ APP_URL: 'https://a.example.com' }, 'warning cookies'],
  [{ APP_URL: 'https://a.example.com', TRUST_PROXY: '1' }],
  [{ APP_URL: 'https://a.example.com', TRUST_PROXY: '1', HOST: '0.0.0.0' }, 'warning proxies'],
  [{ APP_URL: 'https://a.example.com', TRUST_PROXY: '1', HOST: '0:0:0:0:0:0:0:1' }],
  [
    { APP_URL: 'https://a.example.com', TRUST_PROXY: '1', FRONTEND_URL: 'https://b.example.com' },
    'warning client',
  ],
  [
    {
      APP_URL: 'https://a.example.com',
      TRUST_PROXY: '1',
      FRONTEND_URL: 'https://b.example.com',
      COOKIE_DOMAIN: 'example.com',
    },
  ],
  [{ APP_URL: 'https://a.example.com', TRUST_PROXY: '1', FRONTEND_URL: 'https://a.example.com:444' }],
];

const sound: ServerFacts = {
  ...{ version: '11.8.3-MariaDB', collation: 'utf8mb4_bin', strange: [], misread: [], size: 5000 },
  settings: new Map([
    ['character_set_connection', 'utf8mb4'],
    ['innodb_flush_log_at_trx_commit', '1'],
    ['innodb_ft_max_token_size', '84'],
    ['innodb_ft_min_token_size', '3'],
    ['max_connections', '151'],
    ['read_only', 'OFF'],
    ['sql_mode', 'STRICT_ALL_TABLES,NO_ZERO_DATE'],
    ['time_zone', '+00:00'],
  ]),
};
const server: MysqlSettings = {
  ...{ kind: 'mysql', host: '127.0.0.1', port: 3306, tls: null, user: 'a', password: 'b', database: 'c' },
};
const far = { ...server, host: 'db.example.com' };
const set = (...settings: [string, string][]): Partial<ServerFacts> => ({
  settings: new Map([...sound.settings, ...settings]),
});
/** What differs from a sound server, and what is found. */
const servers: [Partial<ServerFacts> & { place?: MysqlSettings; workers?: number }, ...string[]][] = [
  [{}],
  [set(['read_only', 'ON']), 'fault writes'],
  [set(['sql_mode', '']), 'fault session'],
  [set(['time_zone', 'SYSTEM']), 'fault session'],
  [set(['character_set_connection', 'latin1']), 'fault texts'],
  [{ strange: ['zones'] }, 'fault texts'],
  [set(['max_connections', '15']), 'warning connections'],
  [{ workers: 14 }],
  [{ workers: 15 }, 'warning connections'],
  [set(['innodb_flush_log_at_trx_commit', '2']), 'warning durability'],
  [set(['log_bin', 'ON'])],
  [set(['sync_binlog', '0'])],
  [set(['log_bin', 'ON'], ['sync_binlog', '0']), 'warning durability'],
  [set(['innodb_autoinc_lock_mode', '1']), 'warning ids'],
  [set(['innodb_autoinc_lock_mode', '2'])],
  [set(['innodb_ft_min_token_size', '7']), 'warning full text'],
  [set(['innodb_ft_max_token_size', '5']), 'warning full text'],
  [
    { settings: new Map([...sound.settings].filter(([name]) => !name.includes('_ft_'))) },
    'warning full text',
  ],
  [{ misread: ['zones'] }, 'fault full text'],
  [{ place: far }, 'warning way to the server'],
  [{ place: { ...far, tls: { ca: null, verifyHost: true } } }],
];

describe('the doctor’s judgement', () => {
  for (const [what, value, ...expected] of judged) {
    it(`of ${what}: ${expected.join('; ')}`, async () => {
      const found = await askDoctor(what, {}, { ask: () => value });
      expect(found.map(({ state }) => state)).to.deep.equal(expected.map(([state]) => state));
      for (const [at, [, words]] of expected.entries()) {
        if (words) expect([found[at]?.told, found[at]?.todo].join('\n')).to.match(new RegExp(words, 'm'));
        if (found[at]?.state !== 'fine')
          expect(found[at]?.todo, 'a remedy').to.be.a('string').that.is.not.empty;
      }
    });
  }

  const key = Buffer.alloc(32, 1).toString('base64');
  for (const [given, ...expected] of addresses) {
    it(`of the addresses ${JSON.stringify(given)}`, async () => {
      const settings = readSettings({ ...given, APP_KEY: key }, nowhere);
      const { config } = settings;
      const names = ['cookies', 'proxies', 'client'];
      expect(config && wrong(await ask(names, { settings, config }))).to.deep.equal(expected);
    });
  }

  for (const [{ place = server, workers = 1, ...facts }, ...expected] of servers) {
    it(`of a server with ${JSON.stringify({ ...facts, settings: [...(facts.settings ?? [])].slice(8), place: place.host })}, ${workers}`, async () => {
      const { config } = readSettings({ WORKERS: String(workers), APP_KEY: key }, nowhere);
      if (!config) throw new Error('The settings are wrong.');
      const known = { facts: { ...sound, ...facts }, place, words: 6, config };
      const names = serverRows.map(({ what }) => what);
      expect(wrong(await ask(names, known))).to.deep.equal(expected);
    });
  }

  it('of the version of a server', async () => {
    const old = ['10.5.29-MariaDB', '5.5.5-10.3.39-MariaDB', '5.7.44-log', '8.0.22', '8.0.3'];
    const fit = [
      ...['10.6.0-MariaDB-1:log', '5.5.5-10.11.18-MariaDB', '12.1.2-MariaDB', '8.0.23', '9.7.4-2'],
      ...['8.0.46-0ubuntu0.22.04.5', '8.0.11-TiDB-v7.5.0', 'something else'],
    ];
    for (const version of [...old, ...fit]) {
      const found = wrong(await ask(['server'], { facts: { ...sound, version } }));
      expect(found, version).to.deep.equal(old.includes(version) ? ['fault server'] : []);
    }
  });

  it('of settings: what is given and what is not, and no secret', async () => {
    const environment = {
      ...{ APP_KEY: key, METRICS_TOKEN: 'hush-hush', PORT: '70000' },
      DATABASE_URL: 'mysql://me:hush@db/millwright?tls=true',
    };
    const settings = readSettings(environment, nowhere);
    const [refusal, told] = (await ask(['settings'], { environment, settings })).map((one) => one.told);
    expect(refusal).to.match(/^PORT is "70000"/);
    expect(told)
      .to.contain('DATABASE_URL="mysql://***@db/millwright?***"')
      .and.to.match(/defaults: HOST, /);
    expect(told).not.to.contain('hush').and.not.to.contain(key);
    // Without a key, the database is known, and the key is not.
    const server = readSettings({ DATABASE_URL: 'mysql://a:b@c:3306/d' }, nowhere);
    expect(server).to.include({ knowsDatabase: true, key: 'missing' });
    expect(server.config?.database).to.deep.include({ kind: 'mysql', host: 'c', port: 3306, tls: null });
    expect(server.refusals).to.have.lengthOf(1);
  });

  it('of backups: that there is one, that it holds something, and how old it is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-backups-'));
    const now = new Date();
    const { config } = readSettings(
      { ...{ DATABASE_URL: 'mysql://a:b@c/d', APP_KEY: key }, BACKUP_FOLDER: folder },
      nowhere,
    );
    if (!config) throw new Error('The settings are wrong.');
    const found: string[] = [];
    const files = [
      ['.draft'],
      ['a.millwright.0.part'],
      ['a.sql', 'x', 3],
      ['b.sql', 'xx', 1],
      ['c.sql', ''],
    ] as const;
    for (const [name, text = 'x', days = 0] of files) {
      const at = now.getTime() / 1000 - days * 86_400;
      writeFileSync(join(folder, name), text);
      utimesSync(join(folder, name), at, at);
      for (const { state, told } of await ask(['backups'], { config, now }))
        found.push(`${state}: ${told.replace(folder, 'F')}`);
    }
    expect(found).to.deep.equal([
      'fault: There is none in F.',
      'fault: There is none in F.',
      'warning: The latest is F/a.sql: 3 days old, 1 bytes.',
      'fine: The latest is F/b.sql: 24 hours old, 2 bytes. Test a restore from time to time.',
      'fault: The latest is F/c.sql: 0 minutes old, 0 bytes.',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('of a file that is not there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-doctor-'));
    const path = join(folder, 'x.db');
    const look = async (place: string) => {
      const settings = readSettings({ DATABASE_URL: `sqlite:${place}`, APP_KEY: key }, nowhere);
      return (
        settings.config &&
        (await ask(['database'], { settings, config: settings.config })).map(({ state }) => state)
      );
    };
    expect([await look(path), await look(join(path, 'y.db')), await look(':memory:')]).to.deep.equal([
      ['fine'],
      ['warning'],
      ['warning'],
    ]);
    writeFileSync(path, '');
    expect(await look(path)).to.deep.equal([]);
    // The key of a database that is there is neither made nor taken for one.
    expect(readSettings({ DATABASE_URL: `sqlite:${path}` }, nowhere).key).to.equal('not made yet');
    writeFileSync(`${path}.key`, 'no key');
    expect(readSettings({ DATABASE_URL: `sqlite:${path}` }, nowhere)).to.include({ key: 'missing' });
    rmSync(folder, { recursive: true });
  });

  it('is told as a page: the worst is last, and is the state of all', async () => {
    const fails = { what: 'a', ask: () => Promise.reject(new Error('Away.')), judge: () => null };
    const checks = [
      ...(await diagnose(fails, {}, String)),
      ...(await diagnose({ what: 'b', ask: () => 0, judge: () => 'Well.' }, {})),
    ];
    const page = pageOf(checks, '1.2.3', new Date(0));
    expect([page.state, pageOf(checks.slice(1), '1.2.3', new Date(0)).state]).to.deep.equal([
      'fault',
      'fine',
    ]);
    expect(printPage(page).split('\n').slice(2, 5)).to.deep.equal([
      'fine     b: Well.',
      'FAULT    a: It could not be checked. Error: Away.',
      '         → Look at the log of the database.',
    ]);
    expect(printPage(page)).to.match(/\n1 fine, 0 warnings, 1 fault\.\n$/);
  });

  it('is told in words that fit the size', () => {
    expect([10, 2048, 5 * giga].map(bytes)).to.deep.equal(['10 bytes', '2.0 KiB', '5.0 GiB']);
    expect([60_000, 3 * 3_600_000, 10 * day].map(duration)).to.deep.equal(['1 minute', '3 hours', '10 days']);
  });
});
