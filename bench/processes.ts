/**
 * The same service with one process and with two (`WORKERS`), and with and without the request log.
 *
 * The gain of a second process is only visible on a machine with a core for each of them, beside those of the load and the
 * database. Two cores are shared, so the relevant figure is the processor time of all processes per request: if it does not grow,
 * n processes on n cores answer n times as many. Rounds are interleaved, and ratios made within a round.
 */
import { until } from '../test/harness/until.ts';
import { childrenOf } from '../test/harness/workers.ts';
import { type Contender, startContender } from './contenders.ts';
import { showSpread, spreadOf, table } from './figures.ts';
import type { Measured, Sample } from './measure.ts';
import type { Measuring } from './rounds.ts';
import type { WorkName } from './work.ts';

/** The compared settings, each with its base. */
const settings = {
  'one process': {},
  'two workers': { WORKERS: '2' },
  'one process, each request logged': { LOG_LEVEL: 'info' },
} as const;
type Name = keyof typeof settings;
const base: Name = 'one process';

export interface ProcessOptions {
  readonly works: readonly WorkName[];
  readonly rounds: number;
  /** Per round and process: a less busy process makes more system calls per request. */
  readonly requests: number;
  /** Per process before: even on a busy machine, the compiler must have seen the work in every one. */
  readonly warm: number;
}

/** A table of ratios to a single process without the request log, by work. */
export async function compareProcesses(
  url: string,
  options: ProcessOptions,
  measuring: Measuring,
): Promise<string> {
  const started: Contender[] = [];
  try {
    const servers = new Map<Name, Measured>();
    for (const [name, env] of entriesOf(settings)) {
      const one = await startContender('ours', url, { env, pinned: false });
      started.push(one);
      servers.set(name, {
        ...one,
        others: 'WORKERS' in env ? await workersOf(one, Number(env.WORKERS)) : [],
      });
    }
    const head = ['', '', 'requests/s', 'CPU a request', 'the least of the rounds', 'p99', 'memory, MiB'];
    const rows: string[][] = [head];
    for (const work of options.works) {
      const rounds = await measure(servers, work, options, measuring);
      for (const name of servers.keys()) rows.push([work, name, ...figuresOf(name, rounds)]);
    }
    return table(rows);
  } finally {
    for (const one of started) await one.stop();
  }
}

async function workersOf({ url, pid }: Contender, count: number): Promise<number[]> {
  const figures = async () => (await fetch(`${url}/metrics`)).text();
  await until('all workers listen', async () => (await figures()).includes(`service_workers ${count}\n`));
  return childrenOf(pid);
}

async function measure(
  servers: ReadonlyMap<Name, Measured>,
  work: WorkName,
  { rounds, requests, warm }: ProcessOptions,
  { site, headers, load }: Measuring,
): Promise<ReadonlyMap<Name, Sample>[]> {
  const measured: Map<Name, Sample>[] = [];
  const order = [...servers];
  // The first is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const samples = new Map<Name, Sample>();
    for (let place = 0; place < order.length; place += 1) {
      const [name, server] = order[(place + round) % order.length] ?? [];
      if (!name || !server) continue;
      const processes = Math.max(1, server.others?.length ?? 0);
      const amount = processes * (round === 0 ? warm : requests);
      const run = `${work} ${round} ${place}`;
      samples.set(name, await load.run(server, { work, site, headers, seconds: 0, amount, processes, run }));
    }
    if (round > 0) measured.push(samples);
  }
  return measured;
}

/** The minimum processor time of the rounds is the one with the least disturbance. */
function figuresOf(name: Name, rounds: readonly ReadonlyMap<Name, Sample>[]): string[] {
  const own = (figure: keyof Sample, of: Name = name) =>
    spreadOf(rounds.map((round) => round.get(of)?.[figure] ?? Number.NaN));
  const ratio = (figure: keyof Sample) =>
    showSpread(
      spreadOf(
        rounds.map((round) => (round.get(name)?.[figure] ?? 0) / (round.get(base)?.[figure] ?? Number.NaN)),
      ),
    );
  return [
    ratio('perSecond'),
    ratio('cpu'),
    (own('cpu').least / own('cpu', base).least).toFixed(2),
    ratio('p99'),
    own('memory').median.toFixed(0),
  ];
}

function entriesOf(all: typeof settings): [Name, Readonly<Record<string, string>>][] {
  return Object.keys(all)
    .filter((name): name is Name => name in all)
    .map((name) => [name, all[name]]);
}
