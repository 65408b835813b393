/**
 * `npm run bench:growth`: how the time of a request grows with the materials of one site, from 10,000 to 1,000,000, as ratios to
 * the smallest, on MariaDB and on SQLite. Filling takes most of the time: minutes for the largest.
 *
 *   npm run bench:growth -- --only sqlite --most 100000
 *
 * One connection sends one request after the other: it measures the work of a request, not a queue.
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
import { residentMiB } from './process-figures.ts';

const sizes = [10_000, 100_000, 1_000_000];
/** Each figure ends after this many requests, or this many milliseconds with at least a few. */
const most = { requests: 200, milliseconds: 8000 };
const fewest = 5;

/** The requests, by name in the table; the count makes new rows differ. */
const works: Readonly<Record<string, (site: BenchSite, count: number) => Work>> = {
  'first page': () => read('/materials'),
  'middle page': ({ materials }) => read(`/materials?page=${Math.ceil(materials / 40)}`),
  'last page': ({ materials }) => read(`/materials?page=${Math.ceil(materials / 20)}`),
  'by status, first page': () => read('/materials?status=operational'),
  'by status, middle page': ({ operational }) =>
    read(`/materials?status=operational&page=${Math.ceil(operational / 40)}`),
  'by status, last page': ({ operational }) =>
    read(`/materials?status=operational&page=${Math.ceil(operational / 20)}`),
  'search for a rare word': ({ rareWord }) => read(`/materials?search=${rareWord}`),
  'count of all': () => read('/materials/counts'),
  'counts by status': () => read('/materials/counts?by=status'),
  'counts by status and criticality': () => read('/materials/counts?by=status,criticality'),
  'counts by month, with a sum': () => read('/materials/counts?by=created_at.month&sum=purchase_price'),
  insert: ({ zoneId }, count) => ({
    path: '/materials',
    body: { name: `Growth pump ${count}`, zone_id: zoneId, serial_number: `G-${count}` },
  }),
};

interface Work {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Median milliseconds by work, and the memory of the server afterwards. */
interface Measured {
  readonly times: ReadonlyMap<string, number>;
  readonly memory: number;
}

const { values } = parseArgs({ options: { only: { type: 'string' }, most: { type: 'string' } } });
const wanted = sizes.filter((size) => size <= Number(values.most ?? sizes.at(-1)));
for (const kind of ['mariadb', 'sqlite'] as const) {
  if (values.only === undefined || values.only === kind) await growOn(kind);
}

function read(path: string): Work {
  return { path };
}

async function growOn(kind: Kind): Promise<void> {
  const database = await createBenchDatabase(kind);
  try {
    await seedDemo(database);
    const measured: Measured[] = [];
    for (const size of wanted) {
      await fillSite(database, size);
      await settleStatistics(database);
      measured.push(await measure(database));
      process.stderr.write(`${kind}: ${size.toLocaleString('en-US')} materials are measured.\n`);
    }
    console.log(report(kind, measured));
  } finally {
    await database.drop();
  }
}

/** The newest site, on its own server, so that its memory is for this size only. */
async function measure({ knex, url }: BenchDatabase): Promise<Measured> {
  const site = await openSite(knex);
  const server = await startContender('ours', url);
  const client = new Client(server.url, { origin: 'http://localhost:5173' });
  try {
    await client.login(manager);
    const times = new Map<string, number>();
    for (const [name, work] of Object.entries(works)) {
      times.set(name, await timeOf(client, (count) => work(site, count)));
    }
    return { times, memory: residentMiB(server.pid) };
  } finally {
    client.close();
    await server.stop();
  }
}

async function timeOf(client: Client, work: (count: number) => Work): Promise<number> {
  const times: number[] = [];
  const began = performance.now();
  for (let count = 0; count < most.requests; count += 1) {
    if (count >= fewest && performance.now() - began > most.milliseconds) break;
    const { path, body } = work(count);
    const before = performance.now();
    const { status, text } = await (body ? client.post(path, body) : client.get(path));
    times.push(performance.now() - before);
    if (status >= 300) throw new Error(`${path} was answered ${status}: ${text}`);
  }
  // The first ones compile code and fill caches.
  return spreadOf(times.slice(Math.min(20, times.length - 3))).median;
}

function report(kind: Kind, measured: readonly Measured[]): string {
  const [least] = measured;
  const count = (size: number) => size.toLocaleString('en-US');
  const head = ['', `${count(wanted[0] ?? 0)}, ms`, ...wanted.slice(1).map((size) => `at ${count(size)}`)];
  const rows = Object.keys(works).map((name) => {
    const first = least?.times.get(name) ?? Number.NaN;
    const ratios = measured.slice(1).map(({ times }) => ((times.get(name) ?? Number.NaN) / first).toFixed(2));
    return [name, first.toFixed(2), ...ratios];
  });
  const memory = ['memory of the server, MiB', ...measured.map((one) => one.memory.toFixed(0))];
  return `\n${kind === 'mariadb' ? 'MariaDB' : 'SQLite'}, median times as ratios to the smallest site:\n\n${table([head, ...rows, memory])}\n`;
}
