/**
 * `npm run bench:workers`: the same service with one process and with two (`WORKERS`), and with the log of requests and without.
 *
 *   npm run bench:workers                     MariaDB and SQLite
 *   npm run bench:workers -- --only sqlite    one database
 *   npm run bench:workers -- --work view      one work: view, list or mix
 *   npm run bench:workers -- --rounds 9       more rounds
 *   npm run bench:workers -- --requests 5000  of a round, in place of 2000
 *   npm run bench:workers -- --warm 20000     of each process before, in place of 8000: on a machine that is busy, too, the compiler
 *                                             has to have seen the work in every process
 *
 * What a second process gives shows on a machine that has a core for each of them beside those of the load and the database. On
 * two cores these share what there is, so the figure to look at is the processor time of all processes per request: where it
 * does not grow, n processes on n cores of their own answer n times as many. Rounds are interleaved, ratios made within a round.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { until } from '../test/harness/until.ts';
import { childrenOf } from '../test/harness/workers.ts';
import { createBenchDatabase, fillSite, type Kind, seedDemo, settleStatistics } from './bench-database.ts';
import { type BenchSite, openSite, signIn } from './bench-site.ts';
import { type Contender, startContender } from './contenders.ts';
import { type Load, type Measured, type Sample, startLoad } from './measure.ts';
import type { WorkName } from './work.ts';

const works: readonly WorkName[] = ['view', 'list', 'mix'];
/** What is compared, each with what it is compared to. */
const settings = {
  'one process': {},
  'two workers': { WORKERS: '2' },
  'one process, each request logged': { LOG_LEVEL: 'info' },
} as const;
type Name = keyof typeof settings;
const base: Name = 'one process';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '2000' },
    warm: { type: 'string', default: '8000' },
    work: { type: 'string' },
  },
});
const kinds: Kind[] =
  values.only === 'mariadb' || values.only === 'sqlite' ? [values.only] : ['mariadb', 'sqlite'];
const load = startLoad(false);
try {
  for (const kind of kinds) await compareOn(kind, load);
} finally {
  load.stop();
}

async function compareOn(kind: Kind, load: Load): Promise<void> {
  const database = await createBenchDatabase(kind);
  const started: Contender[] = [];
  try {
    await seedDemo(database);
    await fillSite(database, 5000);
    await settleStatistics(database);
    const site = await openSite(database.knex);
    const servers = new Map<Name, Measured>();
    for (const [name, env] of entriesOf(settings)) {
      const one = await startContender('ours', database.url, { env, pinned: false });
      started.push(one);
      servers.set(name, {
        ...one,
        others: 'WORKERS' in env ? await workersOf(one, Number(env.WORKERS)) : [],
      });
    }
    const headers = await signIn(started[0]?.url ?? '');
    console.log(`${kind}, ${availableParallelism()} cores in all, load ${loadavg()[0]?.toFixed(1)}`);
    for (const work of works.filter((one) => (values.work ?? one) === one))
      report(work, await measure(servers, { work, site, headers, load }));
  } finally {
    for (const one of started) await one.stop();
    await database.drop();
  }
}

async function workersOf({ url, pid }: Contender, count: number): Promise<number[]> {
  const figures = async () => (await fetch(`${url}/metrics`)).text();
  await until('all workers listen', async () => (await figures()).includes(`service_workers ${count}\n`));
  return childrenOf(pid);
}

interface Measuring {
  readonly work: WorkName;
  readonly site: BenchSite;
  readonly headers: Readonly<Record<string, string>>;
  readonly load: Load;
}

async function measure(
  servers: ReadonlyMap<Name, Measured>,
  { work, site, headers, load }: Measuring,
): Promise<ReadonlyMap<Name, Sample>[]> {
  const rounds: Map<Name, Sample>[] = [];
  const order = [...servers];
  // The first is not counted.
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const samples = new Map<Name, Sample>();
    for (let place = 0; place < order.length; place += 1) {
      const [name, server] = order[(place + round) % order.length] ?? [];
      if (!name || !server) continue;
      const processes = Math.max(1, server.others?.length ?? 0);
      // As many for each process: one that has less to do asks the system more often what there is.
      const amount = processes * Number(round === 0 ? values.warm : values.requests);
      const run = `${work} ${round} ${place}`;
      samples.set(name, await load.run(server, { work, site, headers, seconds: 0, amount, processes, run }));
    }
    if (round > 0) rounds.push(samples);
  }
  return rounds;
}

/**
 * Medians of ratios to a single process that logs no requests. The least processor time of the rounds is that of the moment when
 * others disturbed the least.
 */
function report(work: WorkName, rounds: readonly ReadonlyMap<Name, Sample>[]): void {
  for (const [name] of entriesOf(settings)) {
    const of = (figure: keyof Sample) =>
      median(rounds.map((round) => (round.get(name)?.[figure] ?? 0) / (round.get(base)?.[figure] ?? 0)));
    const own = (figure: keyof Sample) => median(rounds.map((round) => round.get(name)?.[figure] ?? 0));
    const least = (of: Name) => Math.min(...rounds.map((round) => round.get(of)?.cpu ?? Number.NaN));
    console.log(
      `  ${work.padEnd(7)}${name.padEnd(34)}${own('perSecond').toFixed(0).padStart(6)} a second (${of('perSecond').toFixed(2)}) ` +
        `${own('cpu').toFixed(3)} ms CPU each (${of('cpu').toFixed(3)}; least ${least(name).toFixed(3)}, ${(least(name) / least(base)).toFixed(3)})  p99 ${own('p99').toFixed(0)} ms  ${own('memory').toFixed(0)} MiB`,
    );
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function entriesOf(all: typeof settings): [Name, Readonly<Record<string, string>>][] {
  return Object.keys(all)
    .filter((name): name is Name => name in all)
    .map((name) => [name, all[name]]);
}
