/** What reversing a movement does and when it cannot be: one row a rule. */
import { expect } from 'chai';
import { describeRules, type Rule, rule } from '../world.ts';
import { book, makeItem, move, ofItem, stocked } from './world.ts';

/** An item and the last of its movements. */
interface Booked {
  readonly id: number;
  readonly movement: number;
}

const rules: readonly Rule[] = [
  rule({
    rule: 'an exit is reversed by its identifier alone, also for its maintenance',
    given: async (world) => {
      const id = await stocked(world);
      const maintenance = await world.maintenance();
      const movement = await move(world, id, { type: 'exit', quantity: 4, maintenance_id: maintenance });
      // The price of another day must not change what is given back.
      await move(world, id, { unit_price: 7 });
      return { id, maintenance, movement };
    },
    send: ({ movement }) => book({ reverses_id: movement, notes: 'not used' }),
    status: 201,
    data: ({ movement, maintenance }) => ({
      type: 'entry',
      quantity: 4,
      unit_price: 2.5,
      total_price: 10,
      reverses_id: movement,
      maintenance_id: maintenance,
      notes: 'not used',
      company_id: null,
    }),
    afterwards: ({ maintenance }) => [`/maintenances/${maintenance}`, { parts_cost: 0, movement_count: 2 }],
  }),
  rule<Booked>({
    rule: 'a reversed entry leaves the stock and not the price',
    given: async (world) => {
      const id = await stocked(world);
      return { id, movement: await move(world, id, { quantity: 5, unit_price: 8 }) };
    },
    send: ({ movement }) => book({ reverses_id: movement }),
    status: 201,
    data: () => ({ type: 'exit', quantity: 5, unit_price: 8, total_price: 40, notes: null }),
    afterwards: ({ id }) => ofItem(id, { current_stock: 10, current_price: 8 }),
  }),
  rule<Booked>({
    rule: 'the reversal of an exit brings no price, however late it is booked',
    given: async (world) => {
      const id = await stocked(world);
      const movement = await move(world, id, { type: 'exit', quantity: 1 });
      await world.make('item-movements', { reverses_id: movement });
      return { id, movement };
    },
    send: ({ id }) =>
      book({
        item_id: id,
        type: 'entry',
        quantity: 1,
        unit_price: 3,
        moved_at: '2026-01-01T00:00:00Z',
      }),
    status: 201,
    afterwards: ({ id }) => ofItem(id, { current_price: 3 }),
  }),
  rule<Booked>({
    rule: 'a movement is reversed once',
    given: async (world) => {
      const id = await stocked(world);
      const movement = await move(world, id, { type: 'exit' });
      await world.make('item-movements', { reverses_id: movement });
      return { id, movement };
    },
    send: ({ movement }) => book({ reverses_id: movement }),
    status: 422,
    errors: ['reverses_id'],
    contains: ['This movement has already been reversed.'],
    afterwards: ({ id }) => ofItem(id, { current_stock: 10 }),
  }),
  rule<Booked>({
    rule: 'a reversal is not reversed',
    given: async (world) => {
      const id = await stocked(world);
      const reverses_id = await move(world, id, { type: 'exit' });
      return { id, movement: await world.make('item-movements', { reverses_id }) };
    },
    send: ({ movement }) => book({ reverses_id: movement }),
    status: 422,
    errors: ['reverses_id'],
    contains: ['is itself a reversal'],
    afterwards: ({ id }) => ofItem(id, { current_stock: 10 }),
  }),
  rule<Booked>({
    rule: 'an entry of which too little is left is not reversed',
    given: async (world) => {
      const id = await makeItem(world);
      const movement = await move(world, id, { quantity: 5 });
      await move(world, id, { type: 'exit', quantity: 4 });
      return { id, movement };
    },
    send: ({ movement }) => book({ reverses_id: movement }),
    status: 422,
    errors: ['reverses_id'],
    contains: ['Only 1 is in stock.'],
    afterwards: ({ id }) => ofItem(id, { current_stock: 1, movement_count: 2 }),
  }),
  rule<Booked>({
    rule: 'a reversal says nothing of its own but notes',
    given: async (world) => {
      const id = await stocked(world);
      return { id, movement: await move(world, id, {}) };
    },
    send: ({ id, movement }) => book({ reverses_id: movement, item_id: id, quantity: 2, moved_at: null }),
    status: 422,
    errors: ['item_id', 'quantity', 'moved_at'],
    contains: ['cannot be sent together with'],
  }),
];

describeRules('reversals of item movements', rules, (world) => {
  it('are offered for exactly the movements that can be reversed', async () => {
    const id = await makeItem(world());
    const entry = await move(world(), id, { quantity: 5 });
    const small = await move(world(), id, { quantity: 1 });
    const exit = await move(world(), id, { type: 'exit', quantity: 4 });
    const undone = await move(world(), id, { quantity: 2 });
    const reversal = await world().make('item-movements', { reverses_id: undone });
    const all = [entry, small, exit, undone, reversal];
    const address = `/item-movements/options/reverses_id?id=${all.join()}`;
    const offered = async () =>
      (await world().manager.get(address)).body.data.map((one: { id: number }) => one.id);
    expect(await offered()).to.have.members([small, exit]);
    await world().make('item-movements', { reverses_id: exit });
    expect(await offered()).to.have.members([small, entry]);
    for (const one of all) {
      const [, path, body] = book({ reverses_id: one });
      const { status } = await world().manager.post(path, body, { Prefer: 'dry-run' });
      expect(status, `${one}`).to.equal((await offered()).includes(one) ? 201 : 422);
    }
  });
});
