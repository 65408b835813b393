/** Checks of `npm run doctor` that judge what they are told: each can be fine, and each can find something. */
import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { judgeFolder } from '../../../commands/doctor/backups.ts';
import { bytes, type Diagnosis, duration } from '../../../commands/doctor/diagnosis.ts';
import { checkDisk, checkFile, checkLog } from '../../../commands/doctor/embedded.ts';
import { pageOf, printPage } from '../../../commands/doctor/page.ts';
import { readSettings } from '../../../commands/doctor/read-settings.ts';
import { judgeServer } from '../../../commands/doctor/server.ts';
import { checkAddresses, checkNode, checkSettings } from '../../../commands/doctor/settings.ts';
import type { ServerFacts } from '../../../engine/database/dialect/facts.ts';
import type { MysqlSettings } from '../../../engine/database/settings.ts';

const nowhere = '/no such folder/.env';
const wrong = (diagnoses: readonly Diagnosis[]) =>
  diagnoses.filter(({ state }) => state !== 'fine').map(({ what, state }) => `${state} ${what}`);

describe('the doctor’s judgement', () => {
  it('of backups: that there is one, that it holds something, and how old it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-backups-'));
    const now = Date.now();
    const judged = (name?: string, text = 'x', days = 0) => {
      if (name !== undefined) {
        writeFileSync(join(folder, name), text);
        utimesSync(join(folder, name), now / 1000 - days * 86_400, now / 1000 - days * 86_400);
      }
      const { state, told } = judgeFolder(folder, now);
      return `${state}: ${told.replace(folder, 'F')}`;
    };
    expect([
      judged(),
      judged('.draft'),
      judged('a.millwright.0.part'),
      judged('a.sql', 'x', 3),
      judged('b.sql', 'xx', 1),
      judged('c.sql', ''),
    ]).to.deep.equal([
      'fault: There is none in F.',
      'fault: There is none in F.',
      'fault: There is none in F.',
      'warning: The latest is F/a.sql: 3 days old, 1 bytes.',
      'fine: The latest is F/b.sql: 24 hours old, 2 bytes. Test a restore from time to time.',
      'fault: The latest is F/c.sql: 0 minutes old, 0 bytes.',
    ]);
    rmSync(folder, { recursive: true });
    expect(judged()).to.equal('fault: F (BACKUP_FOLDER) cannot be read.');
  });

  it('of Node.js', () => {
    const day = new Date('2026-11-22T00:00:00Z');
    const states = ['18.20.0', '20.18.3', '20.19.0', '22.1.0', '27.0.0'].map(
      (version) => checkNode(version, day).state,
    );
    expect(states).to.deep.equal(['fault', 'fault', 'warning', 'fine', 'fine']);
  });

  const key = Buffer.alloc(32, 1).toString('base64');
  const addresses: [Record<string, string>, string[]][] = [
    [{}, []],
    [{ HOST: '0.0.0.0', APP_URL: 'http://192.168.1.20:3000' }, ['warning cookies']],
    [{ APP_URL: 'https://a.example.com' }, ['warning cookies']],
    [{ APP_URL: 'https://a.example.com', TRUST_PROXY: '1' }, []],
    [{ APP_URL: 'https://a.example.com', TRUST_PROXY: '1', HOST: '0.0.0.0' }, ['warning proxies']],
    ...['localhost', '127.0.0.2', '::1', '0:0:0:0:0:0:0:1'].map(
      (HOST): [Record<string, string>, string[]] => [
        { APP_URL: 'https://a.example.com', TRUST_PROXY: '1', HOST },
        [],
      ],
    ),
    [
      { APP_URL: 'https://a.example.com', TRUST_PROXY: '1', FRONTEND_URL: 'https://b.example.com' },
      ['warning client'],
    ],
    [
      {
        APP_URL: 'https://a.example.com',
        TRUST_PROXY: '1',
        FRONTEND_URL: 'https://b.example.com',
        COOKIE_DOMAIN: 'example.com',
      },
      [],
    ],
    [{ APP_URL: 'https://a.example.com', TRUST_PROXY: '1', FRONTEND_URL: 'https://a.example.com:444' }, []],
  ];
  for (const [given, expected] of addresses) {
    it(`of the addresses ${JSON.stringify(given)}`, () => {
      const { config, given: names } = readSettings({ ...given, APP_KEY: key }, nowhere);
      expect(config).not.to.equal(null);
      expect(config && wrong(checkAddresses(config, names))).to.deep.equal(expected);
    });
  }

  it('of settings: what is given and what is not, and no secret', () => {
    const environment = {
      APP_KEY: key,
      METRICS_TOKEN: 'hush-hush',
      DATABASE_URL: 'mysql://me:hush@db/millwright?tls=true',
      PORT: '70000',
    };
    const diagnoses = checkSettings(environment, readSettings(environment, nowhere));
    const [refusal, told] = diagnoses.map((diagnosis) => diagnosis.told);
    expect(refusal).to.match(/^PORT is "70000"/);
    expect(told)
      .to.contain('DATABASE_URL="mysql://***@db/millwright?***"')
      .and.to.match(/defaults: HOST, /);
    expect(told).not.to.contain('hush').and.not.to.contain(key);
  });

  it('of a server without a key: the database is known, and the key is not', () => {
    const settings = readSettings({ DATABASE_URL: 'mysql://a:b@c:3306/d' }, nowhere);
    expect(settings).to.include({ knowsDatabase: true, key: 'missing' });
    expect(settings.config?.database).to.deep.include({ kind: 'mysql', host: 'c', port: 3306, tls: null });
    expect(settings.refusals).to.have.lengthOf(1);
  });

  const sound: ServerFacts = {
    version: '11.8.3-MariaDB',
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
    collation: 'utf8mb4_bin',
    strange: [],
    misread: [],
    size: 5000,
  };
  const near = { host: '127.0.0.1', port: 3306, tls: null };
  const far = { ...near, host: 'db.example.com' };
  const place: MysqlSettings = { kind: 'mysql', ...near, user: 'a', password: 'b', database: 'c' };
  const servers: [string, string, string | null][] = [
    ['read_only', 'ON', 'fault writes'],
    ['sql_mode', '', 'fault session'],
    ['time_zone', 'SYSTEM', 'fault session'],
    ['character_set_connection', 'latin1', 'fault texts'],
    ['max_connections', '15', 'warning connections'],
    ['innodb_flush_log_at_trx_commit', '2', 'warning durability'],
    ['innodb_autoinc_lock_mode', '1', 'warning ids'],
    ['innodb_autoinc_lock_mode', '2', null],
    ['innodb_ft_min_token_size', '7', 'warning full text'],
    ['innodb_ft_max_token_size', '5', 'warning full text'],
    ['log_bin', 'ON', null],
    ['sync_binlog', '0', null],
  ];
  for (const [name, value, expected] of servers) {
    it(`of a server whose ${name} is ${JSON.stringify(value)}`, () => {
      const facts = { ...sound, settings: new Map([...sound.settings, [name, value] as const]) };
      expect(wrong(judgeServer(facts, place, 6, 1))).to.deep.equal(expected === null ? [] : [expected]);
    });
  }

  it('of a server whose binary log may lack what was answered', () => {
    const settings = new Map([...sound.settings, ['log_bin', 'ON'], ['sync_binlog', '0']] as const);
    expect(wrong(judgeServer({ ...sound, settings }, place, 6, 1))).to.deep.equal(['warning durability']);
  });

  it('of its version', () => {
    const old = ['10.5.29-MariaDB', '5.5.5-10.3.39-MariaDB', '5.7.44-log', '8.0.22', '8.0.3'];
    const fit = [
      ...['10.6.0-MariaDB-1:log', '11.8.3-MariaDB', '5.5.5-10.11.18-MariaDB', '12.1.2-MariaDB'],
      ...['8.0.23', '8.0.46-0ubuntu0.22.04.5', '8.4.0', '9.7.4-2', '8.0.11-TiDB-v7.5.0', 'something else'],
    ];
    const wrongly = (version: string) => wrong(judgeServer({ ...sound, version }, place, 6, 1));
    for (const version of old) expect(wrongly(version), version).to.deep.equal(['fault server']);
    for (const version of fit) expect(wrongly(version), version).to.deep.equal([]);
  });

  it('of a server far away, of strange tables, and of one that tells little', () => {
    expect(wrong(judgeServer(sound, { ...place, ...far }, 6, 1))).to.deep.equal([
      'warning way to the server',
    ]);
    const tls = { ca: null, verifyHost: true };
    expect(wrong(judgeServer(sound, { ...place, ...far, tls }, 6, 1))).to.deep.equal([]);
    expect(wrong(judgeServer({ ...sound, strange: ['zones'] }, place, 6, 1))).to.deep.equal(['fault texts']);
    expect(wrong(judgeServer({ ...sound, misread: ['zones'] }, place, 6, 1))).to.deep.equal([
      'fault full text',
    ]);
    const silent = new Map([...sound.settings].filter(([name]) => !name.includes('_ft_')));
    expect(wrong(judgeServer({ ...sound, settings: silent }, place, 6, 1))).to.deep.equal([
      'warning full text',
    ]);
  });

  it('of the connections of several processes', () => {
    const states = [1, 14, 15].map((workers) => wrong(judgeServer(sound, place, 6, workers)));
    expect(states).to.deep.equal([[], [], ['warning connections']]);
  });

  it('of the disk, and of the log', () => {
    const [mega, giga] = [2 ** 20, 2 ** 30];
    const disk = [
      [giga, giga / 4],
      [giga, giga],
      [mega, mega],
    ] as const;
    expect(disk.map(([free, size]) => checkDisk(free, size, '/data').state)).to.deep.equal([
      'fine',
      'warning',
      'fault',
    ]);
    expect([mega, giga].map((log) => checkLog('It', 0, log).state)).to.deep.equal(['fine', 'warning']);
  });

  it('of a file that is not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-doctor-'));
    const path = join(folder, 'x.db');
    expect([checkFile(path)?.state, checkFile(join(path, 'y.db'))?.state]).to.deep.equal(['fine', 'warning']);
    writeFileSync(path, '');
    expect(checkFile(path)).to.equal(null);
    expect(checkFile(':memory:')?.state).to.equal('warning');
    // The key of a database that is there is neither made nor taken for one.
    expect(readSettings({ DATABASE_URL: `sqlite:${path}` }, nowhere).key).to.equal('not made yet');
    writeFileSync(`${path}.key`, 'no key');
    expect(readSettings({ DATABASE_URL: `sqlite:${path}` }, nowhere)).to.include({ key: 'missing' });
    chmodSync(path, 0o600);
    rmSync(folder, { recursive: true });
  });

  it('as a page: the worst is last, and is the state of all', () => {
    const checks: Diagnosis[] = [
      { what: 'a', state: 'fault', told: 'Broken.', todo: 'Mend it.' },
      { what: 'b', state: 'fine', told: 'Well.', todo: null },
    ];
    const page = pageOf(checks, '1.2.3', new Date(0));
    expect(page.state).to.equal('fault');
    expect(pageOf(checks.slice(1), '1.2.3', new Date(0)).state).to.equal('fine');
    expect(printPage(page).split('\n').slice(2, 5)).to.deep.equal([
      'fine     b: Well.',
      'FAULT    a: Broken.',
      '         → Mend it.',
    ]);
    expect(printPage(page)).to.match(/\n1 fine, 0 warnings, 1 fault\.\n$/);
  });

  it('is told in words that fit the size', () => {
    expect([10, 2048, 5 * 2 ** 30].map(bytes)).to.deep.equal(['10 bytes', '2.0 KiB', '5.0 GiB']);
    expect([60_000, 3 * 3_600_000, 10 * 86_400_000].map(duration)).to.deep.equal([
      '1 minute',
      '3 hours',
      '10 days',
    ]);
  });
});
