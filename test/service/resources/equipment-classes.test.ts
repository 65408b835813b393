/** Classes of equipment, and the tree of materials: one row each rule. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule, sites, type World } from './world.ts';

const by = 'administrator' as const;
const classed = (world: World, body: Json = {}): Promise<number> =>
  world.make('equipment-classes', { name: world.name(), ...body }, by);

/** A line, a machine in it, and a part of that. */
const line = async (world: World) => {
  const top = await world.material();
  const machine = await world.material({ parent_id: top });
  return { top, machine, part: await world.material({ parent_id: machine }) };
};

const rules: readonly Rule[] = [
  rule({
    rule: 'technicians see classes, as a tree',
    send: () => ['GET', '/equipment-classes?search=pump&fields=code,parent'],
    by: 'technician',
    status: 200,
    contains: ['{"code":"P","parent":{"id":2,"name":"Energy and fluids"}}'],
  }),
  rule({
    rule: 'a plant does not change them',
    send: (_, world) => ['POST', '/equipment-classes', { name: world.name() }],
    status: 403,
  }),
  rule({
    rule: 'codes are taken in whichever case',
    send: (_, world) => ['POST', '/equipment-classes', { name: world.name(), code: 'ahu' }],
    by,
    status: 422,
    errors: ['code'],
  }),
  rule({
    rule: 'a class is not below itself',
    given: async (world) => {
      const top = await classed(world);
      return { top, below: await classed(world, { parent_id: top }) };
    },
    send: ({ top, below }) => ['PATCH', `/equipment-classes/${top}`, { parent_id: below }],
    by,
    status: 422,
    errors: ['parent_id'],
  }),
  rule({
    rule: 'a class with classes below is not deleted',
    given: async (world) => {
      const top = await classed(world);
      await classed(world, { parent_id: top });
      return top;
    },
    send: (top) => ['DELETE', `/equipment-classes/${top}`],
    by,
    status: 409,
  }),
  rule({
    rule: 'nor is one with materials, which a plant counts where it is',
    given: async (world) => {
      const id = await classed(world);
      await world.material({ equipment_class_id: id });
      return id;
    },
    send: (id) => ['DELETE', `/equipment-classes/${id}`],
    by,
    status: 409,
    afterwards: (id) => [`/equipment-classes/${id}`, { material_count: 1 }],
  }),
  rule({
    rule: 'a line has its machines and their parts within',
    given: line,
    send: ({ top }) => ['GET', `/materials?under_id=${top}&sort=id&fields=id,children_count`],
    status: 200,
    contains: [/"data":\[(\{"id":\d+,"children_count":1\},){2}\{"id":\d+,"children_count":0\}\]/],
  }),
  rule({
    rule: 'and does not come to be below one of these',
    given: line,
    send: ({ top, part }) => ['PATCH', `/materials/${top}`, { parent_id: part }],
    status: 422,
    errors: ['parent_id'],
    afterwards: ({ top }) => [`/materials/${top}`, { parent_id: null }],
  }),
  rule({
    rule: 'it is not deleted with them, and they can be',
    given: line,
    send: ({ top }) => ['DELETE', `/materials/${top}`],
    status: 409,
  }),
  rule({
    rule: 'a machine is part of none at another site',
    given: async (world) => {
      const { knex } = world.service.database;
      return knex('materials').where({ site_id: sites.south }).first('id');
    },
    send: ({ id }, world) => ['POST', '/materials', { name: world.name(), zone_id: 1, parent_id: id }],
    status: 422,
  }),
  rule({
    rule: 'the moment of its end is told',
    given: (world) => world.material({ status: 'decommissioned' }),
    send: (id) => ['GET', `/materials/${id}`],
    status: 200,
    contains: [/"decommissioned_at":"20\d\d-/],
  }),
  rule({
    rule: 'and is gone when it comes back',
    given: (world) => world.material({ status: 'decommissioned' }),
    send: (id) => ['PATCH', `/materials/${id}`, { status: 'standby' }],
    status: 200,
    data: () => ({ decommissioned_at: null }),
  }),
  rule({
    rule: 'nobody sets it',
    given: (world) => world.material(),
    send: (id) => ['PATCH', `/materials/${id}`, { decommissioned_at: '2026-01-01T00:00:00Z' }],
    status: 422,
    errors: ['decommissioned_at'],
  }),
];

describeRules('equipment', rules, (world) => {
  it('of two moves that would close a circle together, one is done', async () => {
    const { manager } = world();
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await world().material(), await world().material()];
      const replies = await Promise.all([
        manager.patch(`/materials/${one}`, { parent_id: other }),
        manager.patch(`/materials/${other}`, { parent_id: one }),
      ]);
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    }
  });
});
