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
  told('of a movement: its notes and the stock', ['notes', 'quantity'], async (world) => [
    ...book({ item_id: await stocked(world), type: 'exit', quantity: 11, notes: 5 }),
  ]),
  told('of a movement: no judgement without its quantity', ['quantity'], async (world) => [
    ...book({ item_id: await makeItem(world), type: 'exit' }),
  ]),
  told('of a reversal: its notes and that it has been', ['notes', 'reverses_id'], async (world) => {
    const id = await move(world, await makeItem(world));
    await world.make('item-movements', { reverses_id: id });
    return book({ reverses_id: id, notes: 7 });
  }),
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
