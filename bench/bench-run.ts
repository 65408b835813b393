/** What the benches of the service itself begin and end with. */
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

/** The databases that `--only` leaves. */
export function kindsOf(only: string | undefined): Kind[] {
  return only === 'mariadb' || only === 'sqlite' ? [only] : ['mariadb', 'sqlite'];
}

/** Makes a database with a site of so many materials, and somebody who is signed in there; takes all of it away again. */
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

/** What stands beside figures: they are of a machine, and of what else it did. */
export function describeMachine(): string {
  const { version } = process;
  return `Node ${version}, ${availableParallelism()} cores in all, load ${loadavg()[0]?.toFixed(1)}`;
}
