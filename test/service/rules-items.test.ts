/** The rules of items, one row each. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule, type World } from './rules-world.ts';

const item = (world: World, body: Json = {}) => world.make('items', { name: world.name(), ...body });

const entry = (world: World, item_id: number, quantity: number) =>
  world.make('item-movements', { item_id, type: 'entry', quantity });

/** The id of a material of Plant South, which Plant North must not refer to. */
const materialElsewhere = async (world: World): Promise<number> => {
  const row = await world.service.database.knex('materials').where({ site_id: 3 }).first('id');
  return Number(row?.id);
};

const rules: readonly Rule[] = [
  rule({
    rule: 'an item needs nothing but a name',
    send: (_, world) => ['POST', '/items', { name: world.name() }],
    status: 201,
    data: () => ({
      reference: null,
      unit: 'piece',
      company: null,
      current_price: 0,
      warning_stock: null,
      critical_stock: null,
      material_ids: [],
      materials: [],
      current_stock: 0,
      entry_total: 0,
      exit_total: 0,
      movement_count: 0,
      stock_status: 'empty',
      site: { id: 2, name: 'Plant North' },
    }),
  }),
  rule({
    rule: 'an item has all its fields',
    given: async (world) => ({
      material: await world.material({ name: 'Press of the rule' }),
      company: await world.company('item_provider'),
      name: world.name(),
    }),
    send: ({ material, company, name }) => [
      'POST',
      '/items',
      {
        name,
        reference: `R ${name}`,
        description: 'Shelf 4',
        unit: 'm',
        company_id: company,
        company_reference: 'XY',
        current_price: 19.99,
        warning_stock: 5,
        critical_stock: 5,
        material_ids: [material],
      },
    ],
    status: 201,
    data: ({ material, company, name }) => ({
      reference: `R ${name}`,
      description: 'Shelf 4',
      unit: 'm',
      company_id: company,
      company_reference: 'XY',
      current_price: 19.99,
      warning_stock: 5,
      critical_stock: 5,
      material_ids: [material],
      materials: [{ id: material, name: 'Press of the rule' }],
    }),
  }),
  rule({
    rule: 'an item needs a name',
    send: () => ['POST', '/items', { name: '  ' }],
    status: 422,
    errors: ['name'],
    contains: ['must not be empty'],
  }),
  ...(['name', 'reference'] as const).map((field) =>
    rule({
      rule: `no two items of a site have the same ${field}`,
      given: async (world) => {
        const taken = world.name();
        await item(world, { [field]: taken });
        return { taken, name: world.name() };
      },
      send: ({ taken, name }) => ['POST', '/items', { name, [field]: taken }],
      status: 422,
      errors: [field],
      contains: ['has already been taken'],
    }),
  ),
  rule({
    rule: 'items of two sites may have the same name and reference',
    given: async (world) => {
      const name = world.name();
      await item(world, { name, reference: name });
      return name;
    },
    by: 'administrator',
    send: (name) => ['POST', '/items', { name, reference: name }],
    status: 201,
  }),
  rule({
    rule: 'several items may have no reference',
    given: (world) => item(world),
    send: (_, world) => ['POST', '/items', { name: world.name(), reference: '' }],
    status: 201,
    data: () => ({ reference: null }),
  }),
  ...[
    { current_price: 1.005 },
    { current_price: -0.01 },
    { current_price: 10_000_000 },
    { current_price: '3' },
    { warning_stock: -1 },
    { critical_stock: 1.5 },
    { critical_stock: 2_147_483_648 },
    { unit: 'a unit of more than twenty' },
    { unit: null },
    { name: 'n'.repeat(256) },
  ].map((wrong) =>
    rule({
      rule: `an item cannot have ${JSON.stringify(wrong).slice(0, 40)}`,
      send: (_, world) => ['POST', '/items', { name: world.name(), ...wrong }],
      status: 422,
      errors: Object.keys(wrong),
    }),
  ),
  rule({
    rule: 'the critical stock is not above the warning stock',
    send: (_, world) => ['POST', '/items', { name: world.name(), warning_stock: 3, critical_stock: 4 }],
    status: 422,
    errors: ['critical_stock'],
    contains: ['The critical stock must not be above the warning stock, 3.'],
  }),
  rule({
    rule: 'the critical stock is compared with the warning stock that is stored',
    given: (world) => item(world, { warning_stock: 3 }),
    send: (id) => ['PATCH', `/items/${id}`, { critical_stock: 4 }],
    status: 422,
    errors: ['critical_stock'],
    afterwards: (id) => [`/items/${id}`, { critical_stock: null }],
  }),
  rule({
    rule: 'the warning stock is compared with the critical stock that is stored',
    given: (world) => item(world, { warning_stock: 9, critical_stock: 4 }),
    send: (id) => ['PATCH', `/items/${id}`, { warning_stock: 3 }],
    status: 422,
    errors: ['warning_stock'],
    contains: ['The warning stock must not be below the critical stock, 4.'],
  }),
  rule({
    rule: 'without a warning stock any critical stock will do',
    given: (world) => item(world, { warning_stock: 9, critical_stock: 4 }),
    send: (id) => ['PATCH', `/items/${id}`, { warning_stock: null, critical_stock: 40 }],
    status: 200,
    data: () => ({ warning_stock: null, critical_stock: 40 }),
  }),
  rule({
    rule: 'the supplier provides items',
    given: (world) => world.company('item_provider', false),
    send: (company_id, world) => ['POST', '/items', { name: world.name(), company_id }],
    status: 422,
    errors: ['company_id'],
    contains: ['does not exist or is not available here'],
  }),
  rule({
    rule: 'what it fits is of the site',
    given: materialElsewhere,
    send: (material, world) => ['POST', '/items', { name: world.name(), material_ids: [material] }],
    status: 422,
    errors: ['material_ids'],
  }),
  rule({
    rule: 'it fits each material once',
    given: (world) => world.material(),
    send: (material, world) => ['POST', '/items', { name: world.name(), material_ids: [material, material] }],
    status: 422,
    errors: ['material_ids'],
    contains: ['twice'],
  }),
  rule({
    rule: 'what the service keeps is not set',
    send: (_, world) => [
      'POST',
      '/items',
      {
        name: world.name(),
        current_stock: 5,
        entry_total: 5,
        exit_total: 0,
        movement_count: 1,
        stock_status: 'ok',
        site_id: 2,
      },
    ],
    status: 422,
    errors: ['current_stock', 'entry_total', 'exit_total', 'movement_count', 'stock_status', 'site_id'],
  }),
  rule({
    rule: 'an item is not deleted while it has movements',
    given: async (world) => {
      const id = await item(world);
      await entry(world, id, 1);
      await entry(world, id, 1);
      return id;
    },
    send: (id) => ['DELETE', `/items/${id}`],
    status: 409,
    contains: ['It cannot be deleted while these depend on it: 2 item movements.'],
    afterwards: (id) => [`/items/${id}`, { current_stock: 2 }],
  }),
  rule({
    rule: 'an item without movements is deleted, whatever it fits',
    given: async (world) => item(world, { material_ids: [await world.material()] }),
    send: (id) => ['DELETE', `/items/${id}`],
    status: 204,
  }),
  rule({
    rule: 'a technician looks at items and changes none',
    given: (world) => item(world),
    by: 'technician',
    send: (id) => ['PATCH', `/items/${id}`, { unit: 'm' }],
    status: 403,
    contains: ['item.update'],
    afterwards: (id) => [`/items/${id}`, { unit: 'piece' }],
  }),
  rule({
    rule: 'from the headquarters items of a plant are seen and not changed',
    given: (world) => item(world),
    by: 'administrator',
    send: (id) => ['PATCH', `/items/${id}`, { unit: 'm' }],
    status: 403,
    contains: ['belongs to another site'],
    afterwards: (id) => [`/items/${id}`, { unit: 'piece' }],
  }),
];

describeRules('rules of items', rules, (world) => {
  const statuses = [
    ['empty', 0],
    ['critical', 1],
    ['critical', 3],
    ['warning', 4],
    ['warning', 7],
    ['ok', 8],
  ] as const;

  it('shows and finds the status of every stock', async () => {
    const search = world().name();
    const ids = await Promise.all(
      statuses.map(([, stock], index) =>
        item(world(), { name: `${search} ${index}`, critical_stock: 3, warning_stock: 7 }).then(
          async (id) => {
            if (stock > 0) await entry(world(), id, stock);
            return id;
          },
        ),
      ),
    );
    for (const status of new Set(statuses.map(([status]) => status))) {
      const query = `search=${encodeURIComponent(search)}&stock_status=${status}&sort=current_stock`;
      const { data } = (await world().manager.get(`/items?${query}&fields=id,stock_status`)).body;
      const wanted = ids.filter((_, index) => statuses[index]?.[0] === status);
      expect(data).to.deep.equal(wanted.map((id) => ({ id, stock_status: status })));
    }
    const counts = await world().manager.get(
      `/items/counts?by=stock_status&search=${encodeURIComponent(search)}`,
    );
    expect(counts.body.data).to.deep.equal([
      { value: 'empty', count: 1 },
      { value: 'critical', count: 2 },
      { value: 'warning', count: 2 },
      { value: 'ok', count: 1 },
    ]);
  });

  it('is empty or well where no limits are set', async () => {
    const id = await item(world());
    expect(await world().read(`/items/${id}`)).to.include({ stock_status: 'empty' });
    await entry(world(), id, 1);
    expect(await world().read(`/items/${id}`)).to.include({ stock_status: 'ok' });
  });

  it('is found by material, supplier, stock and its texts', async () => {
    const company_id = await world().company('item_provider');
    const material = await world().material();
    const id = await item(world(), {
      material_ids: [material],
      company_id,
      company_reference: 'QX-77',
      description: 'Left-handed thread',
    });
    await entry(world(), id, 12);
    const queries = [
      `material_id=${material}`,
      `material_id=${material}&company_id=${company_id}&current_stock[gte]=12&current_stock[lt]=13`,
      'search=qx-77',
      'search=LEFT-HANDED+qx',
    ];
    for (const query of queries) {
      const { data } = (await world().manager.get(`/items?${query}&fields=id`)).body;
      expect(data, query).to.deep.equal([{ id }]);
    }
    for (const query of [`material_id=${material}&current_stock[gt]=12`, 'search=qx-77+elsewhere']) {
      expect((await world().manager.get(`/items?${query}`)).body.meta.total, query).to.equal(0);
    }
  });

  it('offers for the supplier exactly the companies that provide items', async () => {
    const { knex } = world().service.database;
    const providers = await knex('company_types').where({ type: 'item_provider' }).pluck('company_id');
    const options = await world().manager.get('/items/options/company_id?per_page=100');
    expect(options.body.data.map(({ id }: { id: number }) => id)).to.have.members(providers);
  });

  it('keeps its version while stock moves, so that an open form can still be saved', async () => {
    const id = await item(world());
    const { etag } = (await world().manager.get(`/items/${id}`)).headers;
    await entry(world(), id, 3);
    const again = await world().manager.get(`/items/${id}`, { 'If-None-Match': etag });
    expect(again.status, 'the answer has changed').to.equal(200);
    const saved = await world().manager.patch(`/items/${id}`, { unit: 'm' }, { 'If-Match': etag });
    expect(saved.status, saved.text).to.equal(200);
    expect(saved.body.data).to.include({ unit: 'm', current_stock: 3 });
  });

  it('gets another version with a new price, which an open form would overwrite', async () => {
    const id = await item(world(), { current_price: 1 });
    const { etag } = (await world().manager.get(`/items/${id}`)).headers;
    await world().make('item-movements', { item_id: id, type: 'entry', quantity: 1, unit_price: 2 });
    const reply = await world().manager.patch(`/items/${id}`, { current_price: 1 }, { 'If-Match': etag });
    expect(reply.status).to.equal(412);
  });
});
