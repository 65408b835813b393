/** Transactions that come to an end before their end: none is committed without its beginning. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { type Database, openDatabase } from '../../../../engine/database/open.ts';
import { run } from '../../../../engine/database/query.ts';
import { TransactionOverError, transact } from '../../../../engine/database/transaction.ts';
import { createTestDatabase, type TestDatabase, testConfig } from '../../../harness/database.ts';
import { startLosingProxy } from '../../../harness/losing-proxy.ts';
import { onlyOn, withIdLocks } from '../../../harness/only-on.ts';
import { until } from '../../../harness/until.ts';

const onServers = onlyOn(
  'mysql',
  'SQLite has one writer at a time, and no commits that nobody has asked for',
);
const embedded = onlyOn('sqlite', 'of constraints that undo a whole transaction SQLite alone has some');

describe('a transaction', () => {
  let database: TestDatabase;
  let knex: Database;
  let other: Database;

  before(async () => {
    database = await createTestDatabase('blank');
    ({ knex } = database);
    other = openDatabase(database.config);
    await knex.schema.createTable('parts', (table) => {
      table.increments('id');
      table.string('name').notNullable().unique();
      table.integer('n').notNullable().defaultTo(0);
    });
    await knex('parts').insert(['one', 'other', 'a', 'b', 'c', 'd'].map((name) => ({ name })));
  });
  beforeEach(async () => {
    await knex('parts').update({ n: 0 });
    await knex('parts').where('name', 'like', 'new %').delete();
  });
  after(async () => {
    await other?.destroy();
    await database?.drop();
  });

  const add = async (db: Knex, name: string): Promise<unknown> => db('parts').insert({ name: `new ${name}` });
  const raise = async (db: Knex, name: string): Promise<unknown> =>
    db('parts').where({ name }).increment('n', 1);
  const added = async (): Promise<string[]> =>
    knex('parts').where('name', 'like', 'new %').orderBy('name').pluck('name');
  const raised = async (): Promise<number[]> =>
    knex('parts').whereIn('name', ['one', 'other']).orderBy('id').pluck('n');

  onServers.describe('that has to give way to another one', () => {
    /**
     * Runs `work`, which raises the first row and then the other one, while another transaction does so in the reverse order and
     * has done more. It does not matter which of them waits for the other one first.
     */
    async function meet(work: (trx: Knex, attempt: number) => Promise<void>): Promise<void> {
      const heavy = await other.transaction();
      await heavy('parts').whereNot({ name: 'one' }).increment('n', 1);
      const turns: Promise<unknown>[] = [];
      await transact(knex, async (trx) => {
        await raise(trx, 'one');
        if (turns.length === 0) turns.push(raise(heavy, 'one').then(() => heavy.commit()));
        else turns.push(Promise.resolve());
        await work(trx, turns.length);
      });
      await Promise.all(turns);
      expect(turns).to.have.lengthOf(2);
      expect(await raised()).to.deep.equal([2, 2]);
    }

    it('starts again as a whole, even if its work catches the error', async () => {
      await meet(async (trx, attempt) => {
        await raise(trx, 'other').catch(() => {});
        await add(trx, `of ${attempt}`);
      });
      expect(await added()).to.deep.equal(['new of 2']);
    });

    it('carries out none of the statements that were begun together with the one that failed', async () => {
      await meet(async (trx, attempt) => {
        await Promise.all([
          raise(trx, 'other'),
          add(trx, `one of ${attempt}`),
          add(trx, `two of ${attempt}`),
        ]);
      });
      expect(await added()).to.deep.equal(['new one of 2', 'new two of 2']);
    });
  });

  withIdLocks.describe('whose trigger needs the next id of a table that another statement holds', () => {
    const waiting = (number: number) =>
      until(`${number} statements wait`, async () => {
        const waits = knex('information_schema.innodb_trx').where({ trx_state: 'LOCK WAIT' });
        return (await waits.whereRaw("trx_query regexp 'parts|entries'")).length === number;
      });

    /** The statement of another one waits between its rows, and needs the row `d` next. It has done more. */
    async function meet(own: () => Promise<unknown>): Promise<void> {
      await knex.schema.createTable('entries', (table) => table.increments('id'));
      const counted = 'create trigger counted after update on parts for each row';
      await knex.raw(`${counted} insert into entries select null`);
      const [first, heavy] = [await other.transaction(), await other.transaction()];
      const codes: unknown[] = [];
      const note = ({ code }: { code?: string }) => void codes.push(code);
      knex.on('query-error', note);
      try {
        await raise(first, 'b');
        await heavy('parts').whereIn('name', ['one', 'other', 'c']).increment('n', 1);
        const all = heavy('parts')
          .whereIn('name', ['a', 'b', 'd'])
          .increment('n', 1)
          .then(() => heavy.commit());
        await waiting(1);
        const mine = own();
        await waiting(2);
        await first.commit();
        await Promise.all([all, mine]);
      } finally {
        knex.off('query-error', note);
        await Promise.all([first, heavy].map((trx) => trx.rollback()));
        await knex.schema.dropTable('entries');
        await knex.raw('drop trigger counted');
      }
      expect(codes).to.deep.equal(['ER_AUTOINC_READ_FAILED']);
      expect(await knex('parts').where({ name: 'd' }).pluck('n')).to.deep.equal([2]);
    }

    it('starts again', () => meet(() => transact(knex, (trx) => raise(trx, 'd'))));

    it('starts again without a transaction of its own', () => meet(() => raise(knex, 'd')));
  });

  onServers.it('is begun anew where the server undoes it while it prepares a statement', async () => {
    const server = database.config.database.kind === 'mysql' ? database.config.database : null;
    const proxy = await startLosingProxy(server?.port ?? 0, 'interval');
    const through = openDatabase(testConfig(database.url.replace(`:${server?.port}/`, `:${proxy.port}/`)));
    try {
      await transact(through, async (trx) => {
        await raise(trx, 'one');
        await trx('parts')
          .where({ name: 'other' })
          .update({ n: trx.raw('n + ?', [1]) })
          .whereRaw('utc_timestamp(3) > utc_timestamp(3) - interval 1 day');
      });
      expect(proxy.lost).to.equal(1);
      expect(await raised()).to.deep.equal([1, 1]);
    } finally {
      await through.destroy();
      await proxy.stop();
    }
  });

  onServers.it('fails where one of its statements commits, and carries out no more', async () => {
    const failed = transact(knex, async (trx) => {
      await add(trx, 'before');
      await run(trx, { text: 'create table committing (id integer)', bindings: [] }).catch(() => {});
      await add(trx, 'after');
    });
    expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(TransactionOverError);
    expect(await added()).to.deep.equal(['new before']);
    await transact(knex, (trx) => add(trx, 'next'));
    expect(await added()).to.deep.equal(['new before', 'new next']);
  });

  embedded.it('fails where one of its statements has undone it, and carries out no more', async () => {
    await knex.raw('create table strict (id integer unique on conflict rollback)');
    const failed = transact(knex, async (trx) => {
      await add(trx, 'before');
      await trx('strict').insert({ id: 1 });
      await trx('strict')
        .insert({ id: 1 })
        .catch(() => {});
      await add(trx, 'after');
    });
    expect(await failed.catch((error: { code: string }) => error.code)).to.equal('SQLITE_CONSTRAINT_UNIQUE');
    expect(await added()).to.deep.equal([]);
    await transact(knex, (trx) => add(trx, 'next'));
    expect(await added()).to.deep.equal(['new next']);
  });
});
