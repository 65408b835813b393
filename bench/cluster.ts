/** One, two and three nodes of a Galera cluster with one writer: nine tenths are reads, spread by `DATABASE_READ_URL`. */
import mysql from 'mysql2/promise';
import { migrateDatabase } from '../engine/database/migrate.ts';
import { openDatabase } from '../engine/database/open.ts';
import { testConfig } from '../test/harness/database.ts';
import { type GaleraNode, startGalera } from '../test/harness/galera.ts';
import { type BenchDatabase, fillSite, seedDemo } from './bench-database.ts';
import { openSite, signIn } from './bench-site.ts';
import { type Contender, startContender } from './contenders.ts';
import { showSpread, spreadOf, table } from './figures.ts';
import type { Load, Sample } from './measure.ts';
import { cpuSeconds } from './process-figures.ts';

interface ClusterSample extends Sample {
  /** Milliseconds of processor time per request, on the busiest node, and on all of them together. */
  readonly busiest: number;
  readonly nodes: number;
}

/** @param rounds the first of which is not counted */
export async function compareCluster(rounds: number, seconds: number, load: Load): Promise<string> {
  const cluster = await startGalera();
  const started: Contender[] = [];
  const [writer] = cluster.nodes;
  const purgeAgain = await cluster.holdPurge();
  const database = await openCluster(writer);
  try {
    await seedDemo(database);
    await fillSite(database, 5000);
    purgeAgain();
    await cluster.purged();
    const site = await openSite(database.knex);
    for (let count = 1; count <= cluster.nodes.length; count += 1) {
      const readers = cluster.nodes.slice(1, count);
      const env = readers.length > 0 ? { DATABASE_READ_URL: addressOf(readers) } : {};
      started.push(await startContender('ours', database.url, { env, pinned: false }));
    }
    const headers = await signIn(started[0]?.url ?? '');
    const measured: ClusterSample[][] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const samples: ClusterSample[] = [];
      for (const [place, server] of started.entries()) {
        const before = cluster.nodes.map(({ pid }) => cpuSeconds(pid));
        const order = { work: 'mix', site, headers, seconds, run: `c${round} ${place}` } as const;
        const sample = await load.run(server, order);
        const each = cluster.nodes.map(
          ({ pid }, at) => ((cpuSeconds(pid) - (before[at] ?? 0)) * 1000) / (sample.perSecond * seconds),
        );
        samples.push({
          ...sample,
          busiest: Math.max(...each),
          nodes: each.reduce((all, one) => all + one, 0),
        });
      }
      if (round > 0) measured.push(samples);
    }
    return report(measured);
  } finally {
    for (const one of started) await one.stop();
    await database.drop();
    await cluster.stop();
  }
}

async function openCluster(writer: GaleraNode): Promise<BenchDatabase> {
  const connection = await mysql.createConnection(addressOf([writer], ''));
  await connection.query('create database bench');
  await connection.end();
  const url = addressOf([writer]);
  const knex = openDatabase(testConfig(url));
  await migrateDatabase(knex);
  return { url, knex, drop: () => knex.destroy() };
}

function addressOf(nodes: readonly GaleraNode[], database = 'bench'): string {
  return `mysql://tests:tests@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`;
}

function report(measured: readonly (readonly ClusterSample[])[]): string {
  const head = [
    ...['nodes that answer', 'requests/s', 'CPU a request', 'p50', 'p99'],
    ...['CPU of all nodes', 'of the busiest node', 'modelled requests/s'],
  ];
  const rows = (measured[0] ?? []).map((_, place) => {
    const to = (figure: (sample: ClusterSample) => number) =>
      showSpread(
        spreadOf(
          measured.flatMap((round) => {
            const [one, mine] = [round[0], round[place]];
            return one && mine ? [figure(mine) / figure(one)] : [];
          }),
        ),
      );
    return [
      String(place + 1),
      to(({ perSecond }) => perSecond),
      to(({ cpu }) => cpu),
      to(({ p50 }) => p50),
      to(({ p99 }) => p99),
      to(({ nodes }) => nodes),
      to(({ busiest }) => busiest),
      // If each node has its own machine, the busiest one limits the throughput.
      to(({ busiest }) => 1 / busiest),
    ];
  });
  return table([head, ...rows]);
}
