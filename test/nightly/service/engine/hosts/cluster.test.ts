/**
 * A Galera cluster of three nodes with HAProxy before it, set up by the recipe of `docs/hosts.md` step by step. Two services only
 * know the proxy. The test does many things to the node that they write to. With `TELL_PAUSES=1` it prints for how long each
 * service had no write answered.
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
import { calmly, expectKept, patiently, startWriting } from './cluster-world.ts';
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
  let services: ServiceProcess[] = [];
  let clients: Client[] = [];

  const urlOf = (port: number) => `mysql://millwright:secret@127.0.0.1:${port}/millwright`;
  const settingsOf = ({ DATABASE_URL = '' }: Environment) => ({
    DATABASE_URL,
    APP_KEY: testConfig('sqlite::memory:').appKeys[0].toString('base64'),
    LOG_LEVEL: 'error',
    RUN_TASKS: 'false',
  });
  const start = (given: Environment) => startProcess({ env: settingsOf(given) });

  before(async () => {
    galera = await startGalera(async ({ nodes, database, migrate }) => {
      const [first] = nodes;
      await follow(database, { texts: [['mariadb -e', `${first.client} -e`]] });
      await follow(migrate, {
        texts: [['10.0.0.1/', `127.0.0.1:${first.port}/`]],
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
    proxy = await startClusterProxy(haproxy ?? '', galera.nodes);
    await follow(proxy.service, {
      texts: [['127.0.0.1:3306', `127.0.0.1:${proxy.port}`]],
      lines: {
        'npm start': async (environment) => {
          await leadTo(1);
          services = await Promise.all([start(environment), start(environment)]);
        },
      },
    });
    clients = services.map((service) => service.client());
    for (const client of clients)
      expect((await patiently(() => client.login('manager@demo.test'))).status).to.equal(200);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await proxy?.stop();
    await galera?.stop();
  });

  /** Waits until HAProxy leads to this node, counted from 1. */
  const leadTo = (place: number) =>
    until(
      `HAProxy leads to node ${place}`,
      async () => {
        const [row] = await askAt(proxy.port, 'SELECT @@port AS port').catch(() => []);
        return galera.nodes[place - 1]?.port === Number(row?.port);
      },
      calmly,
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
      await leadTo(2);
      await writing.more();
      await mend(first);
      await leadTo(1);
      await writing.more();
      await writing.end();
      await expectAllKept(writing.answered);
    });
  }

  // On request: what one node does to a transaction of another comes by chance. `transactions.test.ts` has it for certain.
  if (process.env.TWO_WRITERS)
    describeTwoWriters(() => galera.nodes.slice(0, 2).map(({ port }) => urlOf(port)));

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
      const writing = startWriting('alone', clients);
      await writing.more();
      await writing.end();
      const connection = await first.connect('millwright');
      await expectKept(connection, writing.answered).finally(() => connection.destroy());
    });
  });
});
