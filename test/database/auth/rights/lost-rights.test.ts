/** Writes whose author loses, while they are under way, what they began with: nothing of them remains. */
import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import type { Client, Reply } from '../../../harness/client.ts';
import { countWaiting, Gate, gatedDefinitions, openGate, waitUntil } from '../../../harness/gate.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { expectReply, newUser, People, type Person } from '../../../service/auth/rights/access-world.ts';
import { at, managing } from '../../../service/auth/rights/grant-cases.ts';
import { sites } from '../../../service/resources/world.ts';

describe('a write whose author loses', () => {
  let folder: string;
  let service: Service;
  let people: People;
  let admin: Client;

  before(async () => {
    folder = await gatedDefinitions();
    service = await startService({ seed: 'demo', resources: folder });
    people = new People(service);
    admin = await service.signedIn('admin@demo.test');
  });
  afterEach(openGate);
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const author = (): Promise<Person> =>
    people.person({ north: ['zone.create', 'zone.update', 'zone.delete'] });
  let named = 0;
  const newZone = async (person: Person): Promise<number> => {
    named += 1;
    return (await person.client.post('/zones', { name: `Zone before ${named}` })).body.data.id;
  };
  const zone = (id: number) => service.database.knex('zones').where({ id }).first();

  /** Sends a write, does something else while it waits before its transaction, and lets it go on. */
  const meanwhile = async (write: Promise<Reply>, held: Gate, what: () => Promise<Reply>): Promise<Reply> => {
    await held.arrived;
    const done = await what();
    expect(done.status, done.text).to.be.within(200, 204);
    held.open();
    return write;
  };

  const losses: readonly [string, (person: Person) => Promise<Reply>, number][] = [
    ['nothing', () => admin.get('/user'), 200],
    ['their account', ({ id }) => admin.delete(`/users/${id}`), 401],
    ['their session', ({ client }) => client.post('/auth/logout'), 401],
    [
      'every session, by a password that somebody else sets',
      ({ id }) => admin.patch(`/users/${id}`, { password: 'another password' }),
      401,
    ],
    ['their membership', ({ id }) => admin.patch(`/users/${id}`, { memberships: [] }), 403],
    ['the role', ({ id }) => admin.patch(`/users/${id}`, at(sites.north)), 403],
    [
      'the permission, out of the role',
      ({ roles }) => admin.patch(`/roles/${roles.north}`, { permissions: ['zone.view'] }),
      403,
    ],
  ];

  for (const [what, take, status] of losses) {
    it(`${what}: a creation ${status === 200 ? 'stands' : `is a ${status}`}`, async () => {
      const person = await author();
      named += 1;
      const name = `Created meanwhile ${named}`;
      const held = new Gate('beforeTransaction');
      const reply = await meanwhile(person.client.post('/zones', { name }), held, () => take(person));
      expectReply(reply, status === 200 ? 201 : status, status === 403 ? ['zone.create'] : []);
      const found = await service.database.knex('zones').where({ name });
      expect(found).to.have.length(status === 200 ? 1 : 0);
      const journal = await service.database
        .knex('activities')
        .where({ user_id: person.id, resource: 'zone' });
      expect(journal).to.have.length(status === 200 ? 1 : 0);
    });

    it(`${what}: a change ${status === 200 ? 'stands' : `is a ${status}`}`, async () => {
      const person = await author();
      const id = await newZone(person);
      const held = new Gate('beforeTransaction');
      const write = person.client.patch(`/zones/${id}`, { description: 'changed' });
      expectReply(await meanwhile(write, held, () => take(person)), status);
      expect((await zone(id)).description).to.equal(status === 200 ? 'changed' : null);
    });

    it(`${what}: a batch that deletes ${status === 200 ? 'stands' : `is a ${status}`}`, async () => {
      const person = await author();
      const id = await newZone(person);
      const held = new Gate('beforeTransaction');
      named += 1;
      const operations = [
        { method: 'DELETE', path: `/zones/${id}` },
        { method: 'POST', path: '/zones', body: { name: `In a batch ${named}` } },
      ];
      const reply = await meanwhile(person.client.post('/batch', { operations }), held, () => take(person));
      expectReply(reply, status);
      expect(await zone(id)).to.be.an(status === 200 ? 'undefined' : 'object');
    });
  }

  it('their account, where a rule of a hook speaks of what they lack: a 401 all the same', async () => {
    const held = ['user.create', 'user.view', 'zone.create'];
    const person = await people.person({ north: held });
    const role = await people.role(['zone.create']);
    const gate = new Gate('beforeTransaction');
    named += 1;
    const operations = [
      { method: 'POST', path: '/users', body: newUser(`Granted ${person.id}`, at(sites.north, role)) },
      { method: 'POST', path: '/zones', body: { name: `After a grant ${named}` } },
    ];
    const write = person.client.post('/batch', { operations });
    expectReply(await meanwhile(write, gate, () => admin.delete(`/users/${person.id}`)), 401);
  });

  it('their account, after they have locked their row: it goes once they are through', async () => {
    const person = await author();
    const id = await newZone(person);
    const held = new Gate('beforeValidate');
    const write = person.client.patch(`/zones/${id}`, { description: 'in time' });
    await held.arrived;
    let gone = false;
    const deletion = admin.delete(`/users/${person.id}`).finally(() => {
      gone = true;
    });
    await waitUntil(async () => gone || (await countWaiting(service.database.knex)) > 0);
    expect(gone).to.equal(false);
    held.open();
    expectReply(await write, 200);
    expectReply(await deletion, 204);
    expectReply(await person.client.get('/user'), 401);
  });

  it('their account while they make forty users: none comes after the 204', async () => {
    const manager = await people.person({ north: [...managing, 'zone.view'] });
    const { knex } = service.database;
    const made = async () =>
      Number((await knex('users').where({ created_by_id: manager.id }).count({ n: '*' }))[0]?.n);
    const creations = Array.from({ length: 40 }, (_, index) =>
      manager.client.post('/users', newUser(`Many ${manager.id} ${index}`)),
    );
    await Promise.race(creations);
    expectReply(await admin.delete(`/users/${manager.id}`), 204);
    const then = await made();
    const replies = await Promise.all(creations);
    expect(replies.filter(({ status }) => status === 201)).to.have.length(then);
    expect(replies.map(({ status }) => status)).to.include(401);
    expect(await made()).to.equal(then);
  });
});
