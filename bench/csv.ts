/**
 * `npm run bench:csv`: exports a list of a million rows as CSV, ascending and descending: its duration, the memory of the
 * service, and the duration of concurrent writes. `-- mariadb` for MariaDB, `-- sqlite 200000` for fewer rows.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedDatabase } from '../commands/seed/seed-database.ts';
import { isSqlite } from '../engine/database/open.ts';
import type { Client } from '../test/harness/client.ts';
import { testConfig } from '../test/harness/database.ts';
import { type ServiceProcess, startProcess } from '../test/harness/process.ts';
import { type BenchDatabase, createBenchDatabase } from './bench-database.ts';
import { residentMiB } from './process-figures.ts';

const [kind = 'sqlite', size = '1000000'] = process.argv.slice(2);
const rows = Number(size);
const site = 3;
if ((kind !== 'sqlite' && kind !== 'mariadb') || !Number.isInteger(rows)) {
  throw new Error('Usage: npm run bench:csv -- [sqlite|mariadb] [ROWS]');
}

const database = await createBenchDatabase(kind);
try {
  await fill(database);
  const service = await startProcess({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' } });
  try {
    for (const sort of ['name', '-created_at']) await download(service, sort);
  } finally {
    await service.stop();
  }
} finally {
  await database.drop();
}

/** The demo data, and a million zones at Plant South; the database itself generates the numbers. */
async function fill({ knex, url }: BenchDatabase): Promise<void> {
  await seedDatabase(knex, testConfig(url));
  const [numbers, name, moment] = isSqlite(knex)
    ? [
        `(with recursive s(seq) as (select 1 union all select seq + 1 from s where seq < ${rows}) select seq from s)`,
        "printf('bay %07d', seq)",
        "strftime('%Y-%m-%d %H:%M:%S.000', '2020-01-01', seq || ' seconds')",
      ]
    : [
        `(select seq from seq_1_to_${rows})`,
        "concat('bay ', lpad(seq, 7, '0'))",
        "date_add('2020-01-01', interval seq second)",
      ];
  await knex.raw(
    `insert into zones (site_id, name, name_key, description, allow_material, search_text, created_at, updated_at) ` +
      `select ${site}, ${name}, ${name}, 'A place of some size, of which there are a great many.', 1, ${name}, ${moment}, ${moment} from ${numbers} n`,
  );
  // MariaDB does that itself some time later.
  if (!isSqlite(knex)) await knex.raw('analyze table zones');
}

async function signIn(service: ServiceProcess): Promise<Client> {
  const client = service.client();
  await client.login('manager@demo.test');
  const { status } = await client.patch('/user/site', { site_id: site });
  if (status !== 200) throw new Error(`The site cannot be chosen: ${status}`);
  return client;
}

async function download(service: ServiceProcess, sort: string): Promise<void> {
  const [reader, writer] = [await signIn(service), await signIn(service)];
  const outgoing = request(`${service.url}/api/v1/zones?sort=${sort}`, {
    headers: { Accept: 'text/csv', Cookie: reader.cookieHeader(), Origin: 'http://localhost:5173' },
  });
  outgoing.end();
  const began = performance.now();
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  if (incoming?.statusCode !== 200) throw new Error(`The list cannot be read: ${incoming?.statusCode}`);
  const state = { reading: true };
  const writes = writeMeanwhile(writer, state);
  const memory = [residentMiB(service.pid)];
  const tenths: number[] = [];
  let [lines, bytes, mark] = [0, 0, rows / 10];
  for await (const part of incoming) {
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
    if (lines < mark) continue;
    memory.push(residentMiB(service.pid));
    tenths.push((performance.now() - began) / 1000);
    mark += rows / 10;
  }
  const seconds = (performance.now() - began) / 1000;
  state.reading = false;
  const times = (await writes).toSorted((a, b) => a - b);
  const quantile = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(0);
  console.log(
    [
      `${kind}, sort=${sort}: ${lines - 1} rows, ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(0)} s (${(lines / seconds).toFixed(0)} rows a second)`,
      `  seconds to each tenth: ${tenths.map((one) => one.toFixed(1)).join(' ')}`,
      `  memory of the service, in MiB, at each tenth: ${memory.map((one) => one.toFixed(0)).join(' ')}`,
      `  ${times.length} writes meanwhile: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`,
    ].join('\n'),
  );
}

/** Writes one after the other, with pauses; the duration of each in milliseconds. */
async function writeMeanwhile(client: Client, state: { readonly reading: boolean }): Promise<number[]> {
  const times: number[] = [];
  const { body } = await client.post('/zones', { name: `Written to ${Date.now()}` });
  while (state.reading) {
    const began = performance.now();
    const { status } = await client.patch(`/zones/${body.data.id}`, { description: `Write ${times.length}` });
    if (status !== 200) throw new Error(`A write failed: ${status}`);
    times.push(performance.now() - began);
    await sleep(50);
  }
  return times;
}
