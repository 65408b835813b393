/**
 * `npm run bench:outbox`: the cost for others while 50,000 events are delivered: the duration of a list and of a write at another
 * site, as a ratio to before, the cost of a write that a webhook receives, and the memory of the service. First, the cost of a
 * write without webhooks, as a ratio to the same service without events.
 *
 *   npm run bench:outbox -- --only sqlite --events 50000
 *   npm run bench:outbox -- --events 0 --rounds 15      only the first
 */
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '../test/harness/client.ts';
import { type BenchDatabase, createBenchDatabase, type Kind, seedDemo } from './bench-database.ts';
import { manager } from './bench-site.ts';
import { compiledFolder } from './compiled.ts';
import { startContender } from './contenders.ts';
import { showSpread, spreadOf, table } from './figures.ts';
import { cpuSeconds } from './process-figures.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    events: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '9' },
  },
});
const events = Number(values.events);
/** The webhook's site, where the measuring user does not work. */
const other = 3;
/** Lists and writes of a measurement. */
const asked = 150;
let serial = 0;

const head = ['', 'a list, to alone', 'a write, to alone'];

for (const kind of ['mariadb', 'sqlite'] as const) {
  if (values.only !== undefined && values.only !== kind) continue;
  console.log(`A write to one that notes no event, of ${values.rounds} rounds: ${await compareWrites(kind)}`);
  if (events === 0) continue;
  const rows = await measure(kind);
  console.log(`\n${kind === 'mariadb' ? 'MariaDB' : 'SQLite'}\n\n${table([head, ...rows])}\n`);
}

async function measure(kind: Kind): Promise<string[][]> {
  const database = await createBenchDatabase(kind);
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    await seedDemo(database);
    const env = { WEBHOOK_ALLOW: '127.0.0.0/8' };
    const server = await startContender('ours', database.url, { env });
    const client = new Client(server.url, { origin: 'http://localhost:5173' });
    try {
      await client.login(manager);
      // The first ones compile and fill caches.
      await timed(client);
      const before = await memoryOf(client);
      const [heard, waiting]: [Ratios[], Ratios[]] = [[], []];
      for (let round = 1; round <= Number(values.rounds); round += 1) {
        const webhook = { name: `Measured ${round}`, url: `http://127.0.0.1:${port}/`, events: ['*'] };
        const alone = await timed(client);
        await made(client, '/webhooks', webhook);
        heard.push(ratiosOf(await timed(client), alone));
        await until(async () => (await countWaiting(database)) === 0);
        await database.knex('webhooks').where({ name: webhook.name }).update({ site_id: other });
        await addEvents(database);
        waiting.push(ratiosOf(await timed(client), alone));
        if ((await countWaiting(database)) === 0)
          throw new Error('Nothing has waited to the end: name more events.');
        await forgetWaiting(database, webhook.name);
      }
      const after = await memoryOf(client);
      console.log(`${received} events were sent. Memory: ${before.toFixed(0)} → ${after.toFixed(0)} MB.`);
      const told = (name: string, of: readonly Ratios[]) => [
        name,
        showSpread(spreadOf(of.map(({ list }) => list))),
        showSpread(spreadOf(of.map(({ write }) => write))),
      ];
      return [
        told('one webhook hears of the writes', heard),
        told(`${events.toLocaleString('en-US')} events of another site wait`, waiting),
      ];
    } finally {
      client.close();
      await server.stop();
    }
  } finally {
    receiver.close();
    await database.drop();
  }
}

/** Writes at a site without webhooks, alternating with the same service on another database, whose journal has no notes. */
async function compareWrites(kind: Kind): Promise<string> {
  const built = await compiledFolder();
  const plain = `${built}-without-notes`;
  cpSync(built, plain, { recursive: true });
  const journal = join(plain, 'engine/write/journal.js');
  const source = readFileSync(journal, 'utf8');
  const changed = source.replace(/pending: .*\? null : 1/, 'pending: null');
  if (changed === source) throw new Error('The journal notes events in another way.');
  writeFileSync(journal, changed);
  const sides: { database: BenchDatabase; client: Client; pid: number; stop(): Promise<void> }[] = [];
  try {
    for (const folder of [built, plain]) {
      const database = await createBenchDatabase(kind);
      await seedDemo(database);
      const server = await startContender('ours', database.url, { folder });
      const client = new Client(server.url, { origin: 'http://localhost:5173' });
      sides.push({ database, client, pid: server.pid, stop: () => server.stop() });
      await client.login(manager);
    }
    const [ratios, work]: [number[], number[]] = [[], []];
    await timeInTurns(sides.map(({ client }) => client));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const before = sides.map(({ pid }) => cpuSeconds(pid));
      const [one = Number.NaN, other = Number.NaN] = await timeInTurns(sides.map(({ client }) => client));
      await Promise.all(sides.map(({ database }) => until(async () => (await countWaiting(database)) === 0)));
      const [took = Number.NaN, plainly = Number.NaN] = sides.map(
        ({ pid }, at) => cpuSeconds(pid) - (before[at] ?? 0),
      );
      ratios.push(one / other);
      work.push(took / plainly);
    }
    return `${showSpread(spreadOf(ratios))}, its processor time with what follows ${showSpread(spreadOf(work))}`;
  } finally {
    for (const { database, client, stop } of sides) {
      client.close();
      await stop();
      await database.drop();
    }
  }
}

/** Alternating writes, so that other load on the machine affects both. @returns the median milliseconds of each */
async function timeInTurns(clients: readonly Client[]): Promise<number[]> {
  const times = clients.map((): number[] => []);
  for (let at = 0; at < 300; at += 1) {
    for (const [side, client] of clients.entries()) {
      serial += 1;
      const began = performance.now();
      await made(client, '/zones', { name: `Zone ${serial} of a measurement` });
      times[side]?.push(performance.now() - began);
    }
  }
  return times.map((of) => spreadOf(of).median);
}

/** Median milliseconds, or what they are to others. */
interface Ratios {
  readonly list: number;
  readonly write: number;
}

/** Lists and writes in turns. */
async function timed(client: Client): Promise<Ratios> {
  const [lists, writes]: [number[], number[]] = [[], []];
  const clock = async (into: number[], ask: () => Promise<unknown>) => {
    const began = performance.now();
    await ask();
    into.push(performance.now() - began);
  };
  for (let at = 0; at < asked; at += 1) {
    await clock(lists, () => client.get('/materials'));
    serial += 1;
    await clock(writes, () => made(client, '/zones', { name: `Zone ${serial} of a measurement` }));
  }
  return { list: spreadOf(lists).median, write: spreadOf(writes).median };
}

function ratiosOf(one: Ratios, other: Ratios): Ratios {
  return { list: one.list / other.list, write: one.write / other.write };
}

async function made(client: Client, path: string, body: object): Promise<void> {
  const { status, text } = await client.post(path, body);
  if (status !== 201) throw new Error(`${path} was answered ${status}: ${text}`);
}

/** The events of a busy day at the other site, all at once. */
async function addEvents({ knex }: BenchDatabase): Promise<void> {
  const at = new Date(Date.now() + 1000).toISOString().replace('T', ' ').slice(0, 23);
  const rows = Array.from({ length: 500 }, (_, record) => ({
    ...{
      name: 'material.update',
      resource: 'material',
      record_id: record + 1,
      action: 'update',
      site_id: other,
    },
    ...{ changes: JSON.stringify({ name: ['before', 'after'] }), created_at: at, updated_at: at },
    ...{ version: 1, pending: 1 },
  }));
  for (let left = events; left > 0; left -= rows.length) await knex('activities').insert(rows);
}

/** As if it had never been: what is in hand finds nothing to note. */
async function forgetWaiting({ knex }: BenchDatabase, name: string): Promise<void> {
  await knex('webhooks').where({ name }).update({ active: 0 });
  await knex('activities').where({ pending: 1 }).update({ pending: null });
  await knex('webhook_deliveries').where({ status: 'pending' }).delete();
}

async function countWaiting({ knex }: BenchDatabase): Promise<number> {
  const [pending] = await knex('activities').where({ pending: 1 }).count({ n: '*' });
  const [sending] = await knex('webhook_deliveries').where({ status: 'pending' }).count({ n: '*' });
  return Number(pending?.n) + Number(sending?.n);
}

async function memoryOf(client: Client): Promise<number> {
  const { text } = await client.get('/metrics');
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6;
}

async function until(ask: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 600_000;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error('The measured webhook was not told in ten minutes.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
