/** The rules of roles, one row each. */
import { expect } from 'chai';
import { expectReply, People } from '../auth/rights/access-world.ts';
import { describeRules, type Json, type Rule, rule, type World } from './world.ts';

const role = (world: World, body: Json = {}) =>
  world.make('roles', { name: world.name(), ...body }, 'administrator');

const rules: readonly Rule[] = [
  rule({
    rule: 'permissions that there are not are told by their place',
    by: 'administrator',
    send: (_, world) => [
      'POST',
      '/roles',
      { name: world.name(), permissions: ['zone.view', 'zone.fly', 'item-movement.update', 'Zone.view'] },
    ],
    status: 422,
    errors: ['permissions.1', 'permissions.2', 'permissions.3'],
    contains: ['There is no permission “zone.fly”.'],
  }),
  rule({
    rule: 'a permission of a resource that is gone may stay in a role, so that a form can be sent back',
    by: 'administrator',
    given: async (world) => {
      const id = await role(world, { permissions: ['zone.view'] });
      await world.service.database.knex('role_permissions').insert({ role_id: id, permission: 'robot.view' });
      return id;
    },
    send: (id) => ['PATCH', `/roles/${id}`, { permissions: ['robot.view', 'zone.update'] }],
    status: 200,
    data: () => ({ permissions: ['robot.view', 'zone.update'] }),
  }),
  rule({
    rule: 'a role is not deleted while users hold it, who are counted once',
    by: 'administrator',
    given: async (world) => {
      const id = await role(world);
      const people = new People(world.service);
      for (const places of [{ north: [], south: [] }, { south: [] }]) {
        const person = await people.person(places);
        const { knex } = world.service.database;
        const memberships = await knex('memberships').where({ user_id: person.id }).pluck('id');
        await knex('membership_roles').insert(
          memberships.map((membership_id: number) => ({ membership_id, role_id: id })),
        );
      }
      return id;
    },
    send: (id) => ['DELETE', `/roles/${id}`],
    status: 409,
    contains: ['It cannot be deleted while 2 users have it.'],
  }),
];

describeRules('rules of roles', rules, (world) => {
  it('counts elsewhere the users that are seen there', async () => {
    const people = new People(world().service);
    const roles = ['role.viewAny', 'role.view', 'user.viewAny'];
    const { client } = await people.person({ north: roles });
    const fromHeadquarters = (await people.person({ headquarters: roles })).client;
    const id = await role(world());
    const { knex } = world().service.database;
    for (const places of [{ north: [], south: [] }, { south: [] }, { headquarters: [] }]) {
      const person = await people.person(places);
      const at = await knex('memberships').where({ user_id: person.id }).pluck('id');
      await knex('membership_roles').insert(at.map((one: number) => ({ membership_id: one, role_id: id })));
    }
    for (const [who, count] of [[client, 1] as const, [fromHeadquarters, 3] as const]) {
      const seen = (await who.get(`/users?role_id=${id}`)).body.meta.total;
      const one = (await who.get(`/roles/${id}`)).body.data.user_count;
      const [listed] = (await who.get(`/roles?id=${id}`)).body.data;
      const csv = (await who.get(`/roles?id=${id}&fields=user_count`, { Accept: 'text/csv' })).text;
      expect([seen, one, listed.user_count, csv.trim().split('\r\n').at(-1)]).to.deep.equal([
        count,
        count,
        count,
        String(count),
      ]);
    }
    const everywhere = (await client.get('/roles?per_page=100')).body.data;
    for (const { id: one, user_count: count } of everywhere) {
      expect(count, `role ${one}`).to.equal((await client.get(`/users?role_id=${one}`)).body.meta.total);
    }
  });

  const lacking: readonly (readonly [what: string, before: string[], after: string[], status: number])[] = [
    ['puts in what they hold', [], ['zone.view'], 200],
    ['does not put in what they lack', ['zone.view'], ['zone.view', 'zone.update'], 403],
    ['does not put in everything', [], ['*'], 403],
    ['does not take out what they lack', ['zone.update'], [], 403],
    ['does not take out everything', ['*'], ['zone.view'], 403],
    ['keeps in what they lack', ['zone.update'], ['zone.update', 'zone.view'], 200],
  ];
  for (const [what, before, after, status] of lacking) {
    it(`changed by a user with few permissions, who ${what}`, async () => {
      const people = new People(world().service);
      const { client } = await people.person({
        headquarters: ['role.update', 'role.create', 'zone.view'],
        north: ['zone.update'],
      });
      const id = await people.role(before);
      const reply = await client.patch(`/roles/${id}`, { permissions: after });
      expectReply(reply, status, status === 403 ? ['You lack the permission '] : []);
      const stored = (await world().administrator.get(`/roles/${id}`)).body.data.permissions;
      expect(stored).to.have.members(status === 403 ? before : after);
    });
  }

  it('is not created with what the author lacks', async () => {
    const { client } = await new People(world().service).person({ headquarters: ['role.create'] });
    const reply = await client.post('/roles', { name: world().name(), permissions: ['zone.view'] });
    expectReply(reply, 403, ['You lack the permission zone.view']);
  });

  it('changes what its holders may do from their next request on', async () => {
    const people = new People(world().service);
    const { client, roles } = await people.person({ north: ['zone.viewAny'] });
    expectReply(await client.get('/zones?per_page=1'), 200);
    expectReply(await client.get('/items?per_page=1'), 403);
    const path = `/roles/${roles.north}`;
    expectReply(await world().administrator.patch(path, { permissions: ['item.viewAny'] }), 200);
    expectReply(await client.get('/zones?per_page=1'), 403);
    expectReply(await client.get('/items?per_page=1'), 200);
  });
});
