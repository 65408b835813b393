/** The journal: the entry that a write makes, and who may read it. */
import { expect } from 'chai';
import { describeRules, type Rule, rule, sites, type World } from './world.ts';

/** A maintenance with a past: created, changed, begun. */
async function history(world: World) {
  const operator = await world.user('technician@demo.test');
  const id = await world.maintenance({ name: 'First name' });
  await world.manager.patch(`/maintenances/${id}`, { name: 'Second name', operator_ids: [operator] });
  await world.manager.patch(`/maintenances/${id}`, { name: 'Second name' });
  await world.manager.patch(`/maintenances/${id}`, { status: 'in_progress' });
  return { id, operator, trail: `/activities?resource=maintenance&record_id=${id}` };
}

const rules: readonly Rule[] = [
  rule({
    rule: 'a write that changes nothing leaves nothing',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&fields=name&sort=created_at`],
    status: 200,
    contains: [
      '"data":[{"name":"maintenance.create"},{"name":"maintenance.update"},{"name":"maintenance.transition"}]',
    ],
  }),
  rule({
    rule: 'a change shows each field before and after, lists included, and nothing else',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&action=update&fields=changes`],
    status: 200,
    contains: [
      /"data":\[\{"changes":\{"name":\["First name","Second name"\],"operator_ids":\[\[\],\[\d+\]\]\}\}\]/,
    ],
  }),
  rule({
    rule: 'a transition shows what it brought with it',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&action=transition&fields=changes`],
    status: 200,
    contains: [/"changes":\{"status":\["planned","in_progress"\],"started_at":\[null,"[^"]+Z"\]\}/],
  }),
  rule({
    rule: 'an entry names who, where and in which request',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&action=create`],
    status: 200,
    contains: [
      '"resource":"maintenance"',
      /"user":\{"id":\d+,"full_name":"[^"]+"\}/,
      '"site":{"id":2,"name":"Plant North"}',
      /"request_id":"[^"]+"/,
    ],
    lacks: ['version', 'search_text'],
  }),
  rule({
    rule: 'a delete leaves an entry that can be read by record',
    given: async (world) => {
      const zone = await world.zone({ name: 'Zone that goes' });
      await world.manager.delete(`/zones/${zone}`);
      return zone;
    },
    send: (zone) => ['GET', `/activities?resource=zone&record_id=${zone}&action=delete&fields=changes`],
    status: 200,
    contains: ['"name":["Zone that goes",null]'],
  }),
  rule({
    rule: 'a refused write leaves none',
    given: async (world) => {
      const zone = await world.zone();
      await world.material({ zone_id: zone });
      const refused = await world.manager.delete(`/zones/${zone}`);
      expect(refused.status).to.equal(409);
      return zone;
    },
    send: (zone) => ['GET', `/activities?resource=zone&record_id=${zone}&action=delete`],
    status: 200,
    contains: ['"data":[]', '"total":0'],
  }),
  rule({
    rule: 'the headquarters read what happens elsewhere',
    by: 'administrator',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&action=create&fields=site_id`],
    status: 200,
    contains: [`"data":[{"site_id":${sites.north}}]`],
  }),
  rule({
    rule: 'a plant reads nothing of another site',
    given: (world) => world.make('zones', { name: world.name() }, 'administrator'),
    send: (zone) => ['GET', `/activities?resource=zone&record_id=${zone}`],
    status: 200,
    contains: ['"data":[]'],
  }),
  rule({
    rule: 'entries are found by who and when',
    given: async (world) => ({ user: await world.user('manager@demo.test'), zone: await world.zone() }),
    send: ({ user, zone }) => [
      'GET',
      `/activities?user_id=${user}&record_id=${zone}&resource=zone&created_at[gte]=2024-01-01T00:00:00Z&fields=name`,
    ],
    status: 200,
    contains: ['"data":[{"name":"zone.create"}]'],
  }),
  rule({
    rule: 'the newest come first',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&fields=action`],
    status: 200,
    contains: [/"data":\[\{"action":"transition"\},.*\{"action":"create"\}\]/],
  }),
  rule({
    rule: 'technicians do not read it',
    by: 'technician',
    send: () => ['GET', '/activities'],
    status: 403,
  }),
  rule({ rule: 'nobody adds to it', send: () => ['POST', '/activities', { name: 'x' }], status: 405 }),
  ...(['PATCH', 'DELETE'] as const).map((method) =>
    rule({
      rule: `nobody changes it (${method})`,
      given: async (world) => (await world.manager.get('/activities?per_page=1')).body.data[0].id,
      send: (id) => [method, `/activities/${id}`, { name: 'x' }],
      status: 405,
    }),
  ),
];

describeRules('rules of activities', rules);
