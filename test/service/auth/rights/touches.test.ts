/** Users cannot change or delete people who hold more than they do. */
import { expect } from 'chai';
import { expectReply } from './access-world.ts';
import { type Case, describeCases, managing } from './grant-cases.ts';

const phone = { cell_phone: '12' };

const cases: readonly Case[] = [
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

describeCases('somebody who changes users', cases, (people) => {
  it('never deletes themselves', async () => {
    const { client, id } = await people().person({ north: managing });
    const reply = await client.delete(`/users/${id}`);
    expectReply(reply, 409, ['You cannot delete yourself.']);
    expect((await client.get('/user')).status).to.equal(200);
  });
});
