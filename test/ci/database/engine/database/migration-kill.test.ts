/** Migrations that are killed at any statement: the next run does the rest, and nothing stays locked. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { countersOf, countMissing, uncounted } from '../../../../../engine/counters/setup.ts';
import { isMigrating, migrateAlone } from '../../../../../engine/database/lock.ts';
import { migrateDatabase } from '../../../../../engine/database/migrate.ts';
import { expectCounted } from '../../../../../package/testing/laws/counters.ts';
import { createRegistry } from '../../../../../service/project/registry.ts';
import { explainFailure } from '../../../../../service/start/log/failure.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../../harness/database.ts';
import { draftedMigrations } from '../../../../harness/drafted-migrations.ts';
import { cutOffEverywhere, schemaText } from '../../../../harness/mortal-database.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { runEntry } from '../../../../harness/process.ts';

const onServers = onlyOn('mysql', 'SQLite changes the schema in one transaction');

describe('migrations that are killed', () => {
  let whole: TestDatabase;
  let killed: TestDatabase;
  let wanted: Record<string, string>;

  before(async () => {
    whole = await createTestDatabase('blank');
    await migrateDatabase(whole.knex);
    wanted = await schemaText(whole.knex);
  });
  after(() => whole?.drop());
  beforeEach(async () => {
    killed = await createTestDatabase('blank');
  });
  afterEach(() => killed?.drop());

  it('go on with the next run, when their process is killed', async () => {
    const env = { DATABASE_URL: killed.url };
    const kill = (after: number) => runEntry(['test/harness/killed-migration.ts', String(after)], { env });
    for (const after of [7, 60]) {
      expect((await kill(after)).signal).to.equal('SIGKILL');
      const left = Object.keys(await schemaText(killed.knex));
      // One transaction on SQLite, which is gone with the process.
      expect(left.length === 0, left.join(' ')).to.equal(databaseKind === 'sqlite');
    }
    const last = await runEntry(['commands/migrate.ts'], { env });
    expect([last.stderr, last.code]).to.deep.equal(['', 0]);
    await expectWhole();
  });

  async function expectWhole(): Promise<void> {
    const made = await schemaText(killed.knex);
    const without = ([name]: [string, string]) => !name.startsWith('tally_');
    expect(Object.fromEntries(Object.entries(made).filter(without))).to.deep.equal(wanted);
    const done = (database: Knex) => database('knex_migrations').orderBy('id').pluck('name');
    expect(await done(killed.knex)).to.deep.equal(await done(whole.knex));
    expect(await killed.knex('knex_migrations_lock').pluck('is_locked')).to.deep.equal([0]);
  }

  onServers.describe('on a server', () => {
    it('are drafted so that they do all of that', async () => {
      const source = { migrationSource: draftedMigrations };
      const run = (step: (connection: Knex) => Promise<unknown>) => async (database: Knex) =>
        migrateAlone(database, step, () => {});
      const latest = run((connection) => connection.migrate.latest(source));
      // By name: a run that was killed may have taken it back to the end, and the next one is not to be taken.
      const down = (name: string) =>
        run(async (connection) => {
          const done = await connection('knex_migrations').pluck('name');
          if (done.includes(name)) await connection.migrate.down({ ...source, name });
        });
      const [creation = '', change = '', renaming = ''] = await draftedMigrations.getMigrations([]);
      const other = await createTestDatabase('blank');
      const back = [down(renaming), down(change)];
      for (const step of [latest, ...back, latest, ...back, down(creation)]) {
        await step(other.knex);
        expect(await cutOffEverywhere(killed.config, step)).to.be.above(2);
        expect(await schemaText(killed.knex)).to.deep.equal(await schemaText(other.knex));
        const rows = ({ knex }: TestDatabase) =>
          knex('tools')
            .orderBy('id')
            .catch(() => []);
        expect(await rows(killed)).to.deep.equal(await rows(other));
      }
      await other.drop();
    });

    it('refuse another table of the same name', async () => {
      await killed.knex.schema.createTable('users', (t) => void t.string('login'));
      const error = await migrateDatabase(killed.knex).catch((thrown: unknown) => thrown);
      expect(error).to.have.property('name', 'MigrationError');
      expect(error)
        .to.have.nested.property('cause.message')
        .that.matches(/another table “users”, which has no column “id”/);
      expect(await killed.knex('users').columnInfo()).to.have.all.keys('login');
    });

    it('count what is kept as rows are written, after each statement of that', async () => {
      const counted = await createTestDatabase('demo');
      const models = countersOf(await createRegistry());
      const triggers = await schemaText(counted.knex);
      for (const { table, prefix } of models.slice(0, 2)) {
        await counted.knex.raw('drop trigger ??', [`tally_${table}_${prefix.slice(-8)}_update`]);
      }
      await cutOffEverywhere(counted.config, async (database) => {
        for (const [, error] of await countMissing(database, models)) throw error;
      });
      expect(await uncounted(counted.knex, models)).to.deep.equal([]);
      expect(await schemaText(counted.knex)).to.deep.equal(triggers);
      await expectCounted(counted.knex);
      await counted.drop();
    });
  });
});

onServers.describe('migrations that run at once', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase('blank');
  });
  afterEach(() => database?.drop());

  it('wait for each other, and find nothing to do', async () => {
    const env = { DATABASE_URL: database.url };
    const both = await Promise.all([1, 2].map(() => runEntry(['commands/migrate.ts'], { env })));
    expect(both.map(({ code, stderr }) => [code, stderr])).to.deep.equal([
      [0, ''],
      [0, ''],
    ]);
    const told = both.map(({ stdout }) =>
      /Migrations that have run on .* \(\d+\):/.test(stdout) ? 'all' : 'none',
    );
    expect(told.sort()).to.deep.equal(['all', 'none']);
  });

  it('say that they wait, go on when the other is dead, and do not wait for ever', async () => {
    const { knex } = database;
    let holds: (id: number) => void = () => {};
    const held = new Promise<number>((resolve) => {
      holds = resolve;
    });
    const other = migrateAlone(
      knex,
      async (connection) => {
        const [[{ id }]] = await connection.raw('select connection_id() as id');
        holds(Number(id));
        // Until it is cut off.
        await connection.raw('select sleep(60)');
      },
      () => {},
    ).catch(() => 'dead');
    const id = await held;
    expect(await isMigrating(knex)).to.equal(true);
    const late = await migrateAlone(
      knex,
      async () => {},
      () => {},
      { run: 0, table: 1 },
    ).catch((error: unknown) => error);
    expect(late).to.have.property('name', 'MigrationBusyError');
    let waits = 0;
    const names = await migrateDatabase(knex, () => {
      waits += 1;
      // A query of Knex is sent once its answer is asked for.
      knex.raw(`kill ${id}`).then(() => {});
    });
    expect([waits, await other]).to.deep.equal([1, 'dead']);
    expect(names).to.have.length.above(10);
    expect(await isMigrating(knex)).to.equal(false);
  });

  it('give up where a transaction keeps a table, and go on once it has ended', async () => {
    const { knex } = database;
    await migrateDatabase(knex);
    const [one] = await knex('knex_migrations').where('name', 'like', '%_maintenance_steps.ts');
    await knex.migrate.down({ name: one.name });
    const error = await knex.transaction(async (other) => {
      await other('incidents').first();
      const soon = { run: 1, table: 1 };
      return migrateDatabase(knex, () => {}, soon).catch((thrown: unknown) => thrown);
    });
    expect(explainFailure(error)).to.equal(
      `The migration ${one.name} needs a table that somebody else is using: end what runs on the database, ` +
        'then run npm run migrate again.',
    );
    expect(await migrateDatabase(knex)).to.deep.equal([one.name]);
  });

  it('are not held up by the row that a killed run of Knex has left locked', async () => {
    await migrateDatabase(database.knex);
    const [last] = await database.knex('knex_migrations').orderBy('id', 'desc').limit(1);
    await database.knex('knex_migrations').where('id', last.id).del();
    await database.knex('knex_migrations_lock').update({ is_locked: 1 });
    expect(await migrateDatabase(database.knex)).to.deep.equal([last.name]);
    expect(await database.knex('knex_migrations_lock').pluck('is_locked')).to.deep.equal([0]);
  });
});
