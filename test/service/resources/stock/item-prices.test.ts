/** Which price a movement takes, and which it leaves an item with: one row a rule. */
import { expect } from 'chai';
import { describeRules, type Rule, rule } from '../world.ts';
import { book, makeItem, move, ofItem, stocked } from './world.ts';

const rules: readonly Rule[] = [
  rule({
    rule: 'an entry without a price takes the item’s, and changes none',
    given: (world) => makeItem(world, { name: 'Bearing 6204', current_price: 2.5 }),
    send: (item_id) => book({ item_id, type: 'entry', quantity: 10 }),
    status: 201,
    data: (id) => ({
      name: 'Entry of 10 × Bearing 6204',
      item: { id, name: 'Bearing 6204', reference: null, unit: 'piece' },
      quantity: 10,
      unit_price: 2.5,
      total_price: 25,
      company: null,
      maintenance: null,
      reverses_id: null,
    }),
    lacks: ['signed_quantity', 'cost', 'sets_price'],
    afterwards: (id) => ofItem(id, { current_stock: 10, entry_total: 10, exit_total: 0, current_price: 2.5 }),
  }),
  rule({
    rule: 'an entry with a price makes it the item’s',
    given: stocked,
    send: (item_id) => book({ item_id, type: 'entry', quantity: 3, unit_price: 0.1 }),
    status: 201,
    data: () => ({ unit_price: 0.1, total_price: 0.3 }),
    afterwards: (id) => ofItem(id, { current_stock: 13, current_price: 0.1 }),
  }),
  rule({
    rule: 'a price that a movement brings stands in the journal of the item',
    given: async (world) => {
      const id = await stocked(world);
      await move(world, id, { unit_price: 0.1 });
      await move(world, id, { unit_price: 0.1 });
      await move(world, id, { unit_price: 9, moved_at: '2026-01-01T00:00:00Z' });
      await move(world, id, {});
      return id;
    },
    send: (id) => ['GET', `/activities?resource=item&record_id=${id}&fields=name,changes,site,user`],
    status: 200,
    contains: [
      '"total":2',
      /"name":"item\.update","user":\{"id":\d+,[^}]+\},"changes":\{"current_price":\[2\.5,0\.1\]\},/,
    ],
  }),
  rule({
    rule: 'a free delivery leaves the item’s price, and costs nothing itself',
    given: stocked,
    send: (item_id) => book({ item_id, type: 'entry', quantity: 1, unit_price: 0 }),
    status: 201,
    data: () => ({ unit_price: 0, total_price: 0 }),
    afterwards: (id) => ofItem(id, { current_price: 2.5 }),
  }),
  rule({
    rule: 'a free delivery of a later date is in no price’s way, whichever version booked it',
    given: async (world) => {
      const id = await stocked(world);
      const free = await move(world, id, { unit_price: 0, moved_at: '2026-03-02T00:00:00Z' });
      await world.service.database.knex('item_movements').where({ id: free }).update({ sets_price: true });
      return id;
    },
    send: (item_id) =>
      book({ item_id, type: 'entry', quantity: 1, unit_price: 9, moved_at: '2026-03-01T00:00:00Z' }),
    status: 201,
    afterwards: (id) => ofItem(id, { current_price: 9 }),
  }),
  rule({
    rule: 'an entry dated before one that brought a price changes no price',
    given: async (world) => {
      const id = await stocked(world);
      await move(world, id, { unit_price: 4, moved_at: '2026-03-02T00:00:00Z' });
      return id;
    },
    send: (item_id) =>
      book({ item_id, type: 'entry', quantity: 1, unit_price: 9, moved_at: '2026-03-01T23:59:59.999Z' }),
    status: 201,
    data: () => ({ unit_price: 9 }),
    afterwards: (id) => ofItem(id, { current_price: 4, current_stock: 12 }),
  }),
  rule({
    rule: 'of two entries of the same moment the one booked last brings the price',
    given: async (world) => {
      const id = await stocked(world);
      await move(world, id, { unit_price: 4, moved_at: '2026-03-02T00:00:00Z' });
      return id;
    },
    send: (item_id) =>
      book({ item_id, type: 'entry', quantity: 1, unit_price: 9, moved_at: '2026-03-02T01:00:00+01:00' }),
    status: 201,
    data: () => ({ moved_at: '2026-03-02T00:00:00.000Z' }),
    afterwards: (id) => ofItem(id, { current_price: 9 }),
  }),
  rule({
    rule: 'a later entry without a price, or an exit, is in no price’s way',
    given: async (world) => {
      const id = await stocked(world);
      await move(world, id, { type: 'exit' });
      return id;
    },
    send: (item_id) =>
      book({ item_id, type: 'entry', quantity: 1, unit_price: 9, moved_at: '2026-03-01T00:00:00Z' }),
    status: 201,
    afterwards: (id) => ofItem(id, { current_price: 9 }),
  }),
];

describeRules('prices of items and movements', rules, (world) => {
  it('keeps prices recorded before, when the price of the item changes', async () => {
    const id = await stocked(world());
    const movement = await move(world(), id, { type: 'exit', quantity: 2 });
    await world().manager.patch(`/items/${id}`, { current_price: 99 });
    expect(await world().read(`/item-movements/${movement}`)).to.include({ unit_price: 2.5, total_price: 5 });
  });
});
