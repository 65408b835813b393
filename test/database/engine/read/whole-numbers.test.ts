/** Whole numbers as parameters: exact, digits where they become text, and good for an index, on every database. */
import { expect } from 'chai';
import { query } from '../../../../engine/database/query.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onlyOn } from '../../../harness/only-on.ts';

const rows = 2000;
const step = 1_000_003;
const odd = [0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1), 1e15 - 1, 1e15, 1e15 + 1, 123_456_789_012_345];

describe('whole numbers as parameters', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
    await database.knex.schema.createTable('numbers', (t) => {
      t.increments('id');
      t.bigInteger('n').notNullable().index();
      t.string('text', 40);
    });
    const written = Array.from({ length: rows }, (_, index) => ({ n: (index + 1) * step, text: `${index}` }));
    await database.knex.batchInsert('numbers', written, 400);
  });
  after(() => database.drop());

  const ask = (text: string, bindings: readonly (string | number)[]) =>
    query(database.knex, { text, bindings: [...bindings] });

  for (const number of odd) {
    it(`are stored, found and shown as ${number}`, async () => {
      await database.knex('numbers').insert({ n: number, text: 'odd' });
      const found = await ask('select n, cast(? as char) as digits from numbers where n = ? and text = ?', [
        number,
        number,
        'odd',
      ]);
      expect(found.map(({ n, digits }) => [Number(n), String(digits)])).to.deep.equal([
        [number, String(number)],
      ]);
      const near = await ask('select n from numbers where n > ? and n < ? and text = ?', [
        number - 1,
        number === 2 ** 53 - 1 ? number : number + 1,
        'odd',
      ]);
      expect(near.map(({ n }) => Number(n))).to.deep.equal(number === 2 ** 53 - 1 ? [] : [number]);
      await database.knex('numbers').where({ n: number, text: 'odd' }).delete();
    });
  }

  it('count in sums and in cases', async () => {
    const [row] = await ask(
      'select sum(case when id = ? then ? else ? end) as total, json_array(?, ?) as list from numbers where id <= ?',
      [1, 5, 2, 7, -3, 10],
    );
    expect(Number(row?.total)).to.equal(5 + 9 * 2);
    expect(JSON.parse(String(row?.list))).to.deep.equal([7, -3]);
  });

  it('bound a page', async () => {
    const found = await ask('select id from numbers where id > ? order by id limit ? offset ?', [100, 3, 2]);
    expect(found.map(({ id }) => Number(id))).to.deep.equal([103, 104, 105]);
  });

  const onServers = onlyOn('mysql', 'SQLite does not say what it reads');
  const lookups: readonly (readonly [string, readonly number[], number])[] = [
    ['select text from numbers where id = ?', [77], 1],
    ['select text from numbers where n = ?', [77 * step], 1],
    ['select text from numbers where id in (?, ?, ?)', [5, 6, 1900], 3],
    ['select text from numbers where n in (?, ?, ?)', [step, 2 * step, 1900 * step], 3],
    ['select text from numbers where n >= ? and n < ? order by n limit ?', [50 * step, 60 * step, 4], 4],
    ['select text from numbers where id > ? order by id limit ?', [100, 3], 3],
  ];
  for (const [text, bindings, most] of lookups) {
    onServers.it(`find rows by an index: ${text}`, async () => {
      await database.knex.transaction(async (trx) => {
        await query(trx, { text, bindings });
        await trx.raw('flush status');
        expect(await query(trx, { text, bindings })).to.have.length(most);
        const [status] = await trx.raw("show session status like 'Handler_read%'");
        const read = status.reduce((sum: number, { Value }: { Value: string }) => sum + Number(Value), 0);
        expect(read).to.be.below(3 * most + 2);
      });
    });
  }
});
