/** Two processes on one database behind a round-robin proxy behave as one. */
import { expect } from 'chai';
import { Client, guessPasswords } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { findHaProxy, howToInstallHaProxy, startNodesProxy } from '../../../harness/haproxy.ts';
import { onlyOn, skippedFor } from '../../../harness/only-on.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { type RoundRobin, startRoundRobin } from '../../../harness/round-robin.ts';
import { until } from '../../../harness/until.ts';

const haproxy = findHaProxy();
const origin = 'http://localhost:5173';

const onServers = onlyOn('mysql', 'the embedded database has one node');
onServers.describe('two nodes', () => {
  let database: TestDatabase;
  let nodes: ServiceProcess[];
  let proxy: RoundRobin;
  let env: Record<string, string>;
  const clients: Client[] = [];

  before(async () => {
    database = await createTestDatabase('demo');
    env = {
      DATABASE_URL: database.url,
      APP_KEY: database.config.appKeys[0].toString('base64'),
      LOG_LEVEL: 'error',
      LEAVE_SECONDS: '300',
    };
    nodes = await Promise.all([startProcess({ env }), startProcess({ env })]);
    proxy = await startRoundRobin(nodes.map(({ url }) => url));
  });
  after(async () => {
    for (const client of clients) client.close();
    await proxy?.stop();
    // An orderly end would wait until the loss is noticed.
    await Promise.all((nodes ?? []).map((node) => node.kill()));
    await database?.drop();
  });

  /** A client whose requests go to one node and the other in turn. */
  const client = () => {
    const made = new Client(proxy.url, { origin, ...(nodes[0] && { witness: nodes[0].witness }) });
    clients.push(made);
    return made;
  };
  const signedIn = async (email: string) => {
    const made = client();
    expect((await made.login(email)).status).to.equal(200);
    return made;
  };

  it('share sessions and their tokens', async () => {
    const manager = await signedIn('manager@demo.test');
    const before = [...proxy.served];
    for (let round = 0; round < 4; round += 1) {
      expect((await manager.get('/user')).status).to.equal(200);
      expect((await manager.post('/zones', { name: `Shared ${round}` })).status).to.equal(201);
      expect((await manager.get('/zones?per_page=1')).status).to.equal(200);
    }
    expect(proxy.served.map((count, node) => count - (before[node] ?? 0))).to.deep.equal([6, 6]);
  });

  it('forget a session together', async () => {
    const manager = await signedIn('manager@demo.test');
    const replayed = client();
    for (const [name, value] of manager.cookies) replayed.cookies.set(name, value);
    expect((await replayed.get('/user')).status).to.equal(200);
    expect((await manager.post('/auth/logout')).status).to.equal(204);
    for (let round = 0; round < 4; round += 1) expect((await replayed.get('/user')).status).to.equal(401);
  });

  it('count failed logins together', async () => {
    const statuses = await guessPasswords(client(), 'viewer@demo.test', 6);
    expect(statuses).to.deep.equal([422, 422, 422, 422, 422, 429]);
  });

  it('take a permission, a membership and a user away from the very next request on', async () => {
    const admin = await signedIn('admin@demo.test');
    const technician = await signedIn('technician@demo.test');
    const role = (await admin.get('/roles?search=technician')).body.data[0];
    const body = { name: 'A leak', material_id: 0, severity: 'low' };
    body.material_id = (await technician.get('/materials?per_page=1')).body.data[0].id;
    expect((await technician.post('/incidents', body)).status).to.equal(201);
    const permissions = role.permissions.filter((name: string) => name !== 'incident.create');
    for (let round = 0; round < 3; round += 1) {
      expect((await admin.patch(`/roles/${role.id}`, { permissions })).status).to.equal(200);
      for (const _node of nodes) expect((await technician.post('/incidents', body)).status).to.equal(403);
      const whole = { permissions: role.permissions };
      expect((await admin.patch(`/roles/${role.id}`, whole)).status).to.equal(200);
      for (const _node of nodes) expect((await technician.post('/incidents', body)).status).to.equal(201);
    }
    const user = (await admin.get('/users?search=technician')).body.data[0];
    expect((await admin.patch(`/users/${user.id}`, { memberships: [] })).status).to.equal(200);
    for (const _node of nodes) expect((await technician.get('/materials')).status).to.equal(403);
    expect((await admin.delete(`/users/${user.id}`)).status).to.equal(204);
    for (const _node of nodes) expect((await technician.get('/user')).status).to.equal(401);
  });

  /** Answers of a path, one from each node. */
  const fromBoth = async (asker: Client, path: string) => {
    const before = [...proxy.served];
    const replies = [await asker.get(path), await asker.get(path)];
    expect(proxy.served.map((count, node) => count - (before[node] ?? 0))).to.deep.equal([1, 1]);
    return replies;
  };

  it('know a new language, site, time zone and name from the very next request on', async () => {
    const manager = await signedIn('manager@demo.test');
    const admin = await signedIn('admin@demo.test');
    const bodiesOf = async (path: string) => (await fromBoth(manager, path)).map(({ body }) => body);
    for (const [locale, words] of [
      ['fr', /rien ici/],
      ['en', /nothing here/],
    ] as const) {
      expect((await manager.patch('/user/locale', { locale })).status).to.equal(200);
      for (const { message } of await bodiesOf('/zones/2147483640')) expect(message).to.match(words);
    }
    const [{ data: person }] = await bodiesOf('/user');
    const sites: { id: number; name: string; timezone: string }[] = (await admin.get('/sites')).body.data;
    const [north, south] = ['Plant North', 'Plant South'].map((name) =>
      sites.find((one) => one.name === name),
    );
    if (!north || !south) throw new Error('The demo has two plants.');
    for (const { id } of [south, north, south, north]) {
      expect((await manager.patch('/user/site', { site_id: id })).status).to.equal(200);
      for (const { data } of await bodiesOf('/zones?per_page=1')) expect(data[0].site_id).to.equal(id);
    }
    expect(person.current_site_id).to.equal(north.id);
    // More than a day apart: no moment is on the same day in both.
    const days: string[][] = [];
    for (const timezone of [
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Pacific/Kiritimati',
      north.timezone,
    ]) {
      expect((await admin.patch(`/sites/${north.id}`, { timezone })).status).to.equal(200);
      const told = await bodiesOf('/zones/counts?by=created_at.day');
      days.push(told.map(({ data }) => JSON.stringify(data)));
    }
    for (const [one, other] of days) expect(one).to.equal(other);
    expect(days[0]).to.deep.equal(days[2]).and.not.to.deep.equal(days[1]);
    const name = 'Plant North, renamed';
    expect((await admin.patch(`/sites/${north.id}`, { name })).status).to.equal(200);
    for (const { data } of await bodiesOf('/user')) expect(JSON.stringify(data)).to.include(name);
    for (const { data } of await bodiesOf('/zones?per_page=1')) expect(data[0].site.name).to.equal(name);
    expect((await admin.patch(`/sites/${north.id}`, { name: north.name })).status).to.equal(200);
  });

  it('know where the headquarters is from the very next request on', async () => {
    const { knex } = database;
    const manager = await signedIn('manager@demo.test');
    interface Told {
      readonly current_site_id: number;
      readonly sites: readonly { id: number; is_headquarters: boolean }[];
    }
    const marked = ({ current_site_id: here, sites }: Told) =>
      sites.find(({ id }) => id === here)?.is_headquarters;
    const seen = async () => {
      const lists = await fromBoth(manager, '/zones?per_page=1');
      const people = await fromBoth(manager, '/user');
      return [...lists.map(({ body }) => body.meta.total), ...people.map(({ body }) => marked(body.data))];
    };
    const own: number = (await manager.get('/user')).body.data.current_site_id;
    const { id: headquarters } = await knex('sites').where({ headquarters_slot: 1 }).first('id');
    expect(own).not.to.equal(headquarters);
    // No request moves it, but an operator may, in the database.
    const move = (from: number, to: number) =>
      knex.transaction(async (trx) => {
        await trx('sites').where({ id: from }).update({ is_headquarters: 0, headquarters_slot: null });
        await trx('sites').where({ id: to }).update({ is_headquarters: 1, headquarters_slot: 1 });
      });
    const [zones, everySite] = await Promise.all(
      [{ site_id: own }, {}].map(async (where) =>
        Number((await knex('zones').where(where).count({ n: '*' }))[0]?.n),
      ),
    );
    expect(everySite).to.be.greaterThan(Number(zones));
    for (let round = 0; round < 2; round += 1) {
      expect(await seen()).to.deep.equal([zones, zones, false, false]);
      await move(headquarters, own);
      expect(await seen()).to.deep.equal([everySite, everySite, true, true]);
      await move(own, headquarters);
    }
  });

  it('carry out a request once per key', async () => {
    const manager = await signedIn('manager@demo.test');
    const sent = Array.from({ length: 20 }, () =>
      manager.post('/zones', { name: 'Once on two nodes' }, { 'Idempotency-Key': 'two nodes' }),
    );
    const replies = await Promise.all(sent);
    const statuses = new Set(replies.map(({ status }) => status));
    expect(
      [...statuses].every((status) => status === 201 || status === 409),
      [...statuses].join(),
    ).to.equal(true);
    const again = await manager.post(
      '/zones',
      { name: 'Once on two nodes' },
      { 'Idempotency-Key': 'two nodes' },
    );
    expect(again.status).to.equal(201);
    expect((await manager.get('/zones?search=once%20on%20two')).body.meta.total).to.equal(1);
  });

  it('never sell the same part twice', async () => {
    const manager = await signedIn('manager@demo.test');
    const item = (await manager.post('/items', { name: 'Bearing of two nodes' })).body.data;
    const entry = { item_id: item.id, type: 'entry', quantity: 10 };
    expect((await manager.post('/item-movements', entry)).status).to.equal(201);
    const exits = Array.from({ length: 25 }, () =>
      manager.post('/item-movements', { item_id: item.id, type: 'exit', quantity: 1 }),
    );
    const statuses = (await Promise.all(exits)).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([...Array(10).fill(201), ...Array(15).fill(422)]);
    expect((await manager.get(`/items/${item.id}`)).body.data.current_stock).to.equal(0);
  });

  it('let no user in whose session was ended, or whose password was changed, on another node', async () => {
    const here = await signedIn('manager@demo.test');
    const elsewhere = await signedIn('manager@demo.test');
    const sessions: { id: number; current: boolean }[] = (await here.get('/user/sessions')).body.data;
    for (const { status } of await fromBoth(elsewhere, '/user')) expect(status).to.equal(200);
    for (const { id, current } of sessions) {
      if (!current) expect((await here.delete(`/user/sessions/${id}`)).status).to.equal(204);
    }
    for (const { status } of await fromBoth(elsewhere, '/user')) expect(status).to.equal(401);
    const admin = await signedIn('admin@demo.test');
    const user = (await admin.get('/users?search=manager%40demo.test')).body.data[0];
    for (const { status } of await fromBoth(here, '/user')) expect(status).to.equal(200);
    const changed = await admin.patch(`/users/${user.id}`, { password: 'another word to come in' });
    expect(changed.status, changed.text).to.equal(200);
    for (const { status } of await fromBoth(here, '/user')) expect(status).to.equal(401);
  });

  const throughHaProxy = skippedFor(
    haproxy === null ? `there is no HAProxy here; ${howToInstallHaProxy}` : null,
  );
  throughHaProxy.it(
    'are sent nothing more by HAProxy when they are told to end, so that no request is lost',
    async () => {
      const [first, second] = nodes;
      if (haproxy === null || !first || !second) throw new Error('There are HAProxy and two nodes.');
      const balancer = await startNodesProxy(haproxy, [first.port, second.port]);
      const asker = new Client(balancer.url, { origin, connection: { ca: balancer.ca } });
      clients.push(asker);
      const statuses = new Set<number>();
      const ask = async () => {
        statuses.add((await asker.get('/zones?per_page=1')).status);
        statuses.add((await asker.post('/zones', { name: `Through HAProxy ${served.next}` })).status);
        served.next += 1;
      };
      /** Whether this node answers any of some requests. */
      const isAsked = async ({ url }: ServiceProcess) => {
        const before = await countZones(url);
        for (let time = 0; time < 4; time += 1) await ask();
        return (await countZones(url)) > before;
      };
      const served = { next: 1 };
      try {
        await until('somebody signs in', async () => (await asker.login('admin@demo.test')).status === 200);
        for (const node of [first, second]) await until('it is asked', () => isAsked(node));
        statuses.clear();
        process.kill(first.pid, 'SIGTERM');
        await until(
          'it says that it ends',
          async () => (await fetch(`${first.url}/health/ready`)).status === 503,
        );
        await until('it is asked nothing more', async () => !(await isAsked(first)));
        await first.kill();
        await ask();
        const again = await startProcess({ env: { ...env, PORT: String(first.port) } });
        nodes = [again, second];
        await until('it is asked again', () => isAsked(again));
        expect([...statuses].sort()).to.deep.equal([200, 201]);
      } finally {
        await balancer.stop();
      }
    },
  );
});

/** How many requests for zones a node has answered. */
async function countZones(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(
    /^http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/zones"[^}]*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
