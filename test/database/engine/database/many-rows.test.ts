/** Large selects: the same values row by row as all at once, while others have their turns. */
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { query, queryMany } from '../../../../engine/database/query.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { until } from '../../../harness/until.ts';

describe('the rows of a large select', () => {
  let database: TestDatabase;
  const { now } = performance;
  const columns = ['name', 'at', 'part', 'id', 'amount'];
  const all = {
    text: 'select id, amount, name, at, cast(amount as char) as part from things where id > ? and name <> ? order by id',
    bindings: [3, "it's"],
  };
  const taken = async (sql = all, each: (count: number) => void = () => {}) => {
    const rows: (readonly unknown[])[] = [];
    await queryMany(database.knex, columns, sql, (row) => each(rows.push(row)));
    return rows;
  };

  before(async () => {
    database = await createTestDatabase('blank');
    await database.knex.schema.createTable('things', (table) => {
      table.increments('id');
      table.string('name').notNullable();
      table.datetime('at', { precision: 3 });
      table.bigInteger('amount');
    });
    const one = (at: number) => ({
      name: at === 7 ? 'é"\\' : `thing ${at}`,
      at: at % 3 === 0 ? null : `2026-03-29 01:00:00.${at % 2 === 0 ? '000' : '120'}`,
      amount: at * 4_000_000_000,
    });
    await database.knex.batchInsert(
      'things',
      Array.from({ length: 1500 }, (_, at) => one(at)),
      100,
    );
  });
  afterEach(() => {
    performance.now = now;
  });
  after(() => database.drop());

  it('have the values that they have all at once, in the order of the columns that are asked for', async () => {
    const rows = await query(database.knex, all);
    expect(rows).to.have.lengthOf(1497);
    expect(await taken()).to.deep.equal(rows.map((row) => columns.map((name) => row[name])));
    expect(await taken({ ...all, bindings: [5000, ''] })).to.deep.equal([]);
  });

  it('are passed on in slices, between which others have their turns', async () => {
    let counted = 0;
    // Each row takes a while.
    performance.now = () => now.call(performance) + counted;
    let turns = 0;
    const reading = { isOver: false };
    const read = taken(all, (count) => {
      counted = count;
    }).finally(() => {
      reading.isOver = true;
    });
    while (!reading.isOver) {
      await setImmediate();
      turns += 1;
    }
    expect(await read).to.have.lengthOf(1497);
    expect(turns).to.be.above(1497);
  });

  it('end with the error of who takes them, and the next ones are read', async () => {
    const failed = taken(all, (count) => {
      if (count === 700) throw new Error('Enough.');
    });
    expect(await failed.catch(String)).to.equal('Error: Enough.');
    expect(await taken()).to.have.lengthOf(1497);
    const wrong = { text: 'select nothing from nowhere', bindings: [] };
    const errors = [taken(wrong), query(database.knex, wrong)].map((one) => one.catch((error) => error.code));
    const [many, few] = await Promise.all(errors);
    expect(many).to.be.a('string').that.equals(few);
    expect(await taken()).to.have.lengthOf(1497);
  });

  onlyOn('mysql', 'a connection can be lost').it('end where the connection is lost', async () => {
    const ask = (text: string) => query(database.knex, { text, bindings: [] });
    const [{ id } = { id: 0 }] = await ask('select connection_id() as id');
    const lost = taken({ text: 'select id, sleep(60) from things', bindings: [] }).catch(({ code }) => code);
    await until('the select is running', async () => {
      const [row] = await ask(`select info from information_schema.processlist where id = ${Number(id)}`);
      return String(row?.info).includes('sleep(60)');
    });
    await ask(`kill ${Number(id)}`).catch(() => {});
    expect(await lost).to.be.a('string');
    expect(await taken()).to.have.lengthOf(1497);
  });
});
