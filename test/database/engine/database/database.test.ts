/** What the rest relies on, the same on SQLite and on MariaDB. */
import { expect } from 'chai';
import { checkSchema, migrateDatabase } from '../../../../engine/database/migrate.ts';
import { pingDatabase } from '../../../../engine/database/open.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../harness/database.ts';
import { onlyOn } from '../../../harness/only-on.ts';

/** The rows of a statement that Knex does not build; mysql2 puts the columns beside them. */
async function rowsOf({ knex }: TestDatabase, sql: string, bindings: (string | number | boolean)[] = []) {
  const answer = await knex.raw(sql, bindings);
  return databaseKind === 'mysql' ? answer[0] : answer;
}

describe('the database', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase('blank');
    await database.knex.schema.createTable('parts', (table) => {
      table.increments('id');
      table.string('name').notNullable().unique();
      table.integer('parent_id').unsigned().references('parts.id');
    });
  });

  after(() => database.drop());

  it('answers', () => pingDatabase(database.knex));

  it('tells what the schema lacks without changing anything, and migrates once', async () => {
    const blank = await createTestDatabase('blank');
    const { pending, unknown } = await checkSchema(blank.knex);
    expect(pending).to.include('20261130150100_users.ts');
    expect(unknown).to.deep.equal([]);
    expect(await blank.knex.schema.hasTable('knex_migrations')).to.equal(false);
    expect(await migrateDatabase(blank.knex)).to.deep.equal(pending);
    expect(await migrateDatabase(blank.knex)).to.deep.equal([]);
    await blank.knex('knex_migrations').insert({ name: '29990101000000_later.ts', batch: 2 });
    expect(await checkSchema(blank.knex)).to.deep.equal({
      pending: [],
      unknown: ['29990101000000_later.ts'],
    });
    await blank.drop();
  });

  it('keeps statements ready, and lets go of the oldest when they are many', async () => {
    await database.knex.transaction(async (one) => {
      const ask = async (count: number) => {
        const answer = await one.raw(`select ${count} as n, ? as bound`, [`value ${count}`]);
        const [row] = databaseKind === 'mysql' ? answer[0] : answer;
        expect({ ...row }).to.deep.equal({ n: count, bound: `value ${count}` });
      };
      for (let count = 0; count < 600; count += 1) await ask(count);
      for (const count of [0, 599, 50, 598]) await ask(count);
      if (databaseKind !== 'mysql') return;
      const [[closed]] = await one.raw("show session status like 'Com_stmt_close'");
      expect(Number(closed.Value)).to.be.within(100, 110);
    });
  });

  it('goes on after a statement that cannot be prepared', async () => {
    await database.knex.transaction(async (one) => {
      for (let turn = 0; turn < 2; turn += 1) {
        const error = await one.raw('select nothing from nowhere').catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(Error);
        expect(await one('parts').where('name', 'nobody').first()).to.equal(undefined);
      }
    });
  });

  it('undoes a transaction that fails, and only the inner one of two', async () => {
    await database.knex
      .transaction(async (outer) => {
        await outer('parts').insert({ name: 'undone' });
        throw new Error('on purpose');
      })
      .catch(() => {});
    await database.knex.transaction(async (outer) => {
      await outer('parts').insert({ name: 'outer' });
      await outer
        .transaction(async (inner) => {
          await inner('parts').insert({ name: 'inner' });
          throw new Error('on purpose');
        })
        .catch(() => {});
    });
    expect(
      await database.knex('parts').whereIn('name', ['undone', 'outer', 'inner']).pluck('name'),
    ).to.deep.equal(['outer']);
  });

  it('keeps transactions that run at once apart', async () => {
    await database.knex('parts').insert({ name: 'count' });
    const add = () =>
      database.knex.transaction(async (transaction) => {
        await transaction('parts').where('name', 'count').forUpdate().first();
        const turns = await transaction('parts').where('name', 'like', 'turn-%').pluck('id');
        await transaction('parts').insert({ name: `turn-${turns.length}` });
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await database.knex('parts').where('name', 'like', 'turn-%').pluck('id')).to.have.lengthOf(20);
  });

  it('holds references', async () => {
    const error = await database
      .knex('parts')
      .insert({ name: 'orphan', parent_id: 999_999 })
      .catch((caught) => caught);
    expect(error.code).to.be.oneOf(['SQLITE_CONSTRAINT_FOREIGNKEY', 'ER_NO_REFERENCED_ROW_2']);
  });

  it('says nothing of the values in its errors', async () => {
    // What it refers to is there: databases differ in which of two rules they look at first.
    await database.knex('parts').insert({ id: 424_242, name: 'sekret' });
    const error = await database
      .knex('parts')
      .insert({ name: 'sekret', parent_id: 424_242 })
      .catch((caught) => caught);
    expect(error.code).to.be.oneOf(['SQLITE_CONSTRAINT_UNIQUE', 'ER_DUP_ENTRY']);
    expect(error.message).to.include('insert into').and.not.include('424242');
  });

  it('takes whole numbers as whole numbers and booleans as 0 and 1', async () => {
    const joined = databaseKind === 'mysql' ? "concat(?, '')" : "? || ''";
    const values = [5, 9_007_199_254_740_991, true];
    const [row] = await rowsOf(database, `SELECT ${joined} AS small, ${joined} AS large, ? AS yes`, values);
    expect([row.small, row.large, Number(row.yes)]).to.deep.equal(['5', '9007199254740991', 1]);
  });

  it('sees a column that has been added since a statement was first used', async () => {
    await database.knex('parts').insert({ name: 'wide' });
    expect(await database.knex('parts').where('name', 'wide').first()).not.to.have.property('size');
    await database.knex.schema.alterTable('parts', (table) => table.integer('size').defaultTo(3));
    expect(await database.knex('parts').where('name', 'wide').first()).to.have.property('size', 3);
    await database.knex.schema.alterTable('parts', (table) => table.dropColumn('size'));
    expect(await database.knex('parts').where('name', 'wide').first()).not.to.have.property('size');
  });

  const embedded = onlyOn('sqlite', 'pragmas of SQLite');
  embedded.it('writes to the disk before it answers, and lets others read meanwhile', async () => {
    const [{ journal_mode }] = await rowsOf(database, 'PRAGMA journal_mode');
    const [{ synchronous }] = await rowsOf(database, 'PRAGMA synchronous');
    const [{ foreign_keys }] = await rowsOf(database, 'PRAGMA foreign_keys');
    expect([journal_mode, synchronous, foreign_keys]).to.deep.equal(['wal', 2, 1]);
  });

  const onServers = onlyOn('mysql', 'sessions of a server');
  onServers.it('has the same rules in every session', async () => {
    const [rules] = await rowsOf(
      database,
      'SELECT @@sql_mode AS mode, @@time_zone AS zone, @@character_set_connection AS charset, @@optimizer_switch AS switches',
    );
    expect(rules.mode).to.include('STRICT_ALL_TABLES').and.include('NO_ZERO_DATE');
    expect([rules.zone, rules.charset]).to.deep.equal(['+00:00', 'utf8mb4']);
    expect(rules.switches).to.include('index_merge_intersection=off');
    const [isolation] = await rowsOf(
      database,
      "SHOW VARIABLES WHERE Variable_name IN ('tx_isolation', 'transaction_isolation')",
    );
    expect(isolation.Value).to.equal('READ-COMMITTED');
  });
});
