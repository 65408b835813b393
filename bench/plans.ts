/**
 * `npm run bench:plans`: the cost of many maintenance plans at one site while none is due, and how long a write waits while 1,000
 * of them become due together. Each size has its own database; its plans are copies of one that is due far in the future.
 *
 *   npm run bench:plans -- --only sqlite
 */
import { parseArgs } from 'node:util';
import { recordDue } from '../resources/plan-work/due.ts';
import { Client } from '../test/harness/client.ts';
import { type BenchDatabase, createBenchDatabase, type Kind, seedDemo } from './bench-database.ts';
import { manager } from './bench-site.ts';
import { startContender } from './contenders.ts';
import { spreadOf, table } from './figures.ts';

const sizes = [1250, 5000, 20_000];
const dueTogether = 1000;
const site = 2;
const day = 86_400_000;
const stored = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 23);

const head = [
  ...['plans', 'queries of a look', 'CPU of a look, ms', `${dueTogether} made in, s`],
  ...['writes meanwhile', 'median wait, ms', 'longest, ms', 'median alone, ms'],
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
for (const kind of ['mariadb', 'sqlite'] as const) {
  if (values.only !== undefined && values.only !== kind) continue;
  const rows: string[][] = [];
  for (const plans of sizes) rows.push([plans.toLocaleString('en-US'), ...(await measure(kind, plans))]);
  console.log(`\n${kind === 'mariadb' ? 'MariaDB' : 'SQLite'}\n\n${table([head, ...rows])}\n`);
}

async function measure(kind: Kind, plans: number): Promise<string[]> {
  const database = await createBenchDatabase(kind);
  try {
    await seedDemo(database);
    await fill(database, plans);
    const look = await lookFor(database);
    return [...look, ...(await writeMeanwhile(database))];
  } finally {
    await database.drop();
  }
}

/** Replaces the plans of the demo by copies of one of them, and of its next date, that are due in years. */
async function fill({ knex }: BenchDatabase, plans: number): Promise<void> {
  const { id, ...plan } = await knex('maintenance_plans').where({ site_id: site, schedule: 'fixed' }).first();
  const { id: _date, ...date } = await knex('plan_occurrences')
    .where({ maintenance_plan_id: id, state: 'scheduled' })
    .first();
  await knex('maintenances').update({ maintenance_plan_id: null });
  await knex('plan_occurrences').delete();
  await knex('maintenance_plans').delete();
  const due = {
    next_due_at: stored(Date.now() + 2000 * day),
    next_generation_at: stored(Date.now() + 1993 * day),
  };
  for (let from = 1; from <= plans; from += 500) {
    const ids = Array.from({ length: Math.min(500, plans + 1 - from) }, (_, at) => from + at);
    await knex('maintenance_plans').insert(ids.map((own) => ({ ...plan, ...due, id: own })));
    const { next_due_at: due_at } = due;
    const dated = { ...date, due_at, original_due_at: due_at };
    await knex('plan_occurrences').insert(ids.map((own) => ({ ...dated, maintenance_plan_id: own })));
  }
}

/** Makes some of the plans due. The task finds them within half a minute. */
async function letComeDue({ knex }: BenchDatabase): Promise<void> {
  const now = Date.now();
  const due_at = stored(now);
  const ids: number[] = await knex('maintenance_plans').orderBy('id').limit(dueTogether).pluck('id');
  await knex('maintenance_plans')
    .whereIn('id', ids)
    .update({ lead_days: 0, frequency: 'year', every: 5, next_due_at: due_at, next_generation_at: due_at });
  await knex('plan_occurrences')
    .whereIn('maintenance_plan_id', ids)
    .update({ due_at, original_due_at: due_at });
}

/** The cost of the task if nothing is due: queries, and milliseconds of processor time. */
async function lookFor({ knex }: BenchDatabase): Promise<string[]> {
  const task = { db: knex, at: () => Promise.resolve(null), signal: new AbortController().signal };
  const now = new Date().toISOString();
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  knex.on('query', count);
  await recordDue(task, now);
  knex.removeListener('query', count);
  const begun = process.cpuUsage();
  const times = 200;
  for (let at = 0; at < times; at += 1) await recordDue(task, now);
  const { user, system } = process.cpuUsage(begun);
  return [String(queries), ((user + system) / 1000 / times).toFixed(2)];
}

/** Creates zones, one after the other: before the plans are due, and while they are recorded. */
async function writeMeanwhile(database: BenchDatabase): Promise<string[]> {
  const server = await startContender('ours', database.url);
  const client = new Client(server.url, { origin: 'http://localhost:5173' });
  let zones = 0;
  const write = async () => {
    zones += 1;
    const begun = performance.now();
    const { status, text } = await client.post('/zones', { name: `Zone ${zones} of a measurement` });
    if (status !== 201) throw new Error(`A zone was answered ${status}: ${text}`);
    return performance.now() - begun;
  };
  try {
    await client.login(manager);
    // The first ones compile code and fill caches.
    for (let count = 0; count < 100; count += 1) await write();
    const alone: number[] = [];
    for (let count = 0; count < 100; count += 1) alone.push(await write());
    await letComeDue(database);
    const waits: number[] = [];
    let begun = 0;
    for (let left = dueTogether; left > 0; left = await countDue(database)) {
      if (left < dueTogether && begun === 0) begun = performance.now();
      const wait = await write();
      if (begun > 0) waits.push(wait);
    }
    const seconds = (performance.now() - begun) / 1000;
    const { median, most } = spreadOf(waits);
    const waited = [median, most, spreadOf(alone).median].map((one) => one.toFixed(0));
    return [seconds.toFixed(1), String(waits.length), ...waited];
  } finally {
    client.close();
    await server.stop();
  }
}

async function countDue({ knex }: BenchDatabase): Promise<number> {
  const due = knex('maintenance_plans').where('next_generation_at', '<=', stored(Date.now()));
  return Number((await due.count({ count: '*' }).first())?.count);
}
