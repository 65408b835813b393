/**
 * A Galera cluster of three nodes with HAProxy before it, set up by the recipe of `docs/hosts.md` step by step. Two services know
 * all nodes, and one only knows the proxy. The test does many things to the node that they write to. With `TELL_PAUSES=1` it
 * prints for how long each service had no write answered.
 */
import { expect } from 'chai';
import { seedDatabase } from '../../../../../commands/seed/seed-database.ts';
import { openDatabase } from '../../../../../engine/database/open.ts';
import type { Client } from '../../../../harness/client.ts';
import { testConfig } from '../../../../harness/database.ts';
import { makeOfRun } from '../../../../harness/database-server.ts';
import {
  askAt,
  findGalera,
  type Galera,
  type GaleraNode,
  howToInstallGalera,
  startGalera,
} from '../../../../harness/galera.ts';
import {
  type ClusterProxy,
  findHaProxy,
  howToInstallHaProxy,
  startClusterProxy,
} from '../../../../harness/haproxy.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { runEntry, type ServiceProcess, startProcess } from '../../../../harness/process.ts';
import { type Environment, follow, readSteps } from '../../../../harness/recipe.ts';
import { until } from '../../../../harness/until.ts';
import {
  calmly,
  expectKept,
  expectNothingOld,
  patiently,
  startWriting,
  untilRead,
  writtenAt,
} from './cluster-world.ts';
import { describeTwoWriters } from './cluster-writers.ts';

const haproxy = findHaProxy();
const missing =
  makeOfRun === 'mysql'
    ? 'Galera is MariaDB’s'
    : findGalera() === null
      ? `there is no Galera here; ${howToInstallGalera}`
      : haproxy === null
        ? `there is no HAProxy here; ${howToInstallHaProxy}`
        : null;
const onClusters = onlyOn('mysql', 'the embedded database has no cluster', missing);

onClusters.describe('a cluster of databases', () => {
  let galera: Galera;
  let proxy: ClusterProxy;
  /** They know all nodes. */
  let services: ServiceProcess[] = [];
  let proxied: ServiceProcess;
  let clients: Client[] = [];

  const nodesAs = (nodes: readonly GaleraNode[]) => nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const urlOf = (nodes: readonly GaleraNode[]) => `mysql://millwright:secret@${nodesAs(nodes)}/millwright`;
  const start = (given: Environment) => startProcess({ env: settingsOf(given) });
  const settingsOf = ({ DATABASE_URL = '', DATABASE_READ_URL = '' }: Environment) => ({
    DATABASE_URL,
    DATABASE_READ_URL,
    APP_KEY: testConfig('sqlite::memory:').appKeys[0].toString('base64'),
    LOG_LEVEL: 'error',
    RUN_TASKS: 'false',
  });

  before(async () => {
    galera = await startGalera(async ({ nodes, database, migrate }) => {
      const [first] = nodes;
      await follow(database, { texts: [['mariadb -e', `${first.client} -e`]] });
      await follow(migrate, {
        texts: [['10.0.0.1/', `${nodesAs([first])}/`]],
        lines: {
          'npm run migrate': async (environment) => {
            const env = settingsOf(environment);
            const { code, stdout, stderr } = await runEntry(['commands/migrate.ts'], { env });
            expect(code, stderr).to.equal(0);
            expect(stdout).to.not.include('are not kept');
            const config = testConfig(String(environment.DATABASE_URL));
            const opened = openDatabase(config);
            await seedDatabase(opened, config);
            await opened.destroy();
          },
        },
      });
    });
    const [, ...others] = galera.nodes;
    await follow(galera.service, {
      texts: [
        ['10.0.0.1,10.0.0.2,10.0.0.3', nodesAs(galera.nodes)],
        ['10.0.0.2,10.0.0.3', nodesAs(others)],
      ],
      lines: {
        'npm start': async (environment) => {
          services = await Promise.all([start(environment), start(environment)]);
        },
      },
    });
    proxy = await startClusterProxy(haproxy ?? '', galera.nodes);
    await follow(proxy.service, {
      texts: [
        ['127.0.0.1:3306', `127.0.0.1:${proxy.writer}`],
        ['127.0.0.1:3307', `127.0.0.1:${proxy.reader}`],
      ],
      lines: {
        'npm start': async (environment) => {
          await leadTo([1, 2]);
          // As an operator would, if HAProxy on a busy machine takes a node for lost meanwhile.
          proxied = await start(environment).catch(() => start(environment));
        },
      },
    });
    clients = [...services, proxied].map((service) => service.client());
    for (const client of clients)
      expect((await patiently(() => client.login('manager@demo.test'))).status).to.equal(200);
  });
  after(async () => {
    await Promise.all([...services, proxied].map((service) => service?.stop()));
    await proxy?.stop();
    await galera?.stop();
  });

  /** The node that an address leads to, counted from 1; 0 for none. */
  async function behind(port: number): Promise<number> {
    const [row] = await askAt(port, 'SELECT @@port AS port').catch(() => []);
    return galera.nodes.findIndex((node) => node.port === Number(row?.port)) + 1;
  }

  /** Waits until HAProxy leads its two addresses to these nodes. */
  const leadTo = ([writer, reader]: readonly [number, number]) =>
    until(
      `HAProxy leads to ${writer} and ${reader}`,
      async () => (await behind(proxy.writer)) === writer && (await behind(proxy.reader)) === reader,
      calmly,
    );

  /** The nodes that services write to, counted from 1; 0 for none. */
  const places = async () =>
    (await Promise.all(services.map(writtenAt))).map(
      (port) => galera.nodes.findIndex((node) => node.port === port) + 1,
    );

  /** On the node to which no test does anything. */
  async function expectAllKept(answered: readonly string[]): Promise<void> {
    const [, , third] = galera.nodes;
    const connection = await third.connect('millwright');
    try {
      await connection.query('SET wsrep_sync_wait = 1');
      await expectKept(connection, answered);
    } finally {
      connection.destroy();
    }
  }

  it('is written to at the first of its nodes', async () => {
    await until('both write to the first node', async () => (await places()).join() === '1,1', calmly);
  });

  it('is read from at the others, never older than what any service has answered', async () => {
    await untilRead(services, 2);
    const [writer, reader] = clients;
    if (!writer || !reader) throw new Error('There are two services.');
    const writing = startWriting('beside', [writer, reader]);
    await expectNothingOld(writer, reader);
    await writing.end();
    await untilRead(services, 2);
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
      const writing = startWriting(title, clients);
      await writing.more();
      await fault(first);
      await until('both write to the second node', async () => (await places()).join() === '2,2', calmly);
      await leadTo([2, 2]);
      await writing.more();
      await mend(first);
      await until('both write to the first node', async () => (await places()).join() === '1,1', calmly);
      await leadTo([1, 2]);
      await writing.end();
      await expectAllKept(writing.answered);
    });
  }

  it('answers every write while a node is lost that is not written to, once the others agree on that', async () => {
    const [, lost, other] = galera.nodes;
    const writing = startWriting('view', clients.slice(0, 2));
    const through = startWriting('view through HAProxy', clients.slice(2));
    await Promise.all([writing.more(), through.more()]);
    lost.freeze();
    const size = async () => {
      const [row] = await other.ask("SHOW STATUS LIKE 'wsrep_cluster_size'").catch(() => []);
      return row?.Value;
    };
    await until('the others have agreed', async () => (await size()) === '2', calmly);
    await Promise.all([writing.more(), through.more()]);
    // It is the one that HAProxy reads from.
    await leadTo([1, 3]);
    for (const client of clients) expect((await patiently(() => client.get('/zones'))).status).to.equal(200);
    lost.thaw();
    // At first it knows nothing of what it has missed.
    const isBack = async () => (await size()) === '3' && (await lost.isInStep());
    await until('it is in step again', isBack, calmly);
    await leadTo([1, 2]);
    await through.end();
    expect(await writing.end()).to.deep.equal([201]);
    expect(await places()).to.deep.equal([1, 1]);
    await expectAllKept([...writing.answered, ...through.answered]);
  });

  it('is read from through HAProxy, and not written to, at a node that is read-only', async () => {
    const [, second] = galera.nodes;
    await second.ask('SET GLOBAL read_only = ON');
    expect([proxy.check('galera_writer', second), proxy.check('galera_reader', second)]).to.deep.equal([
      1, 0,
    ]);
    await second.ask('SET GLOBAL read_only = OFF');
  });

  // On request: what one node does to a transaction of another comes by chance. `transactions.test.ts` has it for certain.
  if (process.env.TWO_WRITERS)
    describeTwoWriters(() => galera.nodes.slice(0, 2).map((node) => urlOf([node])));

  describe('of which two are lost', () => {
    it('goes on with the third one by what the page says', async () => {
      const [first, ...others] = galera.nodes;
      await Promise.all(others.map((node) => node.kill()));
      const told = async () => {
        const [row] = await first.ask("SHOW STATUS LIKE 'wsrep_cluster_status'");
        return row?.Value;
      };
      await until(
        'the only node has lost the most of them',
        async () => (await told()) === 'non-Primary',
        calmly,
      );
      const texts = [['mariadb -e', `${first.client} -e`]] as const;
      for (const step of await readSteps('docs/hosts.md', '## When most of a cluster is lost'))
        await follow(step, { texts });
      await until('it is the most of them', async () => (await told()) === 'Primary', calmly);
      const writing = startWriting('alone', clients.slice(0, 2));
      await writing.more();
      await writing.end();
      const connection = await first.connect('millwright');
      await expectKept(connection, writing.answered).finally(() => connection.destroy());
    });
  });
});
