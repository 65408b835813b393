/**
 * `npm run bench:reliability`: the duration of reports on a site's materials with a year of stops, failures, costs and plans, from
 * 1,000 materials to 10,000, and the cost for other requests: how long a list takes while one report after the other is computed,
 * as a ratio to a list alone. It fails where a ratio is above the aim, and says where that may be noise.
 *
 *   npm run bench:reliability -- --only sqlite --beside 10
 */
import { parseArgs } from 'node:util';
import { Client } from '../test/harness/client.ts';
import { createBenchDatabase, fillSite, type Kind, seedDemo, settleStatistics } from './bench-database.ts';
import { manager, openSite } from './bench-site.ts';
import { startContender } from './contenders.ts';
import { spreadOf, table } from './figures.ts';
import { type Busy, window as days, fillYear } from './reliability-rows.ts';

const sizes = [1000, 10_000];
/** How much longer than alone a list may take beside a report: its median, and its 99th percentile. */
const aim = 1.5;
/** A list is read alone and beside reports by turns: the differences between the turns alone are noise. */
const rounds = 4;

interface Asked {
  readonly name: string;
  readonly path: string;
}

/** By name in the table. */
function reportsOf({ itemId, meterId }: Busy): readonly Asked[] {
  return [
    { name: 'reliability, one row', path: `/materials/reliability?${days}` },
    { name: 'reliability by month', path: `/materials/reliability?by=month&${days}` },
    { name: 'reliability by day', path: `/materials/reliability?by=day&${days}` },
    {
      name: 'ten with most downtime',
      path: `/materials/reliability?by=id&sort=-unplanned_down_hours&limit=10&${days}`,
    },
    { name: 'costs by month', path: `/materials/costs?by=month&${days}` },
    { name: 'ten that cost most', path: `/materials/costs?by=id&sort=-cost&limit=10&${days}` },
    { name: 'pareto by cause', path: `/incidents/pareto?by=failure_cause_id&${days}` },
    { name: 'pareto by material', path: `/incidents/pareto?by=material_id&limit=10&${days}` },
    { name: 'backlog by material', path: '/maintenances/backlog?by=material_id&sort=-hours&limit=10' },
    { name: 'compliance by month', path: `/maintenance-plans/compliance-trend?by=month&${days}` },
    { name: 'levels by week', path: `/items/${itemId}/levels?by=week&${days}` },
    { name: 'trend by day', path: `/meters/${meterId}/trend?by=day&${days}` },
  ];
}

const head = [
  ...['', ...sizes.map((size) => `${size.toLocaleString('en-US')}, ms`), 'growth'],
  ...[
    'a list beside it, median to alone',
    'p99 to alone',
    'p99 alone, ms',
    'noise of p99',
    'longest, ms',
    '',
  ],
];

const { values } = parseArgs({
  options: { only: { type: 'string' }, beside: { type: 'string', default: '10' } },
});
for (const kind of ['mariadb', 'sqlite'] as const) {
  if (values.only !== undefined && values.only !== kind) continue;
  const measured: Measured[] = [];
  for (const materials of sizes) measured.push(await measure(kind, materials));
  const rows = reportsOf({ itemId: 0, meterId: 0 }).map(({ name }) => {
    const times = measured.map((of) => of.times.get(name) ?? Number.NaN);
    const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)];
    const beside = measured.at(-1)?.beside.get(name);
    return [
      ...[name, ...times.map((time) => time.toFixed(0)), (last / first).toFixed(1)],
      ...(beside ? shown(beside) : []),
    ];
  });
  console.log(`\n${kind === 'mariadb' ? 'MariaDB' : 'SQLite'}\n\n${table([head, ...rows])}\n`);
}

/** Ratios to a list alone, and milliseconds. */
interface Beside {
  readonly median: number;
  readonly p99: number;
  readonly p99Alone: number;
  /** The highest p99 of the turns alone, as a ratio to the lowest. */
  readonly noise: number;
  readonly longest: number;
}

function shown({ median, p99, p99Alone, noise, longest }: Beside): string[] {
  const isMissed = Math.max(median, p99) > aim;
  const isNoise = median <= aim && p99 <= aim * noise;
  if (isMissed && !isNoise) process.exitCode = 1;
  return [
    ...[median, p99, p99Alone, noise].map((figure) => figure.toFixed(2)),
    longest.toFixed(0),
    isMissed ? (isNoise ? `above ${aim}, within the noise` : `MISSED: above ${aim}`) : '',
  ];
}

interface Measured {
  /** Median milliseconds, by the name of the report. */
  readonly times: ReadonlyMap<string, number>;
  /** The duration of a list beside it, for the table. */
  readonly beside: ReadonlyMap<string, Beside>;
}

async function measure(kind: Kind, materials: number): Promise<Measured> {
  const database = await createBenchDatabase(kind);
  try {
    await seedDemo(database);
    await fillSite(database, materials);
    const site = await openSite(database.knex);
    const reports = reportsOf(await fillYear(database, site));
    await settleStatistics(database);
    const server = await startContender('ours', database.url);
    const [reader, asker] = [1, 2].map(() => new Client(server.url, { origin: 'http://localhost:5173' }));
    if (!reader || !asker) throw new Error('There are two clients.');
    try {
      for (const client of [reader, asker]) await client.login(manager);
      const times = new Map<string, number>();
      for (const { name, path } of reports) times.set(name, await timeOf(asker, path));
      const beside = new Map<string, Beside>();
      if (materials === sizes.at(-1))
        for (const { name, path } of reports) beside.set(name, await readBeside(reader, asker, path));
      return { times, beside };
    } finally {
      for (const client of [reader, asker]) client.close();
      await server.stop();
    }
  } finally {
    await database.drop();
  }
}

async function report(client: Client, path: string): Promise<number> {
  const begun = performance.now();
  const { status, text } = await client.get(path);
  if (status !== 200) throw new Error(`A report was answered ${status}: ${text}`);
  return performance.now() - begun;
}

async function timeOf(client: Client, path: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 7; count += 1) times.push(await report(client, path));
  // The first ones compile code and fill caches.
  return spreadOf(times.slice(2)).median;
}

/** Reads a list repeatedly, by turns alone, and while another user requests one report after the other. */
async function readBeside(reader: Client, asker: Client, path: string): Promise<Beside> {
  const readFor = async (seconds: number) => {
    const times: number[] = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const begun = performance.now();
      const { status } = await reader.get('/materials?sort=name');
      if (status !== 200) throw new Error(`A list was answered ${status}.`);
      times.push(performance.now() - begun);
    }
    return times;
  };
  const turn = Number(values.beside) / rounds;
  await readFor(turn);
  const alone: number[][] = [];
  const waits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await readFor(turn));
    const asked = { more: true };
    const asking = (async () => {
      while (asked.more) await report(asker, path);
    })();
    waits.push(...(await readFor(turn)));
    asked.more = false;
    await asking;
  }
  const [before, turns] = [alone.flat(), spreadOf(alone.map(highOf))];
  return {
    median: spreadOf(waits).median / spreadOf(before).median,
    p99: highOf(waits) / highOf(before),
    p99Alone: highOf(before),
    noise: turns.most / turns.least,
    longest: spreadOf(waits).most,
  };
}

/** The 99th percentile. */
function highOf(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
