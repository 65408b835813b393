/** Calendars that people subscribe to: what their address shows to whom, and what it never shows. */
import { hash } from 'node:crypto';
import { expect } from 'chai';
import ICAL from 'ical.js';
import { storedNow } from '../../../engine/values.ts';
import type { Client, Reply } from '../../harness/client.ts';
import { serveDemo } from '../../harness/service.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** The entries of a calendar by their names. */
function entriesOf({ text }: Reply): Record<string, Record<string, string>> {
  const all = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => {
    const values = one
      .getAllProperties()
      .map((property) => [property.name, String(property.getFirstValue())]);
    const read: Record<string, string> = Object.fromEntries(values);
    return [read.summary ?? '', read] as const;
  });
  return Object.fromEntries(all);
}

describe('calendar feeds', () => {
  const { service, manager, technician, viewer, admin } = serveDemo([
    'manager',
    'technician',
    'viewer',
    'admin',
  ]);
  const north = 2;
  let material: number;
  let me: number;

  const make = async (client: Client, values: object = {}) => {
    const reply = await client.post('/calendar-feeds', { name: 'Mine', site_id: north, ...values });
    expect(reply.status, reply.text).to.equal(201);
    const { data } = reply.body;
    return { id: data.id, url: data.url, path: new URL(data.url).pathname };
  };
  /** Fetches it as a calendar program does: without a session. */
  const fetched = (path: string, headers = {}, method = 'GET') =>
    service.client({ origin: null }).raw(method, path, { headers });
  const plan = async (values: object) => {
    const reply = await manager.post('/maintenances', { material_id: material, ...values });
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };

  before(async () => {
    await manager.patch('/user/site', { site_id: north });
    material = (await manager.get('/materials?per_page=1&status=operational')).body.data[0].id;
    me = (await technician.get('/user')).body.data.id;
  });

  it('tells its address once, and keeps nothing that would lead to it', async () => {
    const { id, url } = await make(technician);
    expect(url).to.match(/^http:\/\/[^/]+\/api\/v1\/calendars\/[\w-]{43}\.ics$/);
    const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    for (const path of ['/calendar-feeds', `/calendar-feeds/${id}`])
      expect((await technician.get(path)).text).not.to.include(token);
    const row = await service.database.knex('calendar_feeds').where({ id }).first();
    expect(row.digest).to.equal(hash('sha256', token));
    expect(JSON.stringify(row)).not.to.include(token);
  });

  it('is of a site that its owner belongs to', async () => {
    const reply = await technician.post('/calendar-feeds', { name: 'South', site_id: 3 });
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).to.deep.equal([422, ['site_id']]);
    const { body } = await technician.get('/calendar-feeds/options/site_id');
    expect(body.data.map(({ id }: { id: number }) => id)).to.deep.equal([north]);
    const sites = (await manager.get('/calendar-feeds/options/site_id')).body.data;
    expect(sites.map(({ id }: { id: number }) => id).sort()).to.deep.equal([2, 3]);
  });

  it('has what its owner may list: when, how long, where, and whether it is called off', async () => {
    const work = { estimated_minutes: 90, scheduled_at: inDays(3), due_at: inDays(5) };
    const planned = await plan({ name: 'Oil, and filter; twice', ...work, operator_ids: [me] });
    await plan({ name: 'Due alone', due_at: inDays(9) });
    await plan({ name: 'Undated' });
    await plan({ name: 'Long ago', scheduled_at: inDays(-31) });
    await plan({ name: 'Far ahead', scheduled_at: inDays(401) });
    const off = await plan({ name: 'Called off', scheduled_at: inDays(4) });
    await manager.patch(`/maintenances/${off.id}`, { status: 'canceled' });
    const old = await plan({ name: 'Called off before', scheduled_at: inDays(4) });
    await manager.patch(`/maintenances/${old.id}`, { status: 'canceled' });
    await service.database
      .knex('maintenances')
      .where({ id: old.id })
      .update({ updated_at: storedNow(new Date(Date.now() - 31 * day)) });
    const { path } = await make(technician, { operator: 'all', include: ['maintenances'] });
    const reply = await fetched(path);
    expect(reply.headers['content-type']).to.equal('text/calendar; charset=utf-8');
    const entries = entriesOf(reply);
    expect(entries).to.include.keys('Oil, and filter; twice', 'Due alone', 'Called off');
    expect(entries).not.to.have.any.keys('Undated', 'Long ago', 'Far ahead', 'Called off before');
    const { material: at } = planned;
    const seconds = (iso: string) => `${iso.slice(0, 19)}Z`;
    expect(entries['Oil, and filter; twice']).to.include({
      uid: `maintenance-${planned.id}@127.0.0.1`,
      dtstart: seconds(planned.scheduled_at),
      dtend: seconds(new Date(Date.parse(planned.scheduled_at) + 90 * 60_000).toISOString()),
      location: `${at.name}, ${at.zone.name}`,
      status: 'CONFIRMED',
      transp: 'TRANSPARENT',
      sequence: '0',
    });
    expect(entries['Oil, and filter; twice']?.url).to.match(
      new RegExp(`/console/maintenances/${planned.id}$`),
    );
    const { dtstart = '', dtend = '' } = entries['Due alone'] ?? {};
    expect(Date.parse(dtend) - Date.parse(dtstart)).to.equal(3_600_000);
    expect(entries['Called off']?.status).to.equal('CANCELLED');
  });

  it('has one’s own work alone where that is wanted', async () => {
    await plan({ name: 'Somebody else’s', scheduled_at: inDays(2) });
    const { path } = await make(technician, { include: ['maintenances'] });
    const entries = entriesOf(await fetched(path));
    expect(entries).to.include.keys('Oil, and filter; twice');
    expect(entries).not.to.include.keys('Somebody else’s');
  });

  it('moves an entry under the same name, with a greater sequence', async () => {
    const one = await plan({ name: 'To be moved', scheduled_at: inDays(2) });
    const { path } = await make(manager, { operator: 'all' });
    const before = entriesOf(await fetched(path))['To be moved'];
    await manager.patch(`/maintenances/${one.id}`, { scheduled_at: inDays(6) });
    const after = entriesOf(await fetched(path))['To be moved'];
    expect(after?.uid).to.equal(before?.uid);
    expect(after?.dtstart).not.to.equal(before?.dtstart);
    expect(Number(after?.sequence)).to.be.above(Number(before?.sequence));
  });

  it('has the next scheduled date of each plan, which is not certain yet', async () => {
    const { path } = await make(manager, { operator: 'all', include: ['plan-occurrences'] });
    const all = Object.values(entriesOf(await fetched(path)));
    expect(all).not.to.have.lengthOf(0);
    expect(new Set(all.map(({ status }) => status))).to.deep.equal(new Set(['TENTATIVE']));
    const rows = (await manager.get('/plan-occurrences?status=scheduled&per_page=100')).body.data;
    const plans = new Set(rows.map((row: Record<string, number>) => row.maintenance_plan_id));
    const told = all.map(({ uid = '' }) => Number(/^plan-occurrence-(\d+)@/.exec(uid)?.[1]));
    const shown = rows.filter(({ id }: { id: number }) => told.includes(id));
    const shownPlans = shown.map((row: Record<string, number>) => row.maintenance_plan_id);
    expect(new Set(shownPlans).size).to.equal(shownPlans.length);
    expect([...plans]).to.include.members(shownPlans);
    const [first] = shown;
    const before = all.find(({ uid = '' }) => uid.startsWith(`plan-occurrence-${first.id}@`));
    // Twice with the same reason: what is answered of the row beside its date stays as it is.
    const entry = async () =>
      Object.values(entriesOf(await fetched(path))).find(({ uid }) => uid === before?.uid);
    let last = before;
    for (const days of [1, 2]) {
      const due_at = new Date(Date.parse(first.due_at) + days * day).toISOString();
      const moved = await manager.post(`/plan-occurrences/${first.id}/postpone`, { due_at, note: 'Later' });
      expect(moved.status, moved.text).to.equal(200);
      const after = await entry();
      expect(after?.dtstart).not.to.equal(last?.dtstart);
      expect(Number(after?.sequence)).to.be.above(Number(last?.sequence));
      last = after;
    }
  });

  it('answers HEAD, 304 and 405, and touches neither cookies nor sessions nor CORS', async () => {
    const { path } = await make(manager);
    const asked: string[] = [];
    const listen = ({ sql }: { readonly sql: string }) => asked.push(sql);
    const cookie = [...manager.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie: cookie, Origin: 'http://localhost:5173' };
    service.database.knex.on('query', listen);
    const reply = await fetched(path, headers);
    service.database.knex.removeListener('query', listen);
    expect(reply.status).to.equal(200);
    expect(asked.filter((sql) => /sessions/.test(sql))).to.deep.equal([]);
    for (const name of ['set-cookie', 'access-control-allow-origin', 'access-control-allow-credentials'])
      expect(reply.headers, name).not.to.have.property(name);
    expect(String(reply.headers.vary)).not.to.match(/origin|cookie/i);
    const { etag = '' } = reply.headers;
    const head = await fetched(path, {}, 'HEAD');
    expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, '', etag]);
    const same = await fetched(path, { 'If-None-Match': etag });
    expect([same.status, same.text, same.headers.etag]).to.deep.equal([304, '', etag]);
    expect((await fetched(path, {}, 'POST')).status, 'without a token of a page').to.equal(405);
    await plan({
      name: 'Something new',
      scheduled_at: inDays(1),
      operator_ids: [(await manager.get('/user')).body.data.id],
    });
    const other = await fetched(path, { 'If-None-Match': etag });
    expect(other.status).to.equal(200);
  });

  it('notes that it was fetched', async () => {
    const { id, path } = await make(manager);
    const read = async () => (await manager.get(`/calendar-feeds/${id}`)).body.data.last_fetched_at;
    expect(await read()).to.equal(null);
    await fetched(path);
    expect(Date.parse(await read())).to.be.closeTo(Date.now(), 60_000);
  });

  it('asks at each fetch what its owner may list, and whether they belong to the site', async () => {
    const { knex } = service.database;
    const { path } = await make(technician, { operator: 'all' });
    expect(Object.keys(entriesOf(await fetched(path)))).not.to.have.lengthOf(0);
    const membership = await knex('memberships').where({ user_id: me, site_id: north }).first();
    const roles = await knex('membership_roles').where({ membership_id: membership.id });
    await knex('membership_roles').where({ membership_id: membership.id }).delete();
    const bare = await fetched(path);
    expect([bare.status, entriesOf(bare)]).to.deep.equal([200, {}]);
    await knex('memberships').where({ id: membership.id }).delete();
    const unknown = await fetched(path.replace(/[\w-]{43}/, 'x'.repeat(43)));
    const left = await fetched(path);
    expect([left.status, left.text]).to.deep.equal([404, unknown.text]);
    await knex('memberships').insert(membership);
    await knex('membership_roles').insert(roles);
    expect((await fetched(path)).status).to.equal(200);
  });

  it('is the same 404 once it is deleted, or its owner is', async () => {
    const mine = await make(manager);
    const theirs = await make(viewer, { site_id: 3 });
    expect((await fetched(theirs.path)).status).to.equal(200);
    const unknown = await fetched('/api/v1/calendars/abc.ics');
    expect(unknown.status).to.equal(404);
    expect((await manager.delete(`/calendar-feeds/${mine.id}`)).status).to.equal(204);
    const { id } = (await viewer.get('/user')).body.data;
    expect((await admin.delete(`/users/${id}`)).status).to.equal(204);
    for (const { path } of [mine, theirs]) {
      const reply = await fetched(path);
      expect([reply.status, reply.text]).to.deep.equal([404, unknown.text]);
    }
    expect(await service.database.knex('calendar_feeds').where({ user_id: id })).to.deep.equal([]);
  });

  it('answers 60 fetches a minute, and 429 after that', async () => {
    const { path } = await make(manager, { include: ['plan-occurrences'] });
    const statuses: number[] = [];
    for (let times = 0; times < 61; times += 1) statuses.push((await fetched(path)).status);
    expect(statuses.slice(0, 60).every((status) => status === 200)).to.equal(true);
    expect(statuses[60]).to.equal(429);
    const { path: other } = await make(manager);
    expect((await fetched(other)).status, 'another one').to.equal(200);
  });

  it('are twenty a person at most', async () => {
    for (;;) {
      const reply = await admin.post('/calendar-feeds', { name: 'One more', site_id: 1 });
      if (reply.status !== 201) {
        expect([reply.status, reply.body.code]).to.deep.equal([409, 'conflict']);
        break;
      }
    }
    expect((await admin.get('/calendar-feeds')).body.meta.total).to.equal(20);
  });
});
