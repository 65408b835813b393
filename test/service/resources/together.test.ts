/** What hooks refuse is told together with what is wrong with other fields, and never because of it. */

import { book, makeItem, move, stocked } from './stock/world.ts';
import { describeRules, type Json, type Rule, rule, type World } from './world.ts';

/** A request that is wrong in a field and, by a rule of a hook, in another. */
const told = (
  what: string,
  errors: readonly string[],
  request: (world: World) => Promise<Sent>,
  by?: 'administrator',
): Rule => rule({ rule: what, given: request, send: (sent) => sent, status: 422, errors, ...(by && { by }) });
type Sent = readonly [method: 'POST' | 'PATCH', path: string, body: Json];

const rules: readonly Rule[] = [
  told('of an item: its name and its stocks', ['name', 'critical_stock'], async () => [
    'POST',
    '/items',
    { name: '', warning_stock: 5, critical_stock: 9 },
  ]),
  told('of an item: no judgement on a stock that is none', ['name', 'warning_stock'], async () => [
    'POST',
    '/items',
    { name: '', warning_stock: '5', critical_stock: 9 },
  ]),
  told(
    'of an item, also with fields that there are not',
    ['nonsense', 'current_stock', 'critical_stock'],
    async () => [
      'POST',
      '/items',
      { name: 'x', nonsense: 1, current_stock: 4, warning_stock: 5, critical_stock: 9 },
    ],
  ),
  told('of a movement: its notes and its price', ['notes', 'unit_price', 'company_id'], async (world) => [
    ...book({
      item_id: await stocked(world),
      type: 'exit',
      quantity: 1,
      unit_price: 3,
      notes: 5,
      company_id: await world.company('item_provider'),
    }),
  ]),
  told('of a movement: its notes and the stock', ['notes', 'quantity'], async (world) => [
    ...book({ item_id: await stocked(world), type: 'exit', quantity: 11, notes: 5 }),
  ]),
  told('of a movement: no judgement without its quantity', ['quantity'], async (world) => [
    ...book({ item_id: await makeItem(world), type: 'exit' }),
  ]),
  told('of a movement: no judgement without its item', ['item_id', 'quantity'], async () => [
    ...book({ item_id: 999_999, type: 'exit', quantity: 0 }),
  ]),
  told('of a movement: no judgement without its type', ['type'], async (world) => [
    ...book({ item_id: await makeItem(world), type: 'loan', quantity: 5, unit_price: 3 }),
  ]),
  told('of a reversal: its notes and that it has been', ['notes', 'reverses_id'], async (world) => {
    const id = await move(world, await makeItem(world));
    await world.make('item-movements', { reverses_id: id });
    return book({ reverses_id: id, notes: 7 });
  }),
  told('of an incident: its name and its maintenance', ['name', 'maintenance_id'], async (world) => [
    'PATCH',
    `/incidents/${await world.incident()}`,
    { name: ' ', maintenance_id: await world.maintenance() },
  ]),
  told('of a maintenance: its priority and its operators', ['priority', 'operator_ids'], async (world) => [
    'PATCH',
    `/maintenances/${await world.maintenance()}`,
    { priority: 'soon', status: 'in_progress' },
  ]),
  told('of a maintenance: no judgement without its status', ['status'], async (world) => [
    'PATCH',
    `/maintenances/${await world.maintenance()}`,
    { status: 'completed' },
  ]),
  told('of a zone: its name and its materials', ['name', 'allow_material'], async (world) => {
    const zone = await world.zone();
    await world.material({ zone_id: zone });
    return ['PATCH', `/zones/${zone}`, { name: null, allow_material: false }];
  }),
  told('of a material: its price and its half plan', ['purchase_price', 'cleaning_unit'], async (world) => [
    'PATCH',
    `/materials/${await world.material()}`,
    { purchase_price: -1, cleaning_every: 3 },
  ]),
  told(
    'of a material: no judgement on a plan without a sound interval',
    ['cleaning_every'],
    async (world) => [
      'PATCH',
      `/materials/${await world.material()}`,
      { cleaning_every: 0, cleaning_unit: null },
    ],
  ),
  told(
    'of a user: a phone and a site',
    ['office_phone', 'memberships.0.site_id'],
    async (world) => [
      'PATCH',
      `/users/${await world.user('viewer@demo.test')}`,
      { office_phone: 5, memberships: [{ site_id: 999, role_ids: [] }] },
    ],
    'administrator',
  ),
  told(
    'of a site: what is wrong with its fields before what conflicts',
    ['timezone'],
    async () => ['PATCH', '/sites/1', { timezone: 'Mars', is_headquarters: false }],
    'administrator',
  ),
];

describeRules('errors of hooks beside others', rules);
