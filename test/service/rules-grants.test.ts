/** Nobody gets more than they have by way of others: who may grant what to whom, and change or delete whom. */
import { expect } from 'chai';
import { type Service, startService } from '../harness/service.ts';
import { expectReply, type Held, newUser, People, type Person } from './access-world.ts';
import { sites } from './rules-world.ts';

const { headquarters, north, south } = sites;

type Sent = readonly [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object];

interface Case {
  readonly rule: string;
  readonly actor: Held;
  readonly target?: Held;
  /** What the role holds that `send` gets the id of. */
  readonly role?: readonly string[];
  send(given: { actor: Person; target: Person; role: number }): Sent;
  readonly status: number;
  /** The permission that a 403 names. */
  readonly naming?: string;
}

const managing = ['user.view', 'user.create', 'user.update', 'user.delete'];
const phone = { cell_phone: '12' };
const at = (site_id: number, ...role_ids: number[]) => ({ memberships: [{ site_id, role_ids }] });

const granting: readonly Case[] = [
  {
    rule: 'grants a role that holds no more than they do',
    actor: { north: [...managing, 'zone.view'] },
    target: { north: [] },
    role: ['zone.view', 'user.view'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(north, role)],
    status: 200,
  },
  {
    rule: 'grants no role that holds more',
    actor: { north: [...managing, 'zone.view'] },
    target: { north: [] },
    role: ['zone.view', 'zone.update'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(north, role)],
    status: 403,
    naming: 'zone.update',
  },
  {
    rule: 'grants no role that holds more to somebody new',
    actor: { north: [...managing, 'zone.view'] },
    role: ['zone.delete'],
    send: ({ role }) => ['POST', '/users', newUser(`Grantee ${role}`, at(north, role))],
    status: 403,
    naming: 'zone.delete',
  },
  {
    rule: 'grants not everything',
    actor: { north: managing },
    target: { north: [] },
    role: ['*'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(north, role)],
    status: 403,
    naming: 'activity.view',
  },
  {
    rule: 'grants themselves nothing that they lack',
    actor: { north: managing },
    role: ['zone.view'],
    send: ({ actor, role }) => ['PATCH', `/users/${actor.id}`, at(north, Number(actor.roles.north), role)],
    status: 403,
    naming: 'zone.view',
  },
  {
    rule: 'grants at a plant what is held at the headquarters only, as it is worth nothing there',
    actor: { north: managing },
    target: { north: [] },
    role: ['company.view', 'role.update', 'site.create'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(north, role)],
    status: 200,
  },
  {
    rule: 'grants nothing at the headquarters that they lack there',
    actor: { headquarters: managing, north: ['company.view', 'zone.view'] },
    target: { headquarters: [] },
    role: ['company.view'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(headquarters, role)],
    status: 403,
    naming: 'company.view',
  },
  {
    rule: 'grants from the headquarters, at a site where they hold less, no more than that',
    actor: { headquarters: ['*'], north: ['zone.view'] },
    target: { headquarters: [] },
    role: ['zone.update'],
    send: ({ target, role }) => [
      'PATCH',
      `/users/${target.id}`,
      { memberships: [{ site_id: north, role_ids: [role] }] },
    ],
    status: 403,
    naming: 'zone.update',
  },
  {
    rule: 'grants from the headquarters what they hold at that site alone',
    actor: { headquarters: managing, north: ['zone.update'] },
    target: { north: [] },
    role: ['zone.update'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(north, role)],
    status: 200,
  },
  {
    rule: 'grants from the headquarters, at a site where they hold nothing, what they hold there',
    actor: { headquarters: ['*'] },
    target: { south: [] },
    role: ['*'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(south, role)],
    status: 200,
  },
  {
    rule: 'grants from the headquarters nothing that they hold nowhere',
    actor: { headquarters: managing },
    target: { south: [] },
    role: ['zone.view'],
    send: ({ target, role }) => ['PATCH', `/users/${target.id}`, at(south, role)],
    status: 403,
    naming: 'zone.view',
  },
];

const touching: readonly Case[] = [
  {
    rule: 'changes somebody who holds as much',
    actor: { north: managing },
    target: { north: managing },
    send: ({ target }) => ['PATCH', `/users/${target.id}`, { ...phone, password: 'new for them' }],
    status: 200,
  },
  {
    rule: 'changes nobody who holds more here',
    actor: { north: managing },
    target: { north: ['zone.view'] },
    send: ({ target }) => ['PATCH', `/users/${target.id}`, phone],
    status: 403,
    naming: 'zone.view',
  },
  {
    rule: 'takes nothing from somebody who holds more here',
    actor: { north: managing },
    target: { north: ['zone.view'] },
    send: ({ target }) => ['PATCH', `/users/${target.id}`, { memberships: [] }],
    status: 403,
    naming: 'zone.view',
  },
  {
    rule: 'deletes nobody who holds more here',
    actor: { north: managing },
    target: { north: ['zone.view'] },
    send: ({ target }) => ['DELETE', `/users/${target.id}`],
    status: 403,
    naming: 'zone.view',
  },
  {
    rule: 'changes somebody who holds more elsewhere',
    actor: { north: managing },
    target: { north: ['user.view'], south: ['zone.view'] },
    send: ({ target }) => ['PATCH', `/users/${target.id}`, phone],
    status: 200,
  },
  ...([{ password: 'new for them' }, { email: 'mine@made.test' }] as const).map(
    (change): Case => ({
      rule: `does not take over with ${Object.keys(change)} somebody who holds more elsewhere`,
      actor: { north: managing },
      target: { north: ['user.view'], headquarters: ['*'] },
      send: ({ target }) => ['PATCH', `/users/${target.id}`, change],
      status: 403,
      naming: 'activity.view',
    }),
  ),
  {
    rule: 'deletes nobody who holds more elsewhere',
    actor: { north: managing },
    target: { north: ['user.view'], south: ['zone.view'] },
    send: ({ target }) => ['DELETE', `/users/${target.id}`],
    status: 403,
    naming: 'zone.view',
  },
  {
    rule: 'deletes somebody who holds as much at every site',
    actor: { north: managing, south: ['zone.view'] },
    target: { north: ['user.view'], south: ['zone.view'] },
    send: ({ target }) => ['DELETE', `/users/${target.id}`],
    status: 204,
  },
  {
    rule: 'takes a role, from the headquarters, from nobody who holds more there',
    actor: { headquarters: managing },
    target: { south: ['zone.view'] },
    send: ({ target }) => ['PATCH', `/users/${target.id}`, { memberships: [] }],
    status: 403,
    naming: 'zone.view',
  },
  {
    rule: 'deletes, from the headquarters, somebody of a plant who holds no more than they do',
    actor: { headquarters: [...managing, 'zone.view'] },
    target: { south: ['zone.view'] },
    send: ({ target }) => ['DELETE', `/users/${target.id}`],
    status: 204,
  },
  {
    rule: 'changes themselves',
    actor: { north: managing },
    send: ({ actor }) => ['PATCH', `/users/${actor.id}`, phone],
    status: 200,
  },
];

describe('grants', () => {
  let service: Service;
  let people: People;
  before(async () => {
    service = await startService({ seed: 'demo' });
    people = new People(service);
  });
  after(() => service.stop());

  const run = async ({ actor: held, target: other = {}, role: permissions = [], ...rest }: Case) => {
    const actor = await people.person(held);
    const target = await people.person(other);
    const role = await people.role(permissions);
    const before = await people.rolesOf(target.id);
    const reply = await actor.client.send(...rest.send({ actor, target, role }));
    expectReply(reply, rest.status, rest.naming === undefined ? [] : [`permission ${rest.naming}`]);
    if (rest.status === 403) expect(await people.rolesOf(target.id)).to.deep.equal(before);
  };

  describe('somebody', () => {
    for (const one of granting) it(one.rule, () => run(one));
    for (const one of touching) it(one.rule, () => run(one));

    it('never deletes themselves', async () => {
      const { client, id } = await people.person({ north: managing });
      const reply = await client.delete(`/users/${id}`);
      expectReply(reply, 409, ['You cannot delete yourself.']);
      expect((await client.get('/user')).status).to.equal(200);
    });

    it('grants exactly what their own page lists', async () => {
      const { client, id } = await people.person({ headquarters: [], north: [...managing, '*'] });
      await client.patch('/user/site', { site_id: north });
      const { permissions } = (await client.get('/user')).body.data;
      const target = await people.person({ north: [] });
      for (const permission of permissions) {
        const role = await people.role([permission]);
        expectReply(await client.patch(`/users/${target.id}`, at(north, role)), 200);
      }
      expect(permissions).to.include('zone.delete').and.not.include('company.view');
      expect(Object.keys(await people.rolesOf(id))).to.have.length(2);
    });

    it('staffs a new site from the headquarters, themselves included', async () => {
      const { client, id, roles } = await people.person({ headquarters: ['*'] });
      const site = await client.post('/sites', { name: 'Plant West' });
      const site_id = site.body.data.id;
      const manager = await client.post('/users', newUser('Wanda West', at(site_id, 2)));
      expectReply(manager, 201, ['Plant West']);
      expectReply(await client.post('/users', newUser('Wim West', at(site_id, 2))), 201);
      const own = { ...at(headquarters, Number(roles.headquarters)) };
      own.memberships.push({ site_id, role_ids: [1] });
      expectReply(await client.patch(`/users/${id}`, own), 200);
      expectReply(await client.patch('/user/site', { site_id }), 200, ['zone.create']);
    });
  });
});
