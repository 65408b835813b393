/** The rules of items, one row each. */
import { describeRules, type Rule, rule, type World } from '../world.ts';
import { makeItem, move } from './world.ts';

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
    given: async (world) => {
      const zone = await world.zone({ name: 'Hall of the rule' });
      return {
        zone,
        material: await world.material({ name: 'Press of the rule', zone_id: zone }),
        company: await world.company('item_provider'),
        name: world.name(),
      };
    },
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
    data: ({ zone, material, company, name }) => ({
      reference: `R ${name}`,
      description: 'Shelf 4',
      unit: 'm',
      company_id: company,
      company_reference: 'XY',
      current_price: 19.99,
      warning_stock: 5,
      critical_stock: 5,
      material_ids: [material],
      materials: [{ id: material, name: 'Press of the rule', zone: { id: zone, name: 'Hall of the rule' } }],
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
        await makeItem(world, { [field]: taken });
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
      await makeItem(world, { name, reference: name });
      return name;
    },
    by: 'administrator',
    send: (name) => ['POST', '/items', { name, reference: name }],
    status: 201,
  }),
  rule({
    rule: 'several items may have no reference',
    given: (world) => makeItem(world),
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
    given: (world) => makeItem(world, { warning_stock: 3 }),
    send: (id) => ['PATCH', `/items/${id}`, { critical_stock: 4 }],
    status: 422,
    errors: ['critical_stock'],
    afterwards: (id) => [`/items/${id}`, { critical_stock: null }],
  }),
  rule({
    rule: 'the warning stock is compared with the critical stock that is stored',
    given: (world) => makeItem(world, { warning_stock: 9, critical_stock: 4 }),
    send: (id) => ['PATCH', `/items/${id}`, { warning_stock: 3 }],
    status: 422,
    errors: ['warning_stock'],
    contains: ['The warning stock must not be below the critical stock, 4.'],
  }),
  rule({
    rule: 'without a warning stock any critical stock will do',
    given: (world) => makeItem(world, { warning_stock: 9, critical_stock: 4 }),
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
      const id = await makeItem(world);
      await move(world, id);
      await move(world, id);
      return id;
    },
    send: (id) => ['DELETE', `/items/${id}`],
    status: 409,
    contains: ['It cannot be deleted while these depend on it: 2 item movements.'],
    afterwards: (id) => [`/items/${id}`, { current_stock: 2 }],
  }),
  rule<{ zone_id: number; material: number }>({
    rule: 'materials are chosen with their zone, in which alone their name is unique',
    given: async (world) => {
      const zone_id = await world.zone();
      return { zone_id, material: await world.material({ zone_id }) };
    },
    send: ({ material }) => ['GET', `/items/options/material_ids?id=${material}`],
    status: 200,
    contains: [/"data":\[\{"id":\d+,"name":"[^"]+","zone":\{"id":\d+,"name":"[^"]+"\}\}\]/],
  }),
  rule({
    rule: 'an item without movements is deleted, whatever it fits',
    given: async (world) => makeItem(world, { material_ids: [await world.material()] }),
    send: (id) => ['DELETE', `/items/${id}`],
    status: 204,
  }),
  rule({
    rule: 'a technician looks at items and changes none',
    given: (world) => makeItem(world),
    by: 'technician',
    send: (id) => ['PATCH', `/items/${id}`, { unit: 'm' }],
    status: 403,
    contains: ['item.update'],
    afterwards: (id) => [`/items/${id}`, { unit: 'piece' }],
  }),
  rule({
    rule: 'from the headquarters items of a plant are seen and not changed',
    given: (world) => makeItem(world),
    by: 'administrator',
    send: (id) => ['PATCH', `/items/${id}`, { unit: 'm' }],
    status: 403,
    contains: ['belongs to another site'],
    afterwards: (id) => [`/items/${id}`, { unit: 'piece' }],
  }),
];

describeRules('rules of items', rules);
