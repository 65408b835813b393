/** Two services on a Galera cluster of three nodes, which is set up as `deploy/galera` says: whatever happens to the node they write to. */
import { expect } from 'chai';
import type mysql from 'mysql2/promise';
import { migrateDatabase, seedDatabase } from '../../engine/database/migrate.ts';
import { openDatabase } from '../../engine/database/open.ts';
import type { Client } from '../harness/client.ts';
import { testConfig } from '../harness/database.ts';
import {
  askAt,
  findGalera,
  type Galera,
  type GaleraNode,
  howToInstallGalera,
  startGalera,
} from '../harness/galera.ts';
import { findHaProxy, howToInstallHaProxy, startHaProxy } from '../harness/haproxy.ts';
import { onlyOn, skippedFor } from '../harness/only-on.ts';
import { freePort } from '../harness/port.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import { describeTwoWriters } from './cluster-writers.ts';

const missing = findGalera() === null ? `there is no Galera here; ${howToInstallGalera}` : null;
const onClusters = onlyOn('mysql', 'the embedded database has no cluster', missing);
const haproxy = findHaProxy();
const withHaProxy = skippedFor(haproxy === null ? `there is no HAProxy here; ${howToInstallHaProxy}` : null);

onClusters.describe('a cluster of databases', () => {
  let galera: Galera;
  let services: ServiceProcess[] = [];
  let clients: Client[] = [];

  const urlOf = (nodes: readonly GaleraNode[]) =>
    `mysql://millwright:millwright@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/millwright`;

  before(async () => {
    galera = await startGalera();
    const [first] = galera.nodes;
    await first.ask('CREATE DATABASE millwright');
    const config = testConfig(urlOf(galera.nodes));
    const database = openDatabase(config);
    await migrateDatabase(database);
    await seedDatabase(database, config);
    await database.destroy();
    const env = {
      DATABASE_URL: urlOf(galera.nodes),
      DATABASE_READ_URL: urlOf(galera.nodes.slice(1)),
      APP_KEY: config.appKeys[0].toString('base64'),
      LOG_LEVEL: 'silent',
      RUN_TASKS: 'false',
    };
    services = await Promise.all([startProcess({ env }), startProcess({ env })]);
    clients = services.map((service) => service.client());
    for (const client of clients) expect((await client.login('manager@demo.test')).status).to.equal(200);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await galera?.stop();
  });

  /** The nodes that services are connected to, by what each of them says. */
  const written = async () =>
    Promise.all(
      services.map(async ({ url }) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        return /database_host_written\{host="127\.0\.0\.1:(\d+)"\} 1/.exec(text)?.[1] ?? null;
      }),
    );
  const places = async () =>
    (await written()).map((port) => galera.nodes.findIndex((node) => String(node.port) === port) + 1);

  /** Both write zones until told to stop. Whatever is not answered 201 has to be a 503. */
  function startWriting(prefix: string) {
    const answered: string[] = [];
    const statuses = new Set<number>();
    let over = false;
    let serial = 0;
    const write = async (client: Client) => {
      while (!over) {
        serial += 1;
        const name = `${prefix} ${serial}`;
        const { status } = await client.post('/zones', { name });
        statuses.add(status);
        if (status === 201) answered.push(name);
      }
    };
    const writing = Promise.all(clients.map(write));
    return {
      answered,
      end: async () => {
        over = true;
        await writing;
        const met = [...statuses].sort();
        expect(met).to.be.deep.oneOf([[201], [201, 503]]);
        return met;
      },
    };
  }

  async function expectKept(answered: readonly string[]): Promise<void> {
    const connection = await galera.nodes[1].connect('millwright');
    try {
      await connection.query('SET wsrep_sync_wait = 1');
      const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT name FROM zones');
      const names = new Set(rows.map(({ name }) => name));
      expect(answered.filter((name) => !names.has(name))).to.deep.equal([]);
    } finally {
      connection.destroy();
    }
  }

  it('is written to at the first of its nodes', async () => {
    await until('both write to the first node', async () => (await places()).join() === '1,1');
  });

  /** How many of the hosts for reading each service reads from. */
  const readFrom = async () =>
    Promise.all(
      services.map(async ({ url }) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        return [...text.matchAll(/database_host_read\{host="[^"]*"\} 1/g)].length;
      }),
    );
  const untilRead = (count: number) =>
    until(`both read from ${count} nodes`, async () => (await readFrom()).join() === `${count},${count}`);

  it('is read from at the others, never older than what any service has answered', async () => {
    await untilRead(2);
    const [writer, reader] = clients;
    if (!writer || !reader) throw new Error('There are two services.');
    const writing = startWriting('beside');
    const stale: string[] = [];
    for (let round = 1; round <= 40; round += 1) {
      const { id } = (await writer.post('/zones', { name: `Round ${round}` })).body.data;
      const found = await reader.get(`/zones/${id}`);
      const listed = await reader.get(`/zones?search=${encodeURIComponent(`Round ${round}`)}&per_page=100`);
      await writer.patch(`/zones/${id}`, { name: `Renamed ${round}` });
      const named = await reader.get(`/zones/${id}`);
      await writer.delete(`/zones/${id}`);
      const gone = await reader.get(`/zones/${id}`);
      const seen = [
        found.status,
        listed.body.data.some((row: { id: number }) => row.id === id),
        named.body.data.name,
        gone.status,
      ];
      if (seen.join() !== `200,true,Renamed ${round},404`) stale.push(seen.join());
    }
    await writing.end();
    expect(stale).to.deep.equal([]);
    await untilRead(2);
  });

  for (const [title, fault, mend] of [
    ['is killed', (node: GaleraNode) => node.kill(), (node: GaleraNode) => node.rejoin()],
    ['is frozen', async (node: GaleraNode) => node.freeze(), async (node: GaleraNode) => node.thaw()],
    [
      'is made read-only',
      async (node: GaleraNode) => void (await node.ask('SET GLOBAL read_only = ON')),
      async (node: GaleraNode) => void (await node.ask('SET GLOBAL read_only = OFF')),
    ],
  ] as const) {
    it(`loses no answered write when its first node ${title}, and is written to there again afterwards`, async () => {
      const [first] = galera.nodes;
      const writing = startWriting(title);
      await until('something has been written', () => writing.answered.length > 10);
      await fault(first);
      await until('both write to the second node', async () => (await places()).join() === '2,2');
      const before = writing.answered.length;
      await until('writes are answered again', () => writing.answered.length > before + 10);
      await mend(first);
      await until('both write to the first node', async () => (await places()).join() === '1,1');
      await writing.end();
      await expectKept(writing.answered);
    });
  }

  it('answers every write while a node is lost that nobody writes to, once the others agree on that', async () => {
    const lost = galera.nodes[2];
    const writing = startWriting('view');
    await until('something has been written', () => writing.answered.length > 10);
    lost.freeze();
    const left = async () => {
      const [size] = await galera.nodes[1].ask("SHOW STATUS LIKE 'wsrep_cluster_size'");
      return size?.Value === '2';
    };
    await until('the others have agreed', left, { everyMs: 100 });
    const before = writing.answered.length;
    await until('writes are answered again', () => writing.answered.length > before + 10);
    lost.thaw();
    await until('it is in step again', () => lost.isInStep(), { everyMs: 100 });
    expect(await writing.end()).to.deep.equal([201]);
    expect(await places()).to.deep.equal([1, 1]);
  });

  withHaProxy.it('has its first node behind one address, by HAProxy', async () => {
    const [first] = galera.nodes;
    await first.ask("CREATE USER 'check'@'127.0.0.1' IDENTIFIED BY 'check'");
    const ports = galera.nodes.map(({ port }) => port);
    const proxy = await startHaProxy(haproxy ?? 'haproxy', await freePort(), ports);
    const leadsTo = (port: number) =>
      until(`it leads to ${port}`, async () => (await behind(proxy.port)) === port, { everyMs: 100 });
    try {
      await leadsTo(ports[0] ?? 0);
      await first.ask('SET GLOBAL read_only = ON');
      await leadsTo(ports[1] ?? 0);
      await first.ask('SET GLOBAL read_only = OFF');
      await leadsTo(ports[0] ?? 0);
    } finally {
      await proxy.stop();
    }
  });

  /** The node that an address leads to; null for none. */
  async function behind(port: number): Promise<number | null> {
    try {
      const [row] = await askAt(port, 'SELECT @@port AS port');
      return Number(row?.port);
    } catch {
      return null;
    }
  }

  describeTwoWriters(() => galera.nodes.slice(0, 2).map((node) => urlOf([node])));
});
