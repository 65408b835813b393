/** The rules of the ledger of stock, one row each. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule, type World } from './rules-world.ts';

const item = (world: World, body: Json = {}) => world.make('items', { name: world.name(), ...body });
const move = (world: World, item_id: number, body: Json) =>
  world.make('item-movements', { item_id, type: 'entry', quantity: 1, ...body });

/** An item with ten in stock at 2.50. */
const stocked = async (world: World): Promise<number> => {
  const id = await item(world, { current_price: 2.5 });
  await move(world, id, { quantity: 10 });
  return id;
};

const post = (body: Json) => ['POST', '/item-movements', body] as const;
const ofItem = (id: number, data: Json) => [`/items/${id}`, data] as const;

/** An item and the last of its movements. */
interface Booked {
  readonly id: number;
  readonly movement: number;
}

const rules: readonly Rule[] = [
  rule({
    rule: 'an entry without a price takes the item’s, and changes none',
    given: (world) => item(world, { name: 'Bearing 6204', current_price: 2.5 }),
    send: (item_id) => post({ item_id, type: 'entry', quantity: 10 }),
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
    send: (item_id) => post({ item_id, type: 'entry', quantity: 3, unit_price: 0.1 }),
    status: 201,
    data: () => ({ unit_price: 0.1, total_price: 0.3 }),
    afterwards: (id) => ofItem(id, { current_stock: 13, current_price: 0.1 }),
  }),
  rule({
    rule: 'an entry may bring the price down to nothing',
    given: stocked,
    send: (item_id) => post({ item_id, type: 'entry', quantity: 1, unit_price: 0 }),
    status: 201,
    afterwards: (id) => ofItem(id, { current_price: 0 }),
  }),
  rule({
    rule: 'an entry dated before one that brought a price changes no price',
    given: async (world) => {
      const id = await stocked(world);
      await move(world, id, { unit_price: 4, moved_at: '2026-03-02T00:00:00Z' });
      return id;
    },
    send: (item_id) =>
      post({ item_id, type: 'entry', quantity: 1, unit_price: 9, moved_at: '2026-03-01T23:59:59.999Z' }),
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
      post({ item_id, type: 'entry', quantity: 1, unit_price: 9, moved_at: '2026-03-02T01:00:00+01:00' }),
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
      post({ item_id, type: 'entry', quantity: 1, unit_price: 9, moved_at: '2026-03-01T00:00:00Z' }),
    status: 201,
    afterwards: (id) => ofItem(id, { current_price: 9 }),
  }),
  rule({
    rule: 'an entry carries its supplier and invoice, and leaves the item’s supplier alone',
    given: async (world) => ({ id: await item(world), company: await world.company('item_provider') }),
    send: ({ id, company }) =>
      post({
        item_id: id,
        type: 'entry',
        quantity: 1,
        company_id: company,
        invoice_number: 'F 12',
        invoice_date: '2026-02-28',
        notes: 'by post',
      }),
    status: 201,
    data: ({ company }) => ({
      company_id: company,
      invoice_number: 'F 12',
      invoice_date: '2026-02-28',
      notes: 'by post',
    }),
    afterwards: ({ id }) => ofItem(id, { company_id: null }),
  }),
  rule({
    rule: 'an exit takes the item’s price',
    given: stocked,
    send: (item_id) => post({ item_id, type: 'exit', quantity: 4 }),
    status: 201,
    data: () => ({ unit_price: 2.5, total_price: 10 }),
    afterwards: (id) => ofItem(id, { current_stock: 6, exit_total: 4 }),
  }),
  rule({
    rule: 'an exit has no price of its own',
    given: stocked,
    send: (item_id) => post({ item_id, type: 'exit', quantity: 1, unit_price: 2.5 }),
    status: 422,
    errors: ['unit_price'],
    afterwards: (id) => ofItem(id, { current_stock: 10 }),
  }),
  rule({
    rule: 'an exit has neither supplier nor invoice',
    given: async (world) => ({ id: await stocked(world), company: await world.company('item_provider') }),
    send: ({ id, company }) =>
      post({
        item_id: id,
        type: 'exit',
        quantity: 1,
        company_id: company,
        invoice_number: 'F',
        invoice_date: '2026-01-01',
      }),
    status: 422,
    errors: ['company_id', 'invoice_number', 'invoice_date'],
  }),
  rule({
    rule: 'what an exit does not have may be sent as null, as a form does',
    given: stocked,
    send: (item_id) =>
      post({
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
      post({ item_id: id, type: 'exit', quantity: 3, maintenance_id: maintenance }),
    status: 201,
    afterwards: ({ maintenance }) => [`/maintenances/${maintenance}`, { parts_cost: 7.5, movement_count: 1 }],
  }),
  rule({
    rule: 'an entry is for no maintenance',
    given: async (world) => ({ id: await item(world), maintenance: await world.maintenance() }),
    send: ({ id, maintenance }) =>
      post({ item_id: id, type: 'entry', quantity: 3, maintenance_id: maintenance }),
    status: 422,
    errors: ['maintenance_id'],
  }),
  rule({
    rule: 'an exit takes all that is left',
    given: stocked,
    send: (item_id) => post({ item_id, type: 'exit', quantity: 10 }),
    status: 201,
    afterwards: (id) => ofItem(id, { current_stock: 0, stock_status: 'empty' }),
  }),
  rule({
    rule: 'an exit takes no more than is left',
    given: stocked,
    send: (item_id) => post({ item_id, type: 'exit', quantity: 11 }),
    status: 422,
    errors: ['quantity'],
    contains: ['"Only 10 are in stock."'],
    afterwards: (id) => ofItem(id, { current_stock: 10, movement_count: 1 }),
  }),
  rule({
    rule: 'an exit takes nothing of what is not there, whatever its date',
    given: (world) => item(world),
    send: (item_id) => post({ item_id, type: 'exit', quantity: 1, moved_at: '2020-01-01T00:00:00Z' }),
    status: 422,
    errors: ['quantity'],
    contains: ['Only 0 are in stock.'],
  }),
  ...[
    { quantity: 0 },
    { quantity: 1_000_000 },
    { quantity: 1.5 },
    { quantity: '3' },
    { unit_price: 0.001 },
    { unit_price: -1 },
    { unit_price: 10_000_000 },
    { unit_price: null },
    { type: 'loss' },
    { moved_at: '2999-01-01T00:00:00Z' },
    { moved_at: '2026-02-30T00:00:00Z' },
    { invoice_date: '2026-02-30' },
    { invoice_number: 'x'.repeat(101) },
    { notes: 'x'.repeat(2001) },
    { item_id: 999_999 },
    { reverses_id: 999_999, type: undefined, quantity: undefined, item_id: undefined },
  ].map((wrong) =>
    rule({
      rule: `a movement cannot have ${JSON.stringify(wrong).slice(0, 40)}`,
      given: stocked,
      send: (item_id) => post({ item_id, type: 'entry', quantity: 1, ...wrong }),
      status: 422,
      errors: Object.keys(wrong).slice(0, 1),
    }),
  ),
  rule({
    rule: 'a movement names an item, a type and a quantity',
    send: () => post({}),
    status: 422,
    errors: ['item_id', 'type', 'quantity'],
  }),
  rule({
    rule: 'what the service computes is not set',
    given: stocked,
    send: (item_id) =>
      post({ item_id, type: 'entry', quantity: 1, total_price: 1, name: 'x', cost: 1, signed_quantity: 5 }),
    status: 422,
    errors: ['total_price', 'name', 'cost', 'signed_quantity'],
  }),
  rule({
    rule: 'an item of another site is none',
    given: async ({ service }) =>
      Number((await service.database.knex('items').where({ site_id: 3 }).first('id'))?.id),
    send: (item_id) => post({ item_id, type: 'entry', quantity: 1 }),
    status: 422,
    errors: ['item_id'],
    contains: ['does not exist or is not available here'],
  }),
  rule({
    rule: 'the largest amounts are exact',
    given: (world) => item(world),
    send: (item_id) => post({ item_id, type: 'entry', quantity: 999_999, unit_price: 9_999_999.99 }),
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
    send: (item_id) => post({ item_id, type: 'entry', quantity: 8 }),
    status: 422,
    errors: ['quantity'],
    contains: ['2147483647'],
    afterwards: (id) => ofItem(id, { current_stock: 2_147_483_640 }),
  }),
  rule({
    rule: 'a technician books movements',
    given: stocked,
    by: 'technician',
    send: (item_id) => post({ item_id, type: 'exit', quantity: 1 }),
    status: 201,
  }),
  ...(['PATCH', 'DELETE'] as const).map((method) =>
    rule({
      rule: `there is no ${method} on a movement`,
      given: async (world) => move(world, await item(world), {}),
      send: (id) => [method, `/item-movements/${id}`, method === 'PATCH' ? { notes: 'x' } : undefined],
      status: 405,
      contains: ['method_not_allowed'],
    }),
  ),
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
    send: ({ movement }) => post({ reverses_id: movement, notes: 'not used' }),
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
    send: ({ movement }) => post({ reverses_id: movement }),
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
      post({
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
    send: ({ movement }) => post({ reverses_id: movement }),
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
    send: ({ movement }) => post({ reverses_id: movement }),
    status: 422,
    errors: ['reverses_id'],
    contains: ['is itself a reversal'],
    afterwards: ({ id }) => ofItem(id, { current_stock: 10 }),
  }),
  rule<Booked>({
    rule: 'an entry of which too little is left is not reversed',
    given: async (world) => {
      const id = await item(world);
      const movement = await move(world, id, { quantity: 5 });
      await move(world, id, { type: 'exit', quantity: 4 });
      return { id, movement };
    },
    send: ({ movement }) => post({ reverses_id: movement }),
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
    send: ({ id, movement }) => post({ reverses_id: movement, item_id: id, quantity: 2, moved_at: null }),
    status: 422,
    errors: ['item_id', 'quantity', 'moved_at'],
    contains: ['cannot be sent together with'],
  }),
  rule({
    rule: 'a movement of another site is not reversed',
    given: async ({ service }) =>
      Number((await service.database.knex('item_movements').where({ site_id: 3 }).first('id'))?.id),
    send: (reverses_id) => post({ reverses_id }),
    status: 422,
    errors: ['reverses_id'],
  }),
];

describeRules('rules of item movements', rules, (world) => {
  it('is found by item, maintenance, its material, supplier, time and texts, and sorted', async () => {
    const material_id = await world().material();
    const maintenance_id = await world().maintenance({ material_id });
    const company_id = await world().company('item_provider');
    const id = await item(world(), { name: 'Quetzal ring', reference: 'QR-1', current_price: 2 });
    const moved_at = '2026-02-01T08:00:00Z';
    const first = await move(world(), id, { quantity: 9, company_id, invoice_number: 'INV-9', moved_at });
    const second = await move(world(), id, {
      type: 'exit',
      quantity: 2,
      maintenance_id,
      notes: 'For the PRESS',
    });
    const expected: readonly (readonly [query: string, ids: readonly number[]])[] = [
      [`item_id=${id}`, [second, first]],
      [`item_id=${id}&sort=moved_at`, [first, second]],
      [`item_id=${id}&sort=type`, [first, second]],
      [`item_id=${id}&sort=-total_price`, [first, second]],
      [`item_id=${id}&sort=quantity`, [second, first]],
      [`maintenance_id=${maintenance_id}`, [second]],
      [`material_id=${material_id}`, [second]],
      [`item_id=${id}&company_id=${company_id}`, [first]],
      [`item_id=${id}&maintenance_id=null`, [first]],
      [`item_id=${id}&moved_at[lte]=${encodeURIComponent(moved_at)}`, [first]],
      ['search=quetzal', [second, first]],
      ['search=qr-1+inv-9', [first]],
      ['search=quetzal+press', [second]],
      ['search=quetzal+absent', []],
      [`item_id=${id}&type=exit`, [second]],
    ];
    for (const [query, ids] of expected) {
      const { data } = (await world().manager.get(`/item-movements?${query}&fields=id`)).body;
      expect(data, query).to.deep.equal(ids.map((one) => ({ id: one })));
    }
  });

  it('keeps the name an item had on the day', async () => {
    const id = await item(world(), { name: 'Old name of a part' });
    const movement = await move(world(), id, { quantity: 2 });
    await world().manager.patch(`/items/${id}`, { name: 'New name of a part' });
    const read = await world().read(`/item-movements/${movement}`);
    expect(read).to.include({ name: 'Entry of 2 × Old name of a part' });
    expect(read.item).to.include({ name: 'New name of a part' });
  });

  it('has room for the longest name', async () => {
    const id = await item(world(), { name: '×'.repeat(255) });
    const movement = await move(world(), id, { quantity: 999_999 });
    expect((await world().read(`/item-movements/${movement}`)).name).to.equal(
      `Entry of 999999 × ${'×'.repeat(255)}`,
    );
  });

  it('keeps prices recorded before, whatever becomes of the item’s', async () => {
    const id = await stocked(world());
    const movement = await move(world(), id, { type: 'exit', quantity: 2 });
    await world().manager.patch(`/items/${id}`, { current_price: 99 });
    expect(await world().read(`/item-movements/${movement}`)).to.include({ unit_price: 2.5, total_price: 5 });
  });

  it('leaves the stock the sum of the ledger for every item there is', async () => {
    const { knex } = world().service.database;
    const rows = await knex('item_movements').select('item_id', 'signed_quantity');
    const ledgers = new Map<number, number>();
    for (const { item_id, signed_quantity } of rows) {
      ledgers.set(item_id, (ledgers.get(item_id) ?? 0) + Number(signed_quantity));
    }
    // But for the one whose stock a rule above has set.
    const items = await knex('items').whereNot({ current_stock: 2_147_483_640 });
    expect(items.length).to.be.greaterThan(100);
    for (const { id, current_stock } of items) {
      expect(ledgers.get(id) ?? 0, `item ${id}`).to.equal(Number(current_stock));
    }
  });

  it('is refused in French to somebody who speaks it', async () => {
    const id = await item(world());
    await world().manager.patch('/user/locale', { locale: 'fr' });
    const reply = await world().manager.post('/item-movements', { item_id: id, type: 'exit', quantity: 1 });
    await world().manager.patch('/user/locale', { locale: 'en' });
    expect(reply.body.errors).to.deep.equal({ quantity: ['Il n’en reste que 0 en stock.'] });
  });
});
