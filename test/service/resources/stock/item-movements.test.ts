/** The rules of the ledger of stock, one row each. */
import { describeRules, type Rule, rule } from '../world.ts';
import { book, makeItem, move, ofItem, stocked } from './world.ts';

const rules: readonly Rule[] = [
  rule({
    rule: 'an exit takes the item’s price',
    given: stocked,
    send: (item_id) => book({ item_id, type: 'exit', quantity: 4 }),
    status: 201,
    data: () => ({ unit_price: 2.5, total_price: 10 }),
    afterwards: (id) => ofItem(id, { current_stock: 6, exit_total: 4 }),
  }),
  rule({
    rule: 'what an exit does not have may be sent as null, as a form does',
    given: stocked,
    send: (item_id) =>
      book({
        item_id,
        type: 'exit',
        quantity: 1,
        company_id: null,
        invoice_number: '',
        invoice_date: null,
        reverses_id: null,
      }),
    status: 201,
  }),
  rule({
    rule: 'an exit is for a maintenance of the site, which costs that much more',
    given: async (world) => ({ id: await stocked(world), maintenance: await world.maintenance() }),
    send: ({ id, maintenance }) =>
      book({ item_id: id, type: 'exit', quantity: 3, maintenance_id: maintenance }),
    status: 201,
    afterwards: ({ maintenance }) => [`/maintenances/${maintenance}`, { parts_cost: 7.5, movement_count: 1 }],
  }),
  rule({
    rule: 'an exit takes all that is left',
    given: stocked,
    send: (item_id) => book({ item_id, type: 'exit', quantity: 10 }),
    status: 201,
    afterwards: (id) => ofItem(id, { current_stock: 0, stock_status: 'empty' }),
  }),
  rule({
    rule: 'an exit takes no more than is left',
    given: stocked,
    send: (item_id) => book({ item_id, type: 'exit', quantity: 11 }),
    status: 422,
    errors: ['quantity'],
    contains: ['"Only 10 are in stock."'],
    afterwards: (id) => ofItem(id, { current_stock: 10, movement_count: 1 }),
  }),
  rule({
    rule: 'an exit takes nothing of what is not there, whatever its date',
    given: (world) => makeItem(world),
    send: (item_id) => book({ item_id, type: 'exit', quantity: 1, moved_at: '2020-01-01T00:00:00Z' }),
    status: 422,
    errors: ['quantity'],
    contains: ['Only 0 are in stock.'],
  }),
  ...[
    // At its own moment, from the first entry on, at that entry's moment, after the lowest day.
    { moved_at: '2026-02-28T12:00:00Z', quantity: 1, said: 'Only 0 were in stock on 28 Feb 2026.' },
    { moved_at: '2026-03-05T00:00:00Z', quantity: 2, said: 'Only 1 was in stock on 3 Apr 2026.' },
    { moved_at: '2026-03-01T08:00:00Z', quantity: 1, said: null },
    { moved_at: '2026-04-02T23:30:00.001Z', quantity: 2, said: 'Only 1 was in stock on 3 Apr 2026.' },
    { moved_at: '2026-05-01T08:00:00Z', quantity: 6, said: null },
    { moved_at: '2026-05-01T08:00:00Z', quantity: 7, said: 'Only 6 are in stock.' },
  ].map(({ said, ...exit }) =>
    rule({
      rule: `an exit of ${exit.quantity} dated ${exit.moved_at} leaves at least nothing on each day since`,
      given: async (world) => {
        const id = await makeItem(world);
        await move(world, id, { quantity: 10, moved_at: '2026-03-01T08:00:00Z' });
        await move(world, id, { quantity: 5, moved_at: '2026-05-01T08:00:00Z' });
        // On 3 April by the clock of London.
        await move(world, id, { type: 'exit', quantity: 9, moved_at: '2026-04-02T23:30:00Z' });
        return id;
      },
      send: (item_id) => book({ item_id, type: 'exit', ...exit }),
      status: said ? 422 : 201,
      ...(said && { errors: ['quantity'], contains: [said] }),
    }),
  ),
  rule({
    rule: 'an exit leaves the one piece that a later one has taken',
    given: async (world) => {
      const id = await makeItem(world);
      await move(world, id, { quantity: 3, moved_at: '2026-03-01T08:00:00Z' });
      await move(world, id, { type: 'exit', quantity: 1, moved_at: '2026-03-03T08:00:00Z' });
      return id;
    },
    send: (item_id) => book({ item_id, type: 'exit', quantity: 3, moved_at: '2026-03-02T08:00:00Z' }),
    status: 422,
    contains: ['Only 2 '],
  }),
  rule({
    rule: 'the largest amounts are exact',
    given: (world) => makeItem(world),
    send: (item_id) => book({ item_id, type: 'entry', quantity: 999_999, unit_price: 9_999_999.99 }),
    status: 201,
    data: () => ({ unit_price: 9_999_999.99, total_price: 9_999_989_990_000.01 }),
    afterwards: (id) => ofItem(id, { current_price: 9_999_999.99, current_stock: 999_999 }),
  }),
  rule({
    rule: 'a stock that its column cannot hold is refused, and nothing is lost',
    given: async (world) => {
      const id = await stocked(world);
      await world.service.database.knex('items').where({ id }).update({ current_stock: 2_147_483_640 });
      return id;
    },
    send: (item_id) => book({ item_id, type: 'entry', quantity: 8 }),
    status: 422,
    errors: ['quantity'],
    contains: ['2147483647'],
    afterwards: (id) => ofItem(id, { current_stock: 2_147_483_640 }),
  }),
];

describeRules('rules of item movements', rules);
