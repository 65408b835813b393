/** `npm run doctor`: each check on a sound database and on one where it finds something, and that nothing changes. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { addLink } from '../../../../auth/index.ts';
import type { Diagnosis } from '../../../../commands/doctor/diagnosis.ts';
import { checkEmbedded } from '../../../../commands/doctor/embedded.ts';
import { examine } from '../../../../commands/doctor/examine.ts';
import { checkCounters } from '../../../../commands/doctor/schema.ts';
import { counterTable } from '../../../../engine/counters/counter.ts';
import { countersOf, forgetCounters } from '../../../../engine/counters/setup.ts';
import type { DatabaseSchema } from '../../../../engine/database/dialect/tables.ts';
import { migratedSchema } from '../../../../engine/schema/introspect.ts';
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

  it('tells of a total that is not that of its rows', async () => {
    const [first] = countersOf(await createRegistry());
    const list = `${first?.prefix}//2`;
    await database.knex(counterTable).insert({ list, k: '', row_id: 0, n: 3, mark: 1 });
    expect(only(await look(), 'counters', 'fault')).to.contain(`${list} says `);
  });

  it('leaves large tables out of what it counts', async () => {
    const [diagnosis] = await checkCounters(database.knex, await createRegistry(), 10);
    expect(diagnosis?.told).to.match(/Not read, because they are large: .*\bcleanings\b/);
  });

  it('tells of lists that nothing counts', async () => {
    const zones = countersOf(await createRegistry()).filter(({ table }) => table === 'zones');
    for (const model of zones) await forgetCounters(database.knex, model);
    expect(only(await look(), 'triggers', 'warning')).to.match(/^Rows of zones are counted at each request/);
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

  it('tells how old the latest backup is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-doctor-'));
    const env = { BACKUP_FOLDER: folder };
    await writeFile(join(folder, 'monday.sql.gz'), 'a dump');
    expect(found(await look(env), 'backups')[0]?.told).to.match(
      /monday\.sql\.gz: \d+ minutes? old, 6 bytes\./,
    );
    await rm(folder, { recursive: true });
  });

  it('tells of rows whose values no definition allows', async () => {
    const [id] = await database.knex('companies').limit(1).pluck('id');
    await database.knex('company_types').insert({ company_id: id, type: 'pirate' });
    expect(only(await look(), 'values', 'fault')).to.match(/“pirate”.* in 1 row/);
  });

  it('tells of mails that wait with a link that no key opens', async () => {
    const mailer = createMailer(testConfig(database.url));
    const user = await database.knex('users').first('id', 'email');
    const link = await addLink(database.knex, user.id, 'reset', null);
    await mailer.queue(database.knex, { userId: user.id, to: user.email, kind: 'reset', link });
    expect(found(await look(), 'links of mails')).to.deep.equal([]);
    await database.knex('mails').update({ sealed: 'v1.a.b.c' });
    expect(only(await look(), 'links of mails', 'warning')).to.equal(
      'No key opens the links in 1 mail that waits.',
    );
    await database.knex('mails').delete();
  });

  it('tells of webhooks that fail, and of secrets that no key opens', async () => {
    const service = await startService({ database });
    try {
      const client = await service.signedIn('manager@demo.test');
      const body = { name: 'Failing ERP', url: 'https://erp.example/mill', events: ['*'] };
      const { id } = (await client.post('/webhooks', body)).body.data;
      await database.knex('webhooks').where({ id }).update({ failing_since: '2026-01-01 00:00:00.000' });
      expect(only(await look(), 'webhooks', 'warning')).to.equal(
        `1 is failing, or switched off for that: “Failing ERP” (${id}).`,
      );
      await database
        .knex('webhooks')
        .where({ id })
        .update({ failing_since: null, sealed_secret: 'v1.a.b.c' });
      expect(only(await look(), 'secrets of webhooks', 'warning')).to.match(
        /^No key opens the secrets of 1 webhook/,
      );
    } finally {
      await service.stop();
    }
  });

  it('tells of a key that is another, and of second factors that only an earlier one opens, or none', async () => {
    expect(only(await look({ APP_KEY: otherKey }), 'key', 'fault')).to.match(/does not start/);
    const earlier = await look({ APP_KEY: otherKey, APP_PREVIOUS_KEYS: testAppKey });
    expect(wrong(earlier).map(({ what, state }) => `${state} ${what}`)).to.deep.equal([
      'warning second factors',
      'warning secrets of webhooks',
    ]);
    expect(found(earlier, 'second factors')[0]?.told).to.match(/^1 person of 1 /);
    await database
      .knex('users')
      .where({ email: 'viewer@demo.test' })
      .update({ two_factor_secret: 'v1.a.b.c' });
    expect(only(await look(), 'second factors', 'fault')).to.match(/of 1 person, who cannot sign in/);
  });

  it('tells of demo accounts that everybody can reach', async () => {
    const env = { HOST: '0.0.0.0', APP_URL: 'https://assets.example.com', TRUST_PROXY: '1' };
    const diagnoses = await look(env);
    expect(wrong(diagnoses).map(({ what, state }) => `${state} ${what}`)).to.deep.equal([
      'warning proxies',
      'fault demo accounts',
    ]);
    await database.knex('users').update({ password_hash: 'x' });
    expect(found(await look(env), 'demo accounts')[0]?.state).to.equal('fine');
  });

  it('reports people without a role, and that no one has all permissions', async () => {
    const [admin] = await database.knex('users').where({ email: 'admin@demo.test' }).pluck('id');
    await database
      .knex('membership_roles')
      .whereIn('membership_id', database.knex('memberships').where({ user_id: admin }).select('id'))
      .delete();
    const diagnoses = wrong(await look());
    expect(diagnoses.map(({ what }) => what)).to.deep.equal(['people', 'roles']);
    expect(diagnoses[1]?.told).to.match(/^1 person has no role/);
  });

  it('reports tasks that fail, and tasks that no process runs', async () => {
    const hour = 3_600_000;
    const row = { name: 'a.b', due_at: Date.now() + hour, succeeded_at: Date.now() - 5 * hour, failures: 0 };
    await database.knex('task_leases').insert(row);
    expect(found(await look(), 'task a.b')[0]).to.include({
      state: 'fine',
      told: 'It last succeeded 5 hours ago.',
    });
    await database.knex('task_leases').update({ failures: 2 });
    expect(only(await look(), 'task a.b', 'warning')).to.contain('failed 2 times');
    await database.knex('task_leases').update({ failures: 0, due_at: Date.now() - 4 * hour });
    expect(only(await look(), 'task a.b', 'warning')).to.contain('due for 4 hours');
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
      const { config } = database;
      const path = config.database.kind === 'sqlite' ? config.database.path : '';
      const large = await checkEmbedded(database.knex, path, 1000);
      expect(found(large, 'pages')[0]?.told).to.match(/^Not checked/);
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
