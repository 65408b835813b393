/** The database goes away and comes back: 503 in a few seconds, nothing half-written, service resumed by itself. */
import { expect } from 'chai';
import { seedDatabase } from '../../../../../commands/seed/seed-database.ts';
import { migrateDatabase } from '../../../../../engine/database/migrate.ts';
import { openDatabase } from '../../../../../engine/database/open.ts';
import type { Client, Reply } from '../../../../harness/client.ts';
import { createTestDatabase, type TestDatabase, testConfig } from '../../../../harness/database.ts';
import { type DatabaseServer, startDatabaseServer } from '../../../../harness/database-server.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { type ServiceProcess, startProcess } from '../../../../harness/process.ts';
import { startTcpProxy, type TcpProxy } from '../../../../harness/tcp-proxy.ts';
import { until } from '../../../../harness/until.ts';

function expectUnavailable(reply: Reply): void {
  expect([reply.status, reply.body.code], reply.text).to.deep.equal([503, 'unavailable']);
  expect(Number(reply.headers['retry-after'])).to.be.greaterThan(0);
}

const untilReady = (client: Client): Promise<void> =>
  until('the service is ready again', async () => (await client.get('/health/ready')).status === 200, {
    everyMs: 200,
  });

const onServers = onlyOn('mysql', 'the embedded database has no server that goes away');
// An answer that hangs is one that the client gives up: after 30 seconds of silence.
onServers.describe('outages of MariaDB', () => {
  let server: DatabaseServer;
  let proxy: TcpProxy;
  let service: ServiceProcess;
  let client: Client;

  before(async () => {
    server = await startDatabaseServer({ durable: true });
    const direct = openDatabase(testConfig(server.url('mysql')));
    await direct.raw('create database outage');
    await direct.destroy();
    const config = testConfig(server.url('outage'));
    const database = openDatabase(config);
    await migrateDatabase(database);
    await seedDatabase(database, config);
    await database.destroy();
    proxy = await startTcpProxy(server.port);
    const url = server.url('outage').replace(`:${server.port}/`, `:${proxy.port}/`);
    const appKey = config.appKeys[0].toString('base64');
    service = await startProcess({ env: { DATABASE_URL: url, APP_KEY: appKey, LOG_LEVEL: 'error' } });
    client = service.client();
    await client.login('manager@demo.test');
  });
  after(async () => {
    await service?.stop();
    await proxy?.stop();
    await server?.stop();
  });

  const count = async (name: string) => (await client.get(`/zones?search=${name}`)).body.meta.total;

  async function expectOutage(name: string): Promise<void> {
    const replies = await Promise.all([
      client.get('/zones'),
      client.post('/zones', { name }),
      client.get('/health/ready'),
      client.get('/health/live'),
    ]);
    expectUnavailable(replies[0]);
    expectUnavailable(replies[1]);
    expect(replies[2].status).to.equal(503);
    expect(replies[3].status).to.equal(200);
  }

  it('a server that is killed', async () => {
    await server.kill();
    await expectOutage('Killed');
    await server.restart();
    await untilReady(client);
    expect((await client.get('/zones')).status).to.equal(200);
    expect(await count('Killed')).to.equal(0);
  });

  it('a server that is frozen', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      await expectOutage('Frozen');
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await untilReady(client);
    expect((await client.post('/zones', { name: 'Thawed' })).status).to.equal(201);
    expect(await count('Frozen')).to.equal(0);
  });

  it('connections that are cut, before and in the middle of writes', async () => {
    proxy.cut();
    let answered = 0;
    const write = async (index: number) => {
      const { status } = await client.post('/zones', { name: `Cut ${index}` });
      answered += 1;
      // The others are under way then, each at another statement.
      if (answered % 7 === 0) proxy.cut();
      return { index, status };
    };
    const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => write(index)));
    await untilReady(client);
    expect(
      replies.every(({ status }) => status === 201 || status === 503),
      JSON.stringify(replies),
    ).to.equal(true);
    const { data } = (await client.get('/zones?search=Cut&per_page=100&fields=name')).body;
    const names = new Set(data.map(({ name }: { name: string }) => name));
    for (const { index, status } of replies) {
      if (status === 201) expect(names.has(`Cut ${index}`), `answered and lost: Cut ${index}`).to.equal(true);
    }
  });

  it('connections through which nothing comes any more', async () => {
    proxy.freeze();
    await expectOutage('Silent');
    proxy.thaw();
    await untilReady(client);
    expect(await count('Silent')).to.equal(0);
  });

  it('a row that another transaction keeps locked', async () => {
    const { id } = (await client.post('/zones', { name: 'Locked' })).body.data;
    const other = openDatabase(testConfig(server.url('outage')));
    const holding = await other.transaction();
    await holding('zones').where({ id }).forUpdate();
    expectUnavailable(await client.patch(`/zones/${id}`, { description: 'waited' }));
    await holding.rollback();
    await other.destroy();
    expect((await client.patch(`/zones/${id}`, { description: 'now' })).status).to.equal(200);
  });

  it('a pool that is used up', async () => {
    const other = openDatabase(testConfig(server.url('outage')));
    const { id } = (await client.post('/zones', { name: 'Busy' })).body.data;
    const holding = await other.transaction();
    await holding('zones').where({ id }).forUpdate();
    const waiting = Array.from({ length: 30 }, () => client.patch(`/zones/${id}`, { description: 'x' }));
    const replies = await Promise.all(waiting);
    await holding.rollback();
    await other.destroy();
    for (const reply of replies) expectUnavailable(reply);
    await untilReady(client);
    expect((await client.get(`/zones/${id}`)).body.data.description).to.equal(null);
  });
});

describe('ending under load', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase('demo');
  });
  afterEach(() => database.drop());

  const start = () =>
    startProcess({
      env: {
        DATABASE_URL: database.url,
        APP_KEY: database.config.appKeys[0].toString('base64'),
        LOG_LEVEL: 'error',
      },
    });

  /** Writes without pause until the service is gone, and notes the names of what was answered 201. */
  async function writeUntilGone(client: Client, writer: number, answered: string[]): Promise<void> {
    for (let index = 0; index < 5000; index += 1) {
      const name = `Written ${writer}-${index}`;
      const reply = await client.post('/zones', { name }).catch(() => null);
      if (reply?.status === 201) answered.push(name);
      else if (reply === null || reply.status === 503) return;
      else throw new Error(`${reply.status} ${reply.text}`);
    }
  }

  for (const way of ['stop', 'kill'] as const) {
    it(`loses no answered write when it ends by ${way === 'stop' ? 'SIGTERM' : 'kill -9'}`, async () => {
      const service = await start();
      const clients = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const client = service.client();
          await client.login('manager@demo.test');
          return client;
        }),
      );
      const answered: string[] = [];
      const writing = Promise.all(clients.map((client, writer) => writeUntilGone(client, writer, answered)));
      // One that breaks off ends the waiting: the error is told below.
      let over = false;
      const ended = () => {
        over = true;
      };
      writing.then(ended, ended);
      await until('much has been written', () => over || answered.length >= 40);
      const exit = await service[way]();
      await writing;
      expect(answered.length).to.be.at.least(40);
      if (way === 'stop') expect(exit).to.deep.equal({ code: 0, signal: null });
      const rows = await database.knex('zones').where('name', 'like', 'Written %').pluck('name');
      const kept = new Set(rows);
      expect(answered.filter((name) => !kept.has(name))).to.deep.equal([]);
      const ids = await database.knex('zones').where('name', 'like', 'Written %').pluck('id');
      const [journaled] = await database
        .knex('activities')
        .where({ resource: 'zone', action: 'create' })
        .whereIn('record_id', ids)
        .count('* as n');
      expect(Number(journaled?.n), 'each row has its journal entry').to.equal(ids.length);
    });
  }
});
