/** The rules of zones, one row each. */
import { expect } from 'chai';
import { describeRules, type Rule, rule } from './world.ts';

const rules: readonly Rule[] = [
  rule({
    rule: 'a zone needs nothing but a name',
    send: (_, world) => ['POST', '/zones', { name: world.name() }],
    status: 201,
    data: () => ({
      description: null,
      parent_id: null,
      parent: null,
      allow_material: true,
      children_count: 0,
      material_count: 0,
      site_id: 2,
      site: { id: 2, name: 'Plant North' },
    }),
  }),
  rule({
    rule: 'names of zones are unique in their site',
    given: async (world) => world.read(`/zones/${await world.zone()}`),
    send: (zone) => ['POST', '/zones', { name: zone.name }],
    status: 422,
    errors: ['name'],
  }),
  rule({
    rule: 'a zone of another site may have the same name',
    by: 'administrator',
    given: async (world) => world.read(`/zones/${await world.zone()}`),
    send: (zone) => ['POST', '/zones', { name: zone.name }],
    status: 201,
  }),
  rule({
    rule: 'the parent is of the same site',
    given: (world) => world.make('zones', { name: world.name() }, 'administrator'),
    send: (parent_id, world) => ['POST', '/zones', { name: world.name(), parent_id }],
    status: 422,
    errors: ['parent_id'],
    contains: ['does not exist or is not available here'],
  }),
  rule({
    rule: 'a zone is not its own parent',
    given: (world) => world.zone(),
    send: (zone) => ['PATCH', `/zones/${zone}`, { parent_id: zone }],
    status: 422,
    errors: ['parent_id'],
  }),
  rule({
    rule: 'a zone does not move below one that is below it',
    given: async (world) => {
      const top = await world.zone();
      const middle = await world.zone({ parent_id: top });
      return { top, bottom: await world.zone({ parent_id: middle }) };
    },
    send: ({ top, bottom }) => ['PATCH', `/zones/${top}`, { parent_id: bottom }],
    status: 422,
    errors: ['parent_id'],
    afterwards: ({ top }) => [`/zones/${top}`, { parent_id: null, children_count: 1 }],
  }),
  rule({
    rule: 'a zone moves to the top',
    given: async (world) => world.zone({ parent_id: await world.zone() }),
    send: (zone) => ['PATCH', `/zones/${zone}`, { parent_id: null }],
    status: 200,
    data: () => ({ parent_id: null, parent: null }),
  }),
  rule({
    rule: 'zones at the top are found by null',
    given: async (world) => ({
      top: await world.zone(),
      below: await world.zone({ parent_id: await world.zone() }),
    }),
    send: ({ top, below }) => ['GET', `/zones?id=${top},${below}&parent_id=null&fields=parent_id`],
    status: 200,
    contains: ['"data":[{"parent_id":null}]'],
  }),
  rule({
    rule: 'a zone with materials goes on allowing them',
    given: async (world) => {
      const zone = await world.zone();
      await world.material({ zone_id: zone });
      return zone;
    },
    send: (zone) => ['PATCH', `/zones/${zone}`, { allow_material: false }],
    status: 422,
    errors: ['allow_material'],
    afterwards: (zone) => [`/zones/${zone}`, { allow_material: true, material_count: 1 }],
  }),
  rule({
    rule: 'a zone without materials may come to refuse them',
    given: (world) => world.zone(),
    send: (zone) => ['PATCH', `/zones/${zone}`, { allow_material: false }],
    status: 200,
    data: () => ({ allow_material: false }),
  }),
  rule({
    rule: 'a zone with children and materials is not deleted, and the message says how many',
    given: async (world) => {
      const zone = await world.zone();
      await world.zone({ parent_id: zone });
      await world.zone({ parent_id: zone });
      await world.material({ zone_id: zone });
      return zone;
    },
    send: (zone) => ['DELETE', `/zones/${zone}`],
    status: 409,
    contains: ['2 zones', '1 material'],
    lacks: ['1 materials'],
    afterwards: (zone) => [`/zones/${zone}`, { children_count: 2, material_count: 1 }],
  }),
  rule({
    rule: 'an empty zone is deleted',
    given: (world) => world.zone(),
    send: (zone) => ['DELETE', `/zones/${zone}`],
    status: 204,
  }),
];

describeRules('rules of zones', rules, (world) => {
  it('closes no circle when two moves race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await world().zone(), await world().zone()];
      const move = (zone: number, parent_id: number) =>
        world().manager.patch(`/zones/${zone}`, { parent_id });
      const replies = await Promise.all([move(a, b), move(b, a)]);
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    }
  });

  it('puts no material into a zone that comes to refuse them at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const zone = await world().zone();
      const [refusal, entry] = await Promise.all([
        world().manager.patch(`/zones/${zone}`, { allow_material: false }),
        world().manager.post('/materials', { name: world().name(), zone_id: zone }),
      ]);
      expect([
        [200, 422],
        [422, 201],
      ]).to.deep.include([refusal.status, entry.status]);
    }
  });
});
