/**
 * `npm run bench:reliability`: how long the reliability of a site's materials takes with a year of stops, from 1,000 materials to 10,000,
 * and how long somebody who reads a list waits while one report after the other is computed.
 *
 *   npm run bench:reliability -- --only sqlite
 */
import { parseArgs } from 'node:util';
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
/** Of each material in a year. */
const stops = 6;
const failures = 4;
const hour = 3_600_000;
const year = 365 * 24 * hour;
const end = Date.parse('2026-11-01T00:00:00.000Z');
const window = 'from=2025-11-01&until=2026-11-01';
const stored = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 23);

const reports = {
  'one row, ms': '',
  'by month, ms': '&by=month',
  'by day, ms': '&by=day',
  'ten with most downtime, ms': '&by=id&sort=-unplanned_down_hours&limit=10',
};
const head = [
  ...['materials', ...Object.keys(reports)],
  ...['lists meanwhile', 'a list waits, to alone', 'at the longest, ms', 'alone, ms'],
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
for (const kind of ['mariadb', 'sqlite'] as const) {
  if (values.only !== undefined && values.only !== kind) continue;
  const rows: string[][] = [];
  for (const materials of sizes)
    rows.push([materials.toLocaleString('en-US'), ...(await measure(kind, materials))]);
  console.log(`\n${kind === 'mariadb' ? 'MariaDB' : 'SQLite'}\n\n${table([head, ...rows])}\n`);
}

async function measure(kind: Kind, materials: number): Promise<string[]> {
  const database = await createBenchDatabase(kind);
  try {
    await seedDemo(database);
    await fillSite(database, materials);
    const site = await openSite(database.knex);
    await recordYear(database, site);
    await settleStatistics(database);
    const server = await startContender('ours', database.url);
    const [reader, asker] = [1, 2].map(() => new Client(server.url, { origin: 'http://localhost:5173' }));
    if (!reader || !asker) return [];
    try {
      for (const client of [reader, asker]) await client.login(manager);
      const times: string[] = [];
      for (const by of Object.values(reports)) times.push((await timeOf(asker, by)).toFixed(0));
      return [...times, ...(await readMeanwhile(reader, asker))];
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

async function report(client: Client, by: string): Promise<number> {
  const begun = performance.now();
  const { status, text } = await client.get(`/materials/reliability?${window}${by}`);
  if (status !== 200) throw new Error(`A report was answered ${status}: ${text}`);
  return performance.now() - begun;
}

async function timeOf(client: Client, by: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 7; count += 1) times.push(await report(client, by));
  // The first ones compile and fill caches.
  return spreadOf(times.slice(2)).median;
}

/** Somebody reads a list, again and again: alone, and while somebody else asks for one report after the other. */
async function readMeanwhile(reader: Client, asker: Client): Promise<string[]> {
  const read = async () => {
    const begun = performance.now();
    const { status } = await reader.get('/materials?sort=name');
    if (status !== 200) throw new Error(`A list was answered ${status}.`);
    return performance.now() - begun;
  };
  for (let count = 0; count < 200; count += 1) await read();
  const alone: number[] = [];
  for (let count = 0; count < 200; count += 1) alone.push(await read());
  const asked = { more: true };
  const asking = (async () => {
    while (asked.more) await report(asker, '&by=month');
  })();
  const waits: number[] = [];
  const begun = performance.now();
  while (performance.now() - begun < 10_000) waits.push(await read());
  asked.more = false;
  await asking;
  const [{ median, most }, usual] = [spreadOf(waits), spreadOf(alone).median];
  return [String(waits.length), (median / usual).toFixed(2), most.toFixed(0), usual.toFixed(1)];
}
