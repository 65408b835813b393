/** Common setup and cleanup of the benchmarks of the service. */
import { availableParallelism, loadavg } from 'node:os';
import {
  type BenchDatabase,
  createBenchDatabase,
  fillSite,
  type Kind,
  seedDemo,
  settleStatistics,
} from './bench-database.ts';
import { openSite, signIn } from './bench-site.ts';
import { startContender } from './contenders.ts';
import { startLoad } from './measure.ts';
import type { Measuring } from './rounds.ts';

/** The databases selected by `--only`. */
export function kindsOf(only: string | undefined): Kind[] {
  return only === 'mariadb' || only === 'sqlite' ? [only] : ['mariadb', 'sqlite'];
}

/** Creates a database with a site of this many materials, and a user who is signed in there; removes everything afterwards. */
export async function withBench(
  kind: Kind,
  materials: number,
  pinned: boolean,
  work: (database: BenchDatabase, measuring: Measuring) => Promise<void>,
): Promise<void> {
  const load = startLoad(pinned);
  const database = await createBenchDatabase(kind);
  try {
    await seedDemo(database);
    await fillSite(database, materials);
    await settleStatistics(database);
    const site = await openSite(database.knex);
    const server = await startContender('ours', database.url);
    const headers = await signIn(server.url).finally(() => server.stop());
    await work(database, { site, headers, load });
  } finally {
    load.stop();
    await database.drop();
  }
}

/** The description of the machine, for its figures. */
export function describeMachine(): string {
  const { version } = process;
  return `Node ${version}, ${availableParallelism()} cores in all, load ${loadavg()[0]?.toFixed(1)}`;
}
