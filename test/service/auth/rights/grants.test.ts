/** Users cannot grant permissions that they lack: who may give which role to whom, and where. */
import { expect } from 'chai';
import type { Reply } from '../../../harness/client.ts';
import { sites } from '../../resources/world.ts';
import { expectReply, newUser } from './access-world.ts';
import { at, type Case, describeCases, managing } from './grant-cases.ts';

const { headquarters, north, south } = sites;

interface Membership {
  readonly site_id: number;
  readonly role_ids: readonly number[];
}

function membershipsIn(body: object | undefined): readonly Membership[] {
  return body && 'memberships' in body && Array.isArray(body.memberships) ? body.memberships : [];
}

const idsIn = ({ body }: Reply): number[] => body.data.map(({ id }: { id: number }) => id);

const cases: readonly Case[] = [
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
    rule: 'grants from the headquarters, at a site where they hold less, what they hold there',
    actor: { headquarters: ['*'], north: ['zone.view'] },
    target: { headquarters: [] },
    role: ['zone.update'],
    send: ({ target, role }) => [
      'PATCH',
      `/users/${target.id}`,
      { memberships: [{ site_id: north, role_ids: [role] }] },
    ],
    status: 200,
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

describeCases('somebody who manages users', cases, (people) => {
  for (const { rule, actor: held, role: permissions = [], send, status } of cases) {
    it(`${rule}: in the choices of a form, too`, async () => {
      const [actor, target] = [await people().person(held), await people().person({})];
      const role = await people().role(permissions);
      const [, , body] = send({ actor, target, role });
      const memberships = membershipsIn(body).filter(({ role_ids }) => role_ids.includes(role));
      expect(memberships).to.have.length.above(0);
      for (const { site_id } of memberships) {
        const form = `/users/options/memberships.role_ids?site_id=${site_id}`;
        const offered = await actor.client.get(`${form}&id=${role}`);
        expectReply(offered, 200);
        expect(idsIn(offered)).to.deep.equal(status === 403 ? [] : [role]);
        const sites = await actor.client.get(`/users/options/memberships.site_id?id=${site_id}`);
        expect(idsIn(sites)).to.deep.equal([site_id]);
      }
    });
  }

  it('is offered, at a plant, that site alone and no roles of another', async () => {
    const { client } = await people().person({ north: ['*'], south: ['*'] });
    expect(idsIn(await client.get('/users/options/memberships.site_id'))).to.deep.equal([north]);
    expect(idsIn(await client.get('/users/options/memberships.role_ids'))).to.include(1);
    expect(idsIn(await client.get(`/users/options/memberships.role_ids?site_id=${south}`))).to.deep.equal([]);
    const { client: other } = await people().person({ headquarters: managing });
    const sites = await other.get('/users/options/memberships.site_id');
    expect(idsIn(sites)).to.include.members([headquarters, north, south]);
    const marked = sites.body.data.filter((one: { is_headquarters: boolean }) => one.is_headquarters);
    expect(marked).to.deep.equal([{ id: headquarters, name: 'Headquarters', is_headquarters: true }]);
  });

  it('grants exactly what their own page lists', async () => {
    const { client, id } = await people().person({ headquarters: [], north: [...managing, '*'] });
    await client.patch('/user/site', { site_id: north });
    const { permissions } = (await client.get('/user')).body.data;
    const target = await people().person({ north: [] });
    for (const permission of permissions) {
      const role = await people().role([permission]);
      expectReply(await client.patch(`/users/${target.id}`, at(north, role)), 200);
    }
    expect(permissions).to.include('zone.delete').and.not.include('company.view');
    expect(Object.keys(await people().rolesOf(id))).to.have.length(2);
  });

  it('staffs a new site from the headquarters, themselves included', async () => {
    const { client, id, roles } = await people().person({ headquarters: ['*'] });
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
