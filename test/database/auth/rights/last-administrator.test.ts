/** At least one person can always change users and roles at the headquarters, also when two changes race. */
import { expect } from 'chai';
import type { Reply } from '../../../harness/client.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { expectReply, People, type Person } from '../../../service/auth/rights/access-world.ts';
import { sites } from '../../../service/resources/world.ts';

const { headquarters, north } = sites;
const message = 'Nobody would be left who can manage users and roles at the headquarters.';
const nowhere = { memberships: [] };

describe('the last administrator', () => {
  let service: Service;
  let people: People;

  beforeEach(async () => {
    service = await startService({ seed: 'demo' });
    people = new People(service);
    // The demo's administrator would always be left.
    const { knex } = service.database;
    const own = knex('memberships').where({ user_id: 1, site_id: headquarters }).select('id');
    await knex('membership_roles').whereIn('membership_id', own).delete();
  });
  afterEach(() => service.stop());

  /** How many users hold both permissions at the headquarters. */
  const administrators = async (): Promise<number> => {
    const { knex } = service.database;
    const rows = await knex('memberships')
      .join('users', 'users.id', 'memberships.user_id')
      .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
      .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
      .where({ site_id: headquarters, live: 1 })
      .select('user_id', 'permission');
    const holds = (userId: number, ...names: string[]) =>
      rows.some((row) => row.user_id === userId && names.includes(row.permission));
    const users = [...new Set(rows.map((row): number => row.user_id))];
    return users.filter((id) => holds(id, '*', 'role.update') && holds(id, '*', 'user.update')).length;
  };

  it('does not give up membership, role or a permission of it', async () => {
    const { id, client, roles } = await people.person({ headquarters: ['*'] });
    const idle = await people.role(['zone.view', 'user.update']);
    const attempts: readonly (readonly [path: string, body: object])[] = [
      [`/users/${id}`, nowhere],
      [`/users/${id}`, { memberships: [{ site_id: headquarters, role_ids: [] }] }],
      [`/users/${id}`, { memberships: [{ site_id: headquarters, role_ids: [idle] }] }],
      [`/users/${id}`, { memberships: [{ site_id: north, role_ids: [roles.headquarters] }] }],
      [`/roles/${roles.headquarters}`, { permissions: [] }],
      [`/roles/${roles.headquarters}`, { permissions: ['role.update', 'zone.view'] }],
      [`/roles/${roles.headquarters}`, { permissions: ['user.update', 'zone.view'] }],
    ];
    for (const [path, body] of attempts) {
      expectReply(await client.patch(path, body), 409, [message]);
      expect(await administrators(), JSON.stringify(body)).to.equal(1);
    }
  });

  it('does not give it up with one of two roles that only together make them one', async () => {
    const { id, client, roles } = await people.person({ headquarters: ['role.update', 'role.view'] });
    const second = await people.role(['user.update', 'user.view']);
    const { knex } = service.database;
    const membership = await knex('memberships').where({ user_id: id }).first('id');
    await knex('membership_roles').insert({ membership_id: membership?.id, role_id: second });
    const with_ = (...role_ids: (number | undefined)[]) => ({
      memberships: [{ site_id: headquarters, role_ids }],
    });
    expectReply(await client.patch(`/users/${id}`, with_(second)), 409, [message]);
    expectReply(await client.patch(`/roles/${second}`, { permissions: ['user.view'] }), 409, [message]);
    expectReply(await client.patch(`/users/${id}`, with_(second, roles.headquarters)), 200);
  });

  it('becomes another one with everything changed at once', async () => {
    const { id, client, roles } = await people.person({ headquarters: ['*'] });
    const enough = await people.role(['role.update', 'user.update']);
    const body = { memberships: [{ site_id: headquarters, role_ids: [enough] }] };
    expectReply(await client.patch(`/users/${id}`, body), 200);
    expect(await administrators()).to.equal(1);
    expect(roles.headquarters).to.not.equal(enough);
  });

  it('steps down when there is another', async () => {
    const { id, client } = await people.person({ headquarters: ['*'] });
    await people.person({ headquarters: ['role.update', 'user.update'] });
    expectReply(await client.patch(`/users/${id}`, nowhere), 200);
    expect(await administrators()).to.equal(1);
  });

  it('is not a person who holds both elsewhere, or was deleted', async () => {
    const { id, client } = await people.person({ headquarters: ['*'] });
    await people.person({ north: ['*'] });
    const gone = await people.person({ headquarters: ['*'] });
    expectReply(await client.delete(`/users/${gone.id}`), 204);
    expectReply(await client.patch(`/users/${id}`, nowhere), 409, [message]);
  });

  const duels: readonly (readonly [what: string, attack: (by: Person, on: Person) => Promise<Reply>])[] = [
    ['delete each other', (by, on) => by.client.delete(`/users/${on.id}`)],
    ['strip each other', (by, on) => by.client.patch(`/users/${on.id}`, nowhere)],
    [
      'empty each other’s role',
      (by, on) => by.client.patch(`/roles/${on.roles.headquarters}`, { permissions: [] }),
    ],
    ['step down', (by) => by.client.patch(`/users/${by.id}`, nowhere)],
  ];
  for (const [what, attack] of duels) {
    it(`is left when two ${what} at the same time`, async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, other] = [
          await people.person({ headquarters: ['*'] }),
          await people.person({ headquarters: ['*'] }),
        ];
        const replies = await Promise.all([attack(one, other), attack(other, one)]);
        const statuses = replies.map(({ status }) => status);
        expect(await administrators(), `round ${round}: ${statuses}`).to.equal(1);
        expect(statuses.filter((status) => status === 200 || status === 204)).to.have.length(1);
        // Of the two who are left with nothing or alone, none may be in the way of the next round.
        await service.database
          .knex('membership_roles')
          .whereIn('role_id', [Number(one.roles.headquarters), Number(other.roles.headquarters)])
          .delete();
      }
    });
  }
});
