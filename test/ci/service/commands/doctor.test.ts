/** `npm run doctor`: each check on a sound database and on one where it finds something, and that nothing changes. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { addLink } from '../../../../auth/index.ts';
import { examine } from '../../../../commands/doctor/examine.ts';
import type { Diagnosis } from '../../../../commands/doctor/row.ts';
import { counterTable } from '../../../../engine/counters/counter.ts';
import { countersOf, forgetCounters } from '../../../../engine/counters/setup.ts';
import type { DatabaseSchema } from '../../../../engine/database/dialect/tables.ts';
import { migratedSchema } from '../../../../engine/features/schema/introspect.ts';
import { createMailer } from '../../../../service/outbox/mail/mail.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import {
  createTestDatabase,
  databaseKind,
  type TestDatabase,
  testAppKey,
  testConfig,
} from '../../../harness/database.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { runEntry } from '../../../harness/process.ts';
import { startService } from '../../../harness/service.ts';

/** What hangs on this machine and on the tests’ server: how busy they are, what they have room for, who else is there. */
const ofMachine = new Set([
  'Node.js',
  'service',
  'clock',
  'disk',
  'rights',
  'connections',
  'durability',
  'ids',
]);
const otherKey = Buffer.alloc(32, 9).toString('base64');

/** A port that no test listens on. A port that is only free now may be used a moment later. */
const nobodys = '1';
/** For a process of its own on a busy machine. */
const patienceMs = 240_000;

describe('npm run doctor', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase('demo');
  });
  afterEach(() => database.drop());

  // The same for all of them: each would run every migration in memory.
  let made: Promise<DatabaseSchema>;
  before(() => {
    made = migratedSchema();
  });
  const look = async (env: Readonly<Record<string, string>> = {}): Promise<Diagnosis[]> =>
    examine({
      environment: { DATABASE_URL: database.url, APP_KEY: testAppKey, PORT: nobodys, ...env },
      settingsFile: '/no such folder/.env',
      loadRegistry: createRegistry,
      loadSchema: () => made,
    });
  const found = (diagnoses: readonly Diagnosis[], what: string) =>
    diagnoses.filter((diagnosis) => diagnosis.what === what);
  /** What is wrong, by what it is, but for what this machine and the tests’ server are like. */
  const wrong = (diagnoses: readonly Diagnosis[]) =>
    diagnoses.filter(({ what, state }) => state !== 'fine' && !ofMachine.has(what));
  const only = (diagnoses: readonly Diagnosis[], what: string, state: Diagnosis['state']): string => {
    const [first] = wrong(diagnoses);
    expect(wrong(diagnoses).map((each) => `${each.state} ${each.what}`)).to.deep.equal([`${state} ${what}`]);
    expect(first?.todo).to.be.a('string').that.is.not.empty;
    return first?.told ?? '';
  };
  const content = async (): Promise<unknown> => {
    const tables = [
      'users',
      'sessions',
      'key_checks',
      'tallies',
      'knex_migrations',
      'task_leases',
      'write_probes',
    ];
    return Promise.all(tables.map(async (table) => [table, await database.knex(table)]));
  };

  it('finds nothing wrong with a sound database, looks at everything, and changes nothing', async () => {
    const before = await content();
    const diagnoses = await look();
    expect(wrong(diagnoses)).to.deep.equal([]);
    const common =
      'Node.js,settings,cookies,proxies,service,mail,definitions,clock,backups,migrations,tables,values,indexes,search texts,triggers,counters,key,second factors,people,demo accounts,tasks,files,webhooks';
    const own = {
      sqlite: 'file,pages,disk,rights',
      mysql: 'server,way to the server,writes,session,texts,connections,durability,full text,ids',
    }[databaseKind];
    expect(diagnoses.map(({ what }) => what)).to.have.members([...common.split(','), ...own.split(',')]);
    expect(await content()).to.deep.equal(before);
    expect(found(diagnoses, 'counters')[0]?.told).to.match(
      /^Totals of 2\d resources are those of their rows\.$/,
    );
  });

  it('tells whether the service answers, and whether it is ready', async () => {
    expect(found(await look(), 'service')[0]?.told).to.match(/does not run here/);
    const service = await startService({ database });
    const { port: taken } = new URL(service.url);
    expect(found(await look({ PORT: taken }), 'service')[0]?.told).to.match(/is ready\.$/);
    await service.stop();
  });

  it('tells of all that is wrong at once, with a remedy for each', async () => {
    const { knex } = database;
    const models = countersOf(await createRegistry());
    const zones = models.filter(({ table }) => table === 'zones');
    for (const model of zones) await forgetCounters(knex, model);
    const list = `${models.find(({ table }) => table !== 'zones')?.prefix}//2`;
    await knex(counterTable).insert({ list, n: 3, mark: 1 });
    const [company] = await knex('companies').limit(1).pluck('id');
    await knex('company_types').insert({ company_id: company, type: 'pirate' });
    const user = await knex('users').where({ email: 'viewer@demo.test' }).first('id', 'email');
    const link = await addLink(knex, user.id, 'reset', null);
    const mailer = createMailer(testConfig(database.url));
    await mailer.queue(knex, { userId: user.id, to: user.email, kind: 'reset', link });
    await knex('mails').update({ sealed: 'v1.a.b.c' });
    const [webhook] = await knex('webhooks').limit(1).pluck('id');
    await knex('webhooks')
      .where({ id: webhook })
      .update({ failing_since: '2026-01-01 00:00:00.000', sealed_secret: 'v1.a.b.c' });
    await knex('users').where({ id: user.id }).update({ two_factor_secret: 'v1.a.b.c' });
    const [admin] = await knex('users').where({ email: 'admin@demo.test' }).pluck('id');
    const own = knex('memberships').where({ user_id: admin }).select('id');
    await knex('membership_roles').whereIn('membership_id', own).delete();
    const hour = 3_600_000;
    await knex('task_leases').insert({
      name: 'a.b',
      due_at: Date.now() + hour,
      succeeded_at: Date.now() - hour,
      failures: 2,
    });
    const diagnoses = wrong(
      await look({ HOST: '0.0.0.0', APP_URL: 'https://assets.example.com', TRUST_PROXY: '1' }),
    );
    const told: Readonly<Record<string, RegExp>> = {
      'warning proxies': /^1 proxy is trusted/,
      'warning triggers': /^Rows of zones are counted at each request/,
      'fault counters': new RegExp(`${list} says `),
      'fault values': /“pirate”.* in 1 row/,
      'fault second factors': /of 1 person, who cannot sign in/,
      'warning links of mails': /^No key opens the links in 1 mail that waits\.$/,
      'warning secrets of webhooks': /^No key opens the secrets of 1 webhook/,
      'warning webhooks': new RegExp(`^1 is failing, or switched off for that: “.*” \\(${webhook}\\)\\.$`),
      'warning people': /No one has all permissions/,
      'warning roles': /^1 person has no role/,
      'warning task a.b': /failed 2 times/,
      'fault demo accounts': /^Anyone who has read the README/,
    };
    expect(diagnoses.map(({ state, what }) => `${state} ${what}`)).to.have.members(Object.keys(told));
    for (const one of diagnoses) {
      expect(one.told).to.match(told[`${one.state} ${one.what}`] ?? /^$/);
      expect(one.todo, one.what).to.be.a('string').that.is.not.empty;
    }
  });

  it('tells of migrations that are pending, and of such that it does not know', async () => {
    const { knex } = database;
    const [last] = await knex('knex_migrations').orderBy('id', 'desc').limit(1);
    await knex('knex_migrations').where({ id: last.id }).delete();
    expect(only(await look(), 'migrations', databaseKind === 'mysql' ? 'fault' : 'warning')).to.contain(
      last.name,
    );
    await knex('knex_migrations').insert([last, { ...last, id: last.id + 1, name: '29990101_later.ts' }]);
    expect(only(await look(), 'migrations', 'warning')).to.contain('29990101_later.ts');
    await knex.raw('alter table zones rename column description to details');
    expect(only(await look(), 'migrations', 'fault')).to.match(
      /29990101_later\.ts\. It cannot run on that: “zones” has no “description” any more\.$/,
    );
  });

  it('tells of a database that was made before 1.0', async () => {
    await database.knex('knex_migrations').delete();
    await database.knex('knex_migrations').insert({ name: '20260101000100_users.ts', batch: 1 });
    expect(only(await look(), 'migrations', 'fault')).to.match(
      /^The database was made before version 1\.0, .*\.$/,
    );
  });

  it('tells of a column that is not there', async () => {
    await database.knex.raw('alter table zones rename column allow_material to allowed');
    const faults = found(await look(), 'tables');
    expect(faults.map(({ state }) => state)).to.include('fault');
    expect(faults[0]?.told).to.match(/zones.*no column “allow_material”/);
  });

  it('tells of indexes that are lost or in the way, and how to mend each', async () => {
    const { knex } = database;
    const mend = (told: string) => knex.raw(told.replace(/^[^A-Z]*(?:At a quiet hour|.*, or): /, ''));
    const drop = (table: string, name: string) =>
      knex.raw(`drop index ${name}${databaseKind === 'mysql' ? ` on ${table}` : ''}`);
    await drop('zones', 'zones_site_id_name_unique');
    await drop('zones', 'zones_site_id_name_key_id_index');
    await knex.raw('create unique index own_rule on closures (site_id, created_at, id)');
    const diagnoses = wrong(await look());
    expect(diagnoses.map(({ state, told }) => `${state} ${told.split(':')[0]}`)).to.have.members([
      'fault “zones” has lost zones_site_id_name_unique',
      'warning “zones” has lost zones_site_id_name_key_id_index',
      'warning “closures” has a unique index own_rule on site_id, created_at, id that no migration makes',
    ]);
    for (const { todo } of diagnoses) await mend(todo ?? '');
    await knex.raw('create index own_index on closures (site_id, version)');
    const diagnosed = found(await look(), 'indexes');
    expect(diagnosed.map(({ state }) => state)).to.deep.equal(['fine']);
    expect(diagnosed[0]?.told).to.match(/^All \d{3} indexes .* also closures\.own_index, made by hand/);
  });

  it('tells of a key that is another, and of second factors that only an earlier one opens, or none', async () => {
    expect(only(await look({ APP_KEY: otherKey }), 'key', 'fault')).to.match(/does not start/);
    const earlier = await look({ APP_KEY: otherKey, APP_PREVIOUS_KEYS: testAppKey });
    expect(wrong(earlier).map(({ what, state }) => `${state} ${what}`)).to.deep.equal([
      'warning second factors',
      'warning secrets of webhooks',
    ]);
    expect(found(earlier, 'second factors')[0]?.told).to.match(/^1 person of 1 /);
  });

  it('tells of every setting that cannot be used, and looks at the rest', async () => {
    const diagnoses = await look({ PORT: 'often', LOCALES: 'xx', APP_URL: 'nowhere' });
    const faults = found(diagnoses, 'settings').filter(({ state }) => state === 'fault');
    expect(faults.map(({ told }) => told.split(' ')[0])).to.have.members(['PORT', 'APP_URL', 'LOCALES']);
    expect(found(diagnoses, 'counters')[0]?.state).to.equal('fine');
    const blind = await look({ DATABASE_URL: 'ftp://x' });
    expect(found(blind, 'database')[0]?.told).to.match(/^Not checked/);
    expect(found(blind, 'migrations')).to.deep.equal([]);
  });

  it('goes on where the database cannot be reached, and shows no password', async () => {
    const url = `mysql://root:se-cret@127.0.0.1:${nobodys}/millwright`;
    const diagnoses = await look({ DATABASE_URL: url });
    expect(found(diagnoses, 'database')[0]?.told).to.match(/is out of reach \(ECONNREFUSED\)/);
    expect(found(diagnoses, 'definitions')[0]?.state).to.equal('fine');
    expect(JSON.stringify(diagnoses)).not.to.contain('se-cret');
  });

  it('ends with 0, or with 1 where there is a fault, and prints no secret', async () => {
    const env = { DATABASE_URL: database.url, PORT: nobodys };
    const sound = await runEntry(['commands/doctor.ts'], { env, patienceMs });
    expect([sound.code, sound.stderr]).to.deep.equal([0, '']);
    expect(sound.stdout).to.match(
      /^Millwright \d[^\n]*\n\n(?:fine|warning) [\s\S]* fine, \d+ warnings?, 0 faults\.\n$/,
    );
    const broken = await runEntry(['commands/doctor.ts', '--json'], {
      env: { ...env, APP_KEY: otherKey },
      patienceMs,
    });
    const page = JSON.parse(broken.stdout);
    expect([broken.code, page.state]).to.deep.equal([1, 'fault']);
    for (const { stdout } of [sound, broken]) {
      expect(stdout).not.to.contain(testAppKey).and.not.to.contain(otherKey);
    }
  });

  it('makes neither a folder, nor a database, nor a key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-doctor-'));
    const { code, stdout } = await runEntry(['commands/doctor.ts'], {
      folder,
      env: { APP_KEY: '', PORT: nobodys },
      patienceMs,
    });
    expect([code, await readdir(folder)]).to.deep.equal([0, []]);
    expect(stdout).to.contain('does not exist');
    await writeFile(join(folder, '.env'), 'PROT=3000\nSESSION_LIFETIME=0\n');
    const wrongFile = await runEntry(['commands/doctor.ts'], { folder, env: { PORT: nobodys }, patienceMs });
    expect(wrongFile.stdout)
      .to.match(/Did you mean PORT\?/)
      .and.to.match(/SESSION_LIFETIME is "0"/);
    expect([wrongFile.code, await readdir(folder)]).to.deep.equal([1, ['.env']]);
    await rm(folder, { recursive: true });
  });

  onlyOn('sqlite', 'a server’s file is its own').it(
    'tells of a file that is damaged or no database',
    async () => {
      const other = await mkdtemp(join(tmpdir(), 'millwright-doctor-'));
      await writeFile(
        join(other, 'x.db'),
        'no database, but a text that is long enough to be read as one'.repeat(50),
      );
      const diagnoses = await look({ DATABASE_URL: `sqlite:${join(other, 'x.db')}` });
      expect(found(diagnoses, 'database')[0]?.told).to.match(/is not a SQLite database/);
      expect(await readdir(other)).to.deep.equal(['x.db']);
      await rm(other, { recursive: true });
    },
  );
});
