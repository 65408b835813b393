/** Notifications: who gets which, once, and only while they may see the row. */
import { expect } from 'chai';
import { sweepNotifications } from '../../../service/outbox/notifications/sweep.ts';
import { visibleNotifications } from '../../../service/outbox/notifications/visible.ts';
import { createRegistry } from '../../../service/project/registry.ts';
import type { Client } from '../../harness/client.ts';
import { serveDemo } from '../../harness/service.ts';

interface Notification {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly record_id: number;
  readonly site: { readonly name: string };
  readonly unread: boolean;
}

/** Where the manager works. */
const north = 2;

describe('notifications', () => {
  const { service, admin, manager, technician } = serveDemo(['admin', 'manager', 'technician']);
  const handOn = () => service.outbox.once();
  const knex = () => service.database.knex;

  const toldOf = async (client: Client, query: string): Promise<Notification[]> => {
    const { status, body, text } = await client.get(`/notifications?per_page=100&sort=id&${query}`);
    expect(status, text).to.equal(200);
    return body.data;
  };
  const namesOf = async (client: Client, resource: string, id: number) =>
    (await toldOf(client, `resource=${resource}&record_id=${id}`)).map(({ name }) => name);
  const make = async (client: Client, path: string, body: object) => {
    const reply = await client.post(path, body);
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  const idOf = async (client: Client): Promise<number> => (await client.get('/user')).body.data.id;
  const materialId = async () => (await manager.get('/materials?per_page=1')).body.data[0].id;
  const incident = async (name: string, severity: string) =>
    make(manager, '/incidents', { name, severity, material_id: await materialId() });
  const unread = async (client: Client) => {
    const [{ count }] = (await client.get('/notifications/counts?unread=true')).body.data;
    expect((await client.get('/changes')).body.data.unread).to.equal(count);
    return count as number;
  };

  /** Stock 12, warning 10, critical 5. */
  const stock = async (name: string, eachTime: () => Promise<void>) => {
    const item = await make(manager, '/items', { name, warning_stock: 10, critical_stock: 5 });
    const move = async (type: string, quantity: number) => {
      const own = type === 'exit' ? {} : { unit_price: 1 };
      const reply = await manager.post('/item-movements', { item_id: item.id, type, quantity, ...own });
      expect(reply.status, reply.text).to.equal(201);
      await eachTime();
    };
    await move('entry', 12);
    await handOn();
    for (const quantity of [3, 1, 1, 3]) await move('exit', quantity);
    await move('entry', 10);
    await move('exit', 8);
    await handOn();
    return namesOf(admin, 'item', item.id);
  };

  it('tell of stock that runs low when it gets worse, with what was left', async () => {
    const at = (left: number) => `Bolt is running low: ${left} in stock.`;
    expect(await stock('Bolt', handOn)).to.deep.equal([at(9), at(4), at(6)]);
    // Handed on later, all at once: each says what was left then.
    const later = (left: number) => `Nut is running low: ${left} in stock.`;
    expect(await stock('Nut', async () => {})).to.deep.equal([later(9), later(4), later(6)]);
  });

  it('tell of an incident that is severe, and again when it gets worse', async () => {
    const { id } = await incident('Oil leak', 'high');
    await manager.patch(`/incidents/${id}`, { severity: 'critical' });
    await manager.patch(`/incidents/${id}`, { severity: 'high' });
    await handOn();
    const told = ['Oil leak: severity high.', 'Oil leak: severity critical.'];
    expect(await namesOf(admin, 'incident', id)).to.deep.equal(told);
    // Users are not notified about their own actions. Users who may not change incidents get none about them.
    expect(await namesOf(manager, 'incident', id)).to.deep.equal([]);
    await handOn();
    expect(await namesOf(admin, 'incident', id)).to.deep.equal(told);
    await admin.patch('/user/locale', { locale: 'fr' });
    const [french] = await namesOf(admin, 'incident', id);
    await admin.patch('/user/locale', { locale: 'en' });
    expect(french).to.equal('Oil leak : gravité élevée.');
  });

  it('tell those who are given a maintenance', async () => {
    const operators = [await idOf(technician), await idOf(manager)];
    const { id } = await make(manager, '/maintenances', {
      name: 'Grease',
      material_id: await materialId(),
      operator_ids: operators,
    });
    await handOn();
    expect(await namesOf(technician, 'maintenance', id)).to.deep.equal(['Grease is given to you.']);
    expect(await namesOf(manager, 'maintenance', id)).to.deep.equal([]);
    // With the date of the work, by the clock of its site.
    for (const [dates, told] of [
      [
        { scheduled_at: '2031-03-10T08:15:00Z', due_at: '2031-04-01T08:00:00Z' },
        'Scheduled for 10 Mar 2031, 08:15.',
      ],
      [{ due_at: '2031-04-01T07:00:00Z' }, 'Due on 1 Apr 2031, 08:00.'],
    ] as const) {
      const dated = { name: 'Oil', material_id: await materialId(), operator_ids: operators, ...dates };
      const work = await make(manager, '/maintenances', dated);
      await handOn();
      expect(await namesOf(technician, 'maintenance', work.id)).to.deep.equal([
        `Oil is given to you. ${told}`,
      ]);
    }
  });

  it('tell those who are mentioned in a comment, while they may view what it is about', async () => {
    const { id } = await incident('Torn belt', 'low');
    const technicianId = await idOf(technician);
    const mention_ids = [technicianId, await idOf(manager)];
    const sent = { body: 'Please look at it.', mention_ids };
    const comment = await make(manager, `/incidents/${id}/comments`, sent);
    await handOn();
    const told = ['You are mentioned: Please look at it.'];
    expect(await namesOf(technician, 'comment', comment.id)).to.deep.equal(told);
    expect(await namesOf(manager, 'comment', comment.id)).to.deep.equal([]);
    // People who are still mentioned get no second notification. New ones get one.
    const more = { body: 'Please look at it.', mention_ids: [...mention_ids, await idOf(admin)] };
    expect((await manager.patch(`/comments/${comment.id}`, more)).status).to.equal(200);
    await handOn();
    for (const client of [technician, admin])
      expect(await namesOf(client, 'comment', comment.id)).to.deep.equal(told);
    const role = knex()('role_permissions')
      .where({ permission: 'incident.view' })
      .whereIn('role_id', knex()('roles').where({ name: 'technician' }).select('id'));
    expect(await role.clone().update({ permission: 'incident.seen' })).to.equal(1);
    expect(await namesOf(technician, 'comment', comment.id)).to.deep.equal([]);
    const back = knex()('role_permissions').where({ permission: 'incident.seen' });
    await back.update({ permission: 'incident.view' });
    expect(await namesOf(technician, 'comment', comment.id)).to.deep.equal(told);
    expect((await manager.delete(`/comments/${comment.id}`)).status).to.equal(204);
    expect(await namesOf(technician, 'comment', comment.id)).to.deep.equal([]);
  });

  it('go to the holders of a permission if a row has no people, once for each moment', async () => {
    const technicianId = await idOf(technician);
    const work = async (name: string, operator_ids: number[]): Promise<number> =>
      (await make(manager, '/maintenances', { name, material_id: await materialId(), operator_ids })).id;
    const [alone, given] = [await work('Alone', []), await work('Given', [technicianId])];
    await handOn();
    const fact = (record_id: number, edge: string) => ({
      ...{ resource: 'maintenance', kind: 'overdue', record_id, edge, site_id: north, pending: 1 },
      created_at: '2026-02-01 08:00:00.000',
    });
    const pass = async (edge: string) => {
      await knex()('facts').insert([fact(alone, edge), fact(given, edge)]);
      await handOn();
    };
    const late = async (client: Client, id: number) =>
      (await namesOf(client, 'maintenance', id)).filter((name) => name.includes('was due'));
    await pass('2026-02-01T08:00:00.000Z');
    // By the clock of the site, which is named where that is not the reader's.
    const [told = ''] = await late(manager, alone);
    expect(told).to.match(/^Alone was due on 1 Feb 2026, 08:00\.$/);
    expect((await late(admin, alone))[0]).to.match(/^Alone was due on 1 Feb 2026, 08:00 GMT/);
    expect(await late(technician, given)).to.have.lengthOf(1);
    expect(await late(manager, given)).to.deep.equal([]);
    // The date was moved; and once more the same by an outbox that was put back.
    await pass('2026-02-02T08:00:00.000Z');
    expect(await late(manager, alone)).to.have.lengthOf(2);
    await knex()('facts').where({ record_id: alone, kind: 'overdue' }).update({ pending: 1 });
    await handOn();
    expect(await late(manager, alone)).to.have.lengthOf(2);
  });

  it('are visible while the user may view the row, at any current site, and to no other user', async () => {
    const { id } = await incident('Seen', 'critical');
    await handOn();
    const query = `resource=incident&record_id=${id}`;
    const [told] = await toldOf(admin, query);
    if (!told) throw new Error('Nobody was told.');
    const { site, kind } = told;
    expect([site.name, kind]).to.deep.equal(['Plant North', 'incident.severe']);
    const userId = await idOf(admin);
    const registry = await createRegistry();
    const judged = () => visibleNotifications(knex(), registry, userId, { ids: [told.id] });
    const before = await unread(admin);
    const expectSeen = async (isSeen: boolean, why: string) => {
      expect((await toldOf(admin, query)).length, why).to.equal(Number(isSeen));
      expect((await admin.get(`/notifications/${told.id}`)).status, why).to.equal(isSeen ? 200 : 404);
      expect(await judged(), why).to.deep.equal(isSeen ? [told.id] : []);
      expect(await unread(admin), why).to.be[isSeen ? 'equal' : 'below'](before);
      if (!isSeen) expect((await admin.post(`/notifications/${told.id}/read`)).status, why).to.equal(404);
    };
    await expectSeen(true, 'at the headquarters');
    await admin.patch('/user/site', { site_id: 3 });
    await expectSeen(true, 'at another plant');
    await admin.patch('/user/site', { site_id: 1 });
    const membership = await knex()('memberships').where({ user_id: userId, site_id: north }).first();
    const [role] = await knex()('membership_roles').where({ membership_id: membership.id });
    await knex()('membership_roles').where(role).delete();
    await expectSeen(false, 'without a role there');
    await knex()('membership_roles').insert(role);
    await expectSeen(true, 'with the role again');
    await knex()('role_permissions')
      .where({ role_id: role.role_id })
      .update({ permission: 'incident.update' });
    await expectSeen(false, 'without the permission to view');
    await knex()('role_permissions').where({ role_id: role.role_id }).update({ permission: '*' });
    expect((await manager.get(`/notifications/${told.id}`)).status).to.equal(404);
    await manager.delete(`/incidents/${id}`);
    await expectSeen(false, 'the row is gone');
  });

  it('are marked as read, one or all', async () => {
    const { id } = await incident('Read me', 'critical');
    await incident('Read me too', 'critical');
    await handOn();
    const [told] = await toldOf(admin, `record_id=${id}&resource=incident`);
    const path = `/notifications/${told?.id}/read`;
    const count = await unread(admin);
    const { body } = await admin.post(path);
    expect(body.data).to.include({ unread: false }).and.to.have.property('read_at').that.is.a('string');
    expect((await admin.post(path)).body.data).to.deep.equal(body.data);
    expect(await unread(admin)).to.equal(count - 1);
    expect((await admin.post('/notifications/read-all')).body).to.deep.equal({ data: { read: count - 1 } });
    expect(await unread(admin)).to.equal(0);
    expect((await admin.post('/notifications/read-all')).body).to.deep.equal({ data: { read: 0 } });
  });

  it('come as each person wants them', async () => {
    const path = '/user/notification-preferences';
    const { data: usual } = (await admin.get(path)).body;
    expect(usual).to.deep.include({ digest: 'immediate', digest_time: '07:00' });
    expect(usual.kinds).to.include({ 'incident.severe': 'mail', 'maintenance.due_soon': 'page' });
    const told = async (name: string) => {
      const { id } = await incident(name, 'critical');
      await handOn();
      const where = { user_id: await idOf(admin), resource: 'incident', record_id: id };
      const rows = await knex()('notifications').where(where);
      // It waits for a mail, or is in one already, together with others.
      return rows.map(({ mail_due_at: due, mailed_at: mailed }) => due !== null || mailed !== null);
    };
    expect(await told('By mail')).to.deep.equal([true]);
    for (const [channel, wanted] of [
      ['page', [false]],
      ['none', []],
      ['mail', [true]],
    ] as const) {
      const changed = await admin.patch(path, { kinds: { 'incident.severe': channel } });
      expect(changed.body.data).to.deep.equal({
        ...usual,
        kinds: { ...usual.kinds, 'incident.severe': channel },
      });
      expect(await told(`By ${channel}`), channel).to.deep.equal(wanted);
    }
    const both = await admin.patch(path, { digest: 'weekly', digest_time: '18:30' });
    expect(both.body.data).to.deep.include({ digest: 'weekly', digest_time: '18:30' });
    expect((await admin.get(path)).body).to.deep.equal(both.body);
    const refused: readonly (readonly [object, string])[] = [
      [{ kinds: { x: 'mail' } }, 'kinds.x'],
      [{ kinds: { 'incident.severe': 'sms' } }, 'kinds.incident.severe'],
      [{ kinds: [] }, 'kinds'],
      [{ digest: 'hourly' }, 'digest'],
      [{ digest_time: '24:00' }, 'digest_time'],
      [{ sound: true }, 'sound'],
    ];
    for (const [body, field] of refused) {
      const reply = await admin.patch(path, body);
      expect([reply.status, Object.keys(reply.body.errors ?? {})], reply.text).to.deep.equal([422, [field]]);
    }
    expect((await admin.patch(path, { digest: 'daily' }, { Prefer: 'dry-run' })).status).to.equal(422);
    expect((await service.client().get(path)).status).to.equal(401);
    expect((await admin.get(path)).body).to.deep.equal(both.body);
  });

  it('are kept for 90 days, and go with the account', async () => {
    const userId = await idOf(technician);
    const mine = () => knex()('notifications').where({ user_id: userId }).pluck('id');
    const { id } = await make(manager, '/maintenances', {
      name: 'Kept',
      material_id: await materialId(),
      operator_ids: [userId],
    });
    await handOn();
    const [row] = await toldOf(technician, `resource=maintenance&record_id=${id}`);
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().replace('T', ' ').slice(0, 23);
    const age = (days: number) =>
      knex()('notifications')
        .where({ id: row?.id })
        .update({ created_at: daysAgo(days) });
    await age(89);
    await sweepNotifications(knex());
    expect(await mine()).to.include(row?.id);
    await age(91);
    await sweepNotifications(knex());
    expect(await mine()).not.to.include(row?.id);
    await manager.patch(`/maintenances/${id}`, { operator_ids: [] });
    await manager.patch(`/maintenances/${id}`, { operator_ids: [userId] });
    await handOn();
    expect(await mine()).not.to.deep.equal([]);
    expect((await admin.delete(`/users/${userId}`)).status).to.equal(204);
    expect(await mine()).to.deep.equal([]);
  });
});
