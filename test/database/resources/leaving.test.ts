/** People who can no longer work at a site: they are taken off its open work and its plans, whatever took them there. */
import { expect } from 'chai';
import { expectReplayed } from '../../../package/testing/laws/journal.ts';
import type { Client, Reply } from '../../harness/client.ts';
import { countWaiting, waitUntil } from '../../harness/gate.ts';
import { onlyOn } from '../../harness/only-on.ts';
import { serveDemo } from '../../harness/service.ts';
import { expectReply, type Held, People, type Person } from '../../service/auth/rights/access-world.ts';
import { at } from '../../service/auth/rights/grant-cases.ts';
import { sites } from '../../service/resources/world.ts';

type Json = Readonly<Record<string, unknown>>;

const working = ['maintenance.view', 'labour-entry.view', 'labour-entry.create'];
const works: Held = { north: working, south: ['maintenance.view'] };

describe('people who leave', () => {
  const { service, admin, manager } = serveDemo(['admin', 'manager']);
  const knex = () => service.database.knex;
  let people: People;
  let second: Client;
  const given = { material_id: 0, trade_id: 0 };
  before(async () => {
    people = new People(service);
    second = (await people.person({ north: ['*'] })).client;
    given.material_id = (await manager.get('/materials?status=operational&per_page=1')).body.data[0].id;
    given.trade_id = (await manager.get('/trades?per_page=1')).body.data[0].id;
  });

  const right = async (reply: Promise<Reply>): Promise<Reply['body']> => {
    const { status, text, body } = await reply;
    expect(status, text).to.be.within(200, 204);
    return body?.data;
  };
  const work = async (operator_ids: readonly number[], more: Json = {}): Promise<number> =>
    (
      await right(
        manager.post('/maintenances', { name: 'Work', ...given, trade_id: undefined, operator_ids, ...more }),
      )
    ).id;
  const plan = async (operator_ids: readonly number[]): Promise<number> => {
    const { material_id } = given;
    const body = { name: 'Plan', material_id, starts_on: '2040-01-01', frequency: 'month', operator_ids };
    return (await right(manager.post('/maintenance-plans', body))).id;
  };
  const operatorsOf = async (path: string, id: number): Promise<number[]> =>
    (await right(manager.get(`/${path}/${id}`))).operator_ids;
  const patch =
    (path: string, body: Json, by: Client = admin) =>
    () =>
      right(by.patch(path, body));
  const south = (of: Person) => ({ site_id: sites.south, role_ids: [of.roles.south] });

  const ways: readonly [string, (of: Person) => () => Promise<unknown>][] = [
    [
      'are deleted',
      ({ id }) =>
        () =>
          right(admin.delete(`/users/${id}`)),
    ],
    ['are of no site any more', ({ id }) => patch(`/users/${id}`, { memberships: [] })],
    ['move to another site', (of) => patch(`/users/${of.id}`, { memberships: [south(of)] })],
    ['are taken away by a manager there', ({ id }) => patch(`/users/${id}`, { memberships: [] }, second)],
    [
      'lose their role there',
      (of) => patch(`/users/${of.id}`, { memberships: [{ site_id: sites.north, role_ids: [] }, south(of)] }),
    ],
    [
      'have a role that loses the permission',
      ({ roles }) => patch(`/roles/${roles.north}`, { permissions: ['zone.view'] }),
    ],
  ];
  for (const [way, leaveBy] of ways) {
    it(`because they ${way}`, async () => {
      const person = await people.person(works);
      const other = await people.person({ north: ['maintenance.view'] });
      const alone = await work([person.id]);
      const begun = await work([person.id, other.id], { status: 'in_progress' });
      const done = await work([person.id], { status: 'completed' });
      const planned = await plan([person.id]);
      const clock = await right(
        person.client.post('/labour-entries/clock-in', {
          ...given,
          material_id: undefined,
          maintenance_id: begun,
        }),
      );
      const before = await manager.get(`/maintenances/${alone}`);
      const told = `Person Number ${person.id}`;
      await leaveBy(person)();

      expect(await operatorsOf('maintenances', alone)).to.deep.equal([]);
      expect(await operatorsOf('maintenances', begun)).to.deep.equal([other.id]);
      expect(await operatorsOf('maintenances', done)).to.deep.equal([person.id]);
      expect(await operatorsOf('maintenance-plans', planned)).to.deep.equal([]);
      expect((await right(manager.get(`/labour-entries/${clock.id}`))).running).to.equal(false);
      const stale = await manager.patch(
        `/maintenances/${alone}`,
        { name: 'Stale' },
        { 'if-match': String(before.headers.etag) },
      );
      expectReply(stale, 412);
      const history = `/activities?resource=maintenance&record_id=${begun}&action=update`;
      expect((await right(manager.get(history)))[0].changes).to.deep.equal({
        operator_ids: [[person.id, other.id].sort((a, b) => a - b), [other.id]],
      });
      const entry = { resource: 'maintenance', record_id: begun, action: 'update', pending: 1 };
      expect(await knex()('activities').where(entry), 'an event').to.have.lengthOf(1);
      await service.outbox.once();
      const { full_name: name } = await knex()('users').where({ id: person.id }).first('full_name');
      const said = (await right(manager.get('/notifications?kind=site.left_work'))).filter(
        (one: { name: string }) => one.name.startsWith(`${name} `),
      );
      expect(
        said.map((one: { name: string }) => one.name),
        told,
      ).to.deep.equal([
        `${name} no longer works at Plant North. Open maintenances without them now: 2, of these with no operator left: 1. Plans: 1, with no operator left: 1.`,
      ]);
      await right(manager.patch('/user/locale', { locale: 'fr' }));
      const french = await right(manager.get(`/notifications/${said[0].id}`));
      await right(manager.patch('/user/locale', { locale: 'en' }));
      expect(french.name).to.include(`${name} ne travaille plus sur Plant North. `);
    });
  }

  it('are told of as a number, once for a site, where a role takes several away', async () => {
    const [one, two] = [
      await people.person({ north: ['maintenance.view'] }),
      await people.person({ north: [] }),
    ];
    const role = Number(one.roles.north);
    await right(admin.patch(`/users/${two.id}`, at(sites.north, role)));
    await work([one.id, two.id]);
    await right(admin.patch(`/roles/${role}`, { permissions: [] }));
    await service.outbox.once();
    const [{ name }] = await right(manager.get('/notifications?kind=site.left_work'));
    expect(name).to.match(/^2 people no longer work at Plant North\. .*now: 1, .*left: 1\. Plans: 0, /);
  });

  it('are none that stay: other changes, another role, other sites', async () => {
    const person = await people.person(works);
    const [id, planned] = [await work([person.id]), await plan([person.id])];
    const role = await people.role(['*']);
    const north = (role_ids: readonly unknown[]) => ({ site_id: sites.north, role_ids });
    const version = async () => (await knex()('maintenances').where({ id }).first('version')).version;
    const before = await version();
    await patch(`/users/${person.id}`, { first_name: 'Otherwise' })();
    await patch(`/users/${person.id}`, { memberships: [north([role])] })();
    await patch(`/roles/${person.roles.north}`, { permissions: [] })();
    expect(await operatorsOf('maintenance-plans', planned)).to.deep.equal([person.id]);
    expect(await version()).to.equal(before);
  });

  it('are neither offered nor accepted, nor are people who cannot see maintenances', async () => {
    const gone = await people.person({ north: working });
    const blind = await people.person({ north: ['zone.view'] });
    const head = await people.person({ headquarters: ['maintenance.view'] });
    const all = await people.person({ north: ['*'] });
    await right(admin.patch(`/users/${gone.id}`, at(sites.south)));
    for (const path of ['maintenances', 'maintenance-plans']) {
      const ids = [gone.id, blind.id, head.id, all.id];
      const offered = await right(manager.get(`/${path}/options/operator_ids?id=${ids.join()}`));
      expect(offered.map(({ id }: { id: number }) => id)).to.deep.equal([all.id]);
    }
    const { material_id } = given;
    for (const { id } of [gone, blind, head]) {
      const dates = { starts_on: '2040-01-01', frequency: 'month' };
      const body = { name: 'Refused', material_id, operator_ids: [all.id, id] };
      for (const reply of [
        await manager.post('/maintenances', body),
        await manager.post('/maintenance-plans', { ...body, ...dates }),
        await manager.patch(`/maintenances/${await work([all.id])}`, { operator_ids: [all.id, id] }),
      ])
        expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['operator_ids']]);
    }
  });

  it('are not on work that is opened again, which asks for somebody else', async () => {
    const person = await people.person(works);
    const [done, canceled] = [
      await work([person.id], { status: 'completed' }),
      await work([person.id], { status: 'canceled' }),
    ];
    await right(admin.patch(`/users/${person.id}`, { memberships: [] }));
    const reopened = await manager.patch(`/maintenances/${done}`, { status: 'in_progress' });
    expect([reopened.status, Object.keys(reopened.body.errors)]).to.deep.equal([422, ['operator_ids']]);
    await right(manager.patch(`/maintenances/${canceled}`, { status: 'planned' }));
    expect(await operatorsOf('maintenances', canceled)).to.deep.equal([]);
    const { id: other } = await people.person({ north: ['maintenance.view'] });
    await right(
      manager.patch(`/maintenances/${done}`, { status: 'in_progress', operator_ids: [person.id, other] }),
    );
    expect(await operatorsOf('maintenances', done)).to.deep.equal([other]);
  });

  it('are not told of what was late before, in their place the managers are', async () => {
    const { id: person } = await people.person(works);
    const id = await work([person]);
    // As before people were taken off.
    await knex()('memberships').where({ user_id: person, site_id: sites.north }).delete();
    const fact = {
      resource: 'maintenance',
      kind: 'overdue',
      record_id: id,
      site_id: sites.north,
      pending: 1,
    };
    const [edge, created_at] = ['2026-02-01T08:00:00.000Z', '2026-02-01 08:00:00.000'];
    await knex()('facts').insert({ ...fact, edge, created_at });
    await service.outbox.once();
    const told = await right(manager.get(`/notifications?kind=maintenance.overdue&record_id=${id}`));
    expect(told).to.have.lengthOf(1);
  });

  const onServers = onlyOn('mysql', 'SQLite has one writer at a time');
  const ends: readonly [string, (of: Person) => Promise<Reply>][] = [
    ['a move', ({ id }) => admin.patch(`/users/${id}`, { memberships: [] })],
    ['a delete', ({ id }) => admin.delete(`/users/${id}`)],
    ['a change of the role', ({ roles }) => admin.patch(`/roles/${roles.north}`, { permissions: [] })],
  ];
  /** Sends a request while a transaction has done something, and commits it once the request waits. */
  const meanwhile = async (
    what: (trx: ReturnType<typeof knex>) => Promise<unknown>,
    send: () => Promise<Reply>,
  ) => {
    const trx = await knex().transaction();
    await what(trx);
    let answered = false;
    const reply = send().finally(() => {
      answered = true;
    });
    await waitUntil(async () => answered || (await countWaiting(knex())) > 0);
    await trx.commit();
    return reply;
  };
  for (const [what, end] of ends) {
    onServers.it(`are seen by ${what} that comes while they are given work`, async () => {
      const person = await people.person({ north: working });
      const id = await work([]);
      const assign = async (trx: ReturnType<typeof knex>) => {
        await trx('users').where({ id: person.id }).increment('version', 1);
        await trx('maintenance_operators').insert({ maintenance_id: id, user_id: person.id });
      };
      expect((await meanwhile(assign, () => end(person))).status).to.be.within(200, 204);
      expect(await operatorsOf('maintenances', id)).to.deep.equal([]);
      // It begins with what no entry tells.
      await knex()('activities').where({ resource: 'maintenance', record_id: id }).delete();
    });
  }
  onServers.it('are refused by an assignment that has waited until they left', async () => {
    const person = await people.person({ north: working });
    const id = await work([]);
    const leave = async (trx: ReturnType<typeof knex>) => {
      await trx('users').where({ id: person.id }).increment('version', 1);
      await trx('membership_roles').where({ role_id: person.roles.north }).delete();
    };
    const assign = () => manager.patch(`/maintenances/${id}`, { operator_ids: [person.id] });
    expect((await meanwhile(leave, assign)).status).to.equal(422);
  });

  it('are left behind by no assignment that comes at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await people.person({ north: working });
      const ids = [await work([]), await work([]), await work([person.id]), await work([])];
      const assign = (id: number) => manager.patch(`/maintenances/${id}`, { operator_ids: [person.id] });
      const [, end = () => admin.get('/user')] = ends[round % ends.length] ?? [];
      const replies = await Promise.all([
        ...ids.slice(0, 2).map(assign),
        end(person),
        ...ids.slice(2).map(assign),
      ]);
      for (const { status, text } of replies) expect([200, 204, 422], text).to.include(status);
      for (const id of ids) expect(await operatorsOf('maintenances', id)).to.deep.equal([]);
    }
    expect(await expectReplayed(knex())).to.be.above(20);
  });
});
