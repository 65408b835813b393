/**
 * `npm run bench:reliability`: the duration of reports on a site's materials with a year of stops, failures and costs, from 1,000
 * materials to 10,000, and the cost for other requests: how long a list takes while one report after the other is computed, as a
 * ratio to a list alone.
 *
 *   npm run bench:reliability -- --only sqlite --beside 10
 */
import { parseArgs } from 'node:util';
import { keyed } from '../seeds/bulk/insert.ts';
import { Client } from '../test/harness/client.ts';
import {
  type BenchDatabase,
  createBenchDatabase,
  fillSite,
  type Kind,
  seedDemo,
  settleStatistics,
} from './bench-database.ts';
import { type BenchSite, manager, openSite } from './bench-site.ts';
import { startContender } from './contenders.ts';
import { spreadOf, table } from './figures.ts';

const sizes = [1000, 10_000];
/** Per material and year. */
const stops = 6;
const failures = 4;
const hour = 3_600_000;
const year = 365 * 24 * hour;
const end = Date.parse('2026-11-01T00:00:00.000Z');
const window = 'from=2025-11-01&until=2026-11-01';
const stored = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 23);

/** By name in the table; those with `beside` are requested repeatedly during lists. */
const reports: readonly { readonly name: string; readonly path: string; readonly beside?: true }[] = [
  { name: 'reliability, one row', path: '/materials/reliability?' },
  { name: 'reliability by month', path: '/materials/reliability?by=month&', beside: true },
  { name: 'reliability by day', path: '/materials/reliability?by=day&' },
  {
    name: 'ten with most downtime',
    path: '/materials/reliability?by=id&sort=-unplanned_down_hours&limit=10&',
  },
  { name: 'costs by month', path: '/materials/costs?by=month&', beside: true },
  { name: 'ten that cost most', path: '/materials/costs?by=id&sort=-cost&limit=10&' },
  { name: 'pareto by cause', path: '/incidents/pareto?by=failure_cause_id&', beside: true },
  { name: 'pareto by class', path: '/incidents/pareto?by=equipment_class_id&measure=down_hours&' },
];
const head = [
  ...['', ...sizes.map((size) => `${size.toLocaleString('en-US')}, ms`), 'growth'],
  ...['a list beside it, median to alone', 'p99 to alone', 'at the longest, ms'],
];

const { values } = parseArgs({
  options: { only: { type: 'string' }, beside: { type: 'string', default: '10' } },
});
for (const kind of ['mariadb', 'sqlite'] as const) {
  if (values.only !== undefined && values.only !== kind) continue;
  const measured: Measured[] = [];
  for (const materials of sizes) measured.push(await measure(kind, materials));
  const rows = reports.map(({ name }) => {
    const times = measured.map((of) => of.times.get(name) ?? Number.NaN);
    const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)];
    const beside = measured.at(-1)?.beside.get(name) ?? [];
    return [name, ...times.map((time) => time.toFixed(0)), (last / first).toFixed(1), ...beside];
  });
  console.log(`\n${kind === 'mariadb' ? 'MariaDB' : 'SQLite'}\n\n${table([head, ...rows])}\n`);
}

interface Measured {
  /** Median milliseconds, by the name of the report. */
  readonly times: ReadonlyMap<string, number>;
  /** The duration of a list beside it, for the table. */
  readonly beside: ReadonlyMap<string, readonly string[]>;
}

async function measure(kind: Kind, materials: number): Promise<Measured> {
  const database = await createBenchDatabase(kind);
  try {
    await seedDemo(database);
    await fillSite(database, materials);
    const site = await openSite(database.knex);
    await recordYear(database, site);
    await spendYear(database, site);
    await settleStatistics(database);
    const server = await startContender('ours', database.url);
    const [reader, asker] = [1, 2].map(() => new Client(server.url, { origin: 'http://localhost:5173' }));
    if (!reader || !asker) throw new Error('There are two clients.');
    try {
      for (const client of [reader, asker]) await client.login(manager);
      const times = new Map<string, number>();
      for (const { name, path } of reports) times.set(name, await timeOf(asker, path));
      const beside = new Map<string, readonly string[]>();
      for (const { name, path } of reports.filter((one) => one.beside))
        beside.set(name, await readBeside(reader, asker, path));
      return { times, beside };
    } finally {
      for (const client of [reader, asker]) client.close();
      await server.stop();
    }
  } finally {
    await database.drop();
  }
}

/** Stops and failures of every material, spread over the year. */
async function recordYear(
  { knex }: BenchDatabase,
  { siteId, materials, firstMaterial }: BenchSite,
): Promise<void> {
  const common = { site_id: siteId, search_text: 'bench', created_at: stored(end), updated_at: stored(end) };
  for (let first = 0; first < materials; first += 100) {
    const ids = Array.from(
      { length: Math.min(100, materials - first) },
      (_, at) => firstMaterial + first + at,
    );
    const spread = (count: number, length: number) =>
      ids.flatMap((material_id) =>
        Array.from({ length: count }, (_, at) => {
          const started = end - year + (((material_id * 7919 + at * 104_729) % 8760) / 8760) * year;
          return { material_id, started_at: stored(started), until: stored(started + length * hour), at };
        }),
      );
    await knex.batchInsert(
      'downtimes',
      spread(stops, 9).map(({ until, at, ...one }) => ({
        ...{ ...common, ...one, name: 'Stop', ended_at: until, minutes: 540, by_status: false },
        kind: ['unplanned', 'planned', 'external'][at % 3] ?? null,
      })),
      100,
    );
    await knex.batchInsert(
      'incidents',
      spread(failures, 5).map(({ until, at: _at, ...one }) => ({
        ...{ ...common, ...one, name: 'Failure', severity: 'low', status: 'resolved' },
        ...{ resolved_at: until, is_failure: true },
      })),
      100,
    );
  }
}

/** The costs of each maintenance of the site: labour, a service, and sometimes a part. */
async function spendYear({ knex }: BenchDatabase, { siteId }: BenchSite): Promise<void> {
  const [{ id: user_id }] = await knex('users').where({ email: manager }).select('id');
  const [{ id: company_id }] = await knex('companies').orderBy('id').limit(1).select('id');
  const common = { site_id: siteId, search_text: 'bench', created_at: stored(end), updated_at: stored(end) };
  await knex('trades').insert({ ...common, ...keyed('name', 'Bench'), hourly_rate: 4000, active: true });
  const [{ id: trade_id }] = await knex('trades').where({ site_id: siteId }).select('id');
  const ids = (await knex('maintenances').where({ site_id: siteId }).orderBy('id').pluck('id')).map(Number);
  const dayOf = (id: number) => stored(end - year + (((id * 7919) % 8760) / 8760) * year).slice(0, 10);
  const labour = { user_id, trade_id, kind: 'work', minutes: 45, hourly_rate: 4000, amount: 3000 };
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    await knex.batchInsert(
      'labour_entries',
      some.map((id) => ({ ...common, ...labour, maintenance_id: id, worked_on: dayOf(id) })),
      100,
    );
    await knex.batchInsert(
      'service_costs',
      some.map((id) => ({
        ...{ ...common, maintenance_id: id, company_id, amount: 12_000 },
        incurred_on: dayOf(id),
      })),
      100,
    );
  }
}

async function report(client: Client, path: string): Promise<number> {
  const begun = performance.now();
  const { status, text } = await client.get(`${path}${window}`);
  if (status !== 200) throw new Error(`A report was answered ${status}: ${text}`);
  return performance.now() - begun;
}

async function timeOf(client: Client, path: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 7; count += 1) times.push(await report(client, path));
  // The first ones compile code and fill caches.
  return spreadOf(times.slice(2)).median;
}

/** Reads a list repeatedly: alone, and while another user requests one report after the other. */
async function readBeside(reader: Client, asker: Client, path: string): Promise<string[]> {
  const read = async () => {
    const begun = performance.now();
    const { status } = await reader.get('/materials?sort=name');
    if (status !== 200) throw new Error(`A list was answered ${status}.`);
    return performance.now() - begun;
  };
  for (let count = 0; count < 200; count += 1) await read();
  const alone: number[] = [];
  for (let count = 0; count < 500; count += 1) alone.push(await read());
  const asked = { more: true };
  const asking = (async () => {
    while (asked.more) await report(asker, path);
  })();
  const waits: number[] = [];
  const begun = performance.now();
  while (performance.now() - begun < Number(values.beside) * 1000) waits.push(await read());
  asked.more = false;
  await asking;
  const ratio = (of: (times: readonly number[]) => number) => (of(waits) / of(alone)).toFixed(2);
  return [ratio((times) => spreadOf(times).median), ratio(highOf), spreadOf(waits).most.toFixed(0)];
}

/** The 99th percentile. */
function highOf(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
