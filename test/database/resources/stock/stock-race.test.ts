/**
 * Stock under parallel requests: on MariaDB from two server processes on one database, on SQLite, which one
 * process serves, from that one.
 */
import { expect } from 'chai';
import { expectCounted } from '../../../../package/testing/laws/counters.ts';
import { expectReplayed } from '../../../../package/testing/laws/journal.ts';
import type { Client, Reply } from '../../../harness/client.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../harness/database.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';

describe('stock under parallel requests', () => {
  let database: TestDatabase;
  let nodes: ServiceProcess[] = [];
  let clients: Client[] = [];
  let items = 0;

  before(async () => {
    database = await createTestDatabase('demo');
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
    const count = databaseKind === 'mysql' ? 2 : 1;
    nodes = await Promise.all(Array.from({ length: count }, () => startProcess({ env })));
    clients = nodes.map((node) => node.client());
    for (const client of clients) {
      expect((await client.login('manager@demo.test')).status).to.equal(200);
    }
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database?.drop();
  });

  /** The client of a node; numbers beyond go round. */
  const at = (node: number): Client => {
    const client = clients.at(node % clients.length);
    if (!client) throw new Error('No node has been started.');
    return client;
  };
  const newItem = async (stock: number): Promise<number> => {
    items += 1;
    const { body } = await at(0).post('/items', { name: `Raced item ${items}`, current_price: 1.5 });
    const entry = { item_id: body.data.id, type: 'entry', quantity: stock };
    expect((await at(0).post('/item-movements', entry)).status).to.equal(201);
    return body.data.id;
  };
  /** As many at once, on every node in turn. */
  const inParallel = (count: number, body: (index: number) => object): Promise<Reply[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => at(index).post('/item-movements', body(index))));
  const withStatus = (replies: readonly Reply[], status: number) =>
    replies.filter((reply) => reply.status === status);
  /** The stock as the item has it, the sum of its ledger, and how many movements that has. */
  const stockOf = async (id: number) => {
    const item = await database.knex('items').where({ id }).first('current_stock');
    const ledger = await database.knex('item_movements').where({ item_id: id }).pluck('signed_quantity');
    const sum = ledger.reduce((total: number, each: number) => total + Number(each), 0);
    return { stock: Number(item?.current_stock), sum, movements: ledger.length };
  };

  it('lets exactly forty of a hundred parallel exits take a stock of forty', async () => {
    const item_id = await newItem(40);
    const replies = await inParallel(100, () => ({ item_id, type: 'exit', quantity: 1 }));
    expect(withStatus(replies, 201).length, statusesOf(replies)).to.equal(40);
    const refused = withStatus(replies, 422);
    expect(refused.length, statusesOf(replies)).to.equal(60);
    for (const { body } of refused) {
      expect(body.errors).to.deep.equal({ quantity: ['Only 0 are in stock.'] });
    }
    expect(await stockOf(item_id)).to.deep.equal({ stock: 0, sum: 0, movements: 41 });
  });

  it('loses none of a hundred entries and exits of different sizes', async () => {
    const item_id = await newItem(1000);
    const quantity = (index: number) => (index % 7) + 1;
    const replies = await inParallel(100, (index) => ({
      item_id,
      type: index % 3 === 0 ? 'entry' : 'exit',
      quantity: quantity(index),
    }));
    expect(withStatus(replies, 201).length, statusesOf(replies)).to.equal(100);
    const expected = Array.from({ length: 100 }, (_, index) => quantity(index) * (index % 3 === 0 ? 1 : -1));
    const left = 1000 + expected.reduce((sum, each) => sum + each, 0);
    expect(await stockOf(item_id)).to.deep.equal({ stock: left, sum: left, movements: 101 });
  });

  it('reverses a movement once, however many ask at the same time', async () => {
    const item_id = await newItem(10);
    const exit = await at(0).post('/item-movements', { item_id, type: 'exit', quantity: 4 });
    const replies = await inParallel(20, () => ({ reverses_id: exit.body.data.id }));
    expect(withStatus(replies, 201).length, statusesOf(replies)).to.equal(1);
    const refused = withStatus(replies, 422);
    expect(refused.length, statusesOf(replies)).to.equal(19);
    for (const { body } of refused) {
      expect(body.errors).to.deep.equal({ reverses_id: ['This movement has already been reversed.'] });
    }
    expect(await stockOf(item_id)).to.deep.equal({ stock: 10, sum: 10, movements: 3 });
  });

  it('does not take the stock below zero by reversing entries while exits go on', async () => {
    const item_id = await newItem(5);
    const entries = await inParallel(10, () => ({ item_id, type: 'entry', quantity: 2 }));
    const reversals = entries.map(({ body }) => ({ reverses_id: body.data.id }));
    const replies = await inParallel(30, (index) =>
      index % 3 === 0 ? { ...reversals[index / 3] } : { item_id, type: 'exit', quantity: 2 },
    );
    expect(withStatus(replies, 201).length + withStatus(replies, 422).length, statusesOf(replies)).to.equal(
      30,
    );
    const { stock, sum, movements } = await stockOf(item_id);
    expect(stock).to.equal(sum);
    // 25 pieces, taken in twos: one is left when nothing more can be taken.
    expect(stock).to.equal(1);
    expect(movements).to.equal(11 + 12);
  });

  it('leaves the stock of no past day below zero, whatever exits of other days go on', async () => {
    const item_id = await newItem(1);
    const past = [3, 6, 9].map((month) => `2025-0${month}-01T08:00:00Z`);
    for (const moved_at of past) {
      const entry = { item_id, type: 'entry', quantity: 5, moved_at };
      expect((await at(0).post('/item-movements', entry)).status).to.equal(201);
    }
    const replies = await inParallel(40, (index) => ({
      ...{ item_id, type: 'exit', quantity: 1 },
      ...(index % 4 < 3 && { moved_at: past[index % 4] }),
    }));
    expect(withStatus(replies, 201).length, statusesOf(replies)).to.equal(16);
    expect(withStatus(replies, 422).length, statusesOf(replies)).to.equal(24);
    const moved = await database.knex('item_movements').where({ item_id }).orderBy(['moved_at', 'type']);
    let stock = 0;
    for (const { signed_quantity, moved_at } of moved) {
      stock += Number(signed_quantity);
      expect(stock, String(moved_at)).to.be.at.least(0);
    }
  });

  it('keeps an item that a movement is booked on, or the movement finds it gone', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { body } = await at(0).post('/items', { name: `Doomed item ${index}` });
        return Number(body.data.id);
      }),
    );
    const outcomes = await Promise.all(
      ids.map(async (item_id, index) => {
        const entry = () => at(0).post('/item-movements', { item_id, type: 'entry', quantity: 1 });
        const removal = () => at(1).delete(`/items/${item_id}`);
        const [booked, deleted] =
          index % 2 === 0
            ? await Promise.all([entry(), removal()])
            : (await Promise.all([removal(), entry()])).reverse();
        return `${booked?.status} ${deleted?.status}`;
      }),
    );
    for (const outcome of outcomes) expect(outcome).to.be.oneOf(['201 409', '422 204']);
  });

  it('has told every change in the journal', async () => {
    expect(await expectReplayed(database.knex)).to.be.above(20);
  });

  it('has counted every movement', async () => {
    expect(await expectCounted(database.knex)).to.be.above(20);
  });
});

function statusesOf(replies: readonly Reply[]): string {
  const statuses = [...new Set(replies.map(({ status }) => status))];
  return statuses
    .map((status) => replies.filter((reply) => reply.status === status))
    .map((same) => `${same.length} × ${same[0]?.status}: ${same[0]?.text}`)
    .join('\n');
}
