/**
 * `npm run bench:writers`: the cost of two services that write to two nodes of a Galera cluster at once, which is not
 * recommended: how often writes conflict, with the present indexes of unique rules, and with indexes that contain half of a row's
 * values.
 *
 *   npm run bench:writers                    3 rounds of 600 writes each
 *   npm run bench:writers -- --writes 2000   more of them a round
 */
import { parseArgs } from 'node:util';
import { seedDatabase } from '../commands/seed/seed-database.ts';
import { migrateDatabase } from '../engine/database/migrate.ts';
import { openDatabase } from '../engine/database/open.ts';
import { down, up } from '../migrations/20260601000100_whole_unique_keys.ts';
import type { Client } from '../test/harness/client.ts';
import { testConfig } from '../test/harness/database.ts';
import { type GaleraNode, startGalera } from '../test/harness/galera.ts';
import { startProcess } from '../test/harness/process.ts';

const { values } = parseArgs({ options: { writes: { type: 'string', default: '600' } } });
const writes = Number(values.writes);
/** Concurrent requests per service. */
const atOnce = 4;

const galera = await startGalera();
const written = galera.nodes.slice(0, 2);
const urlOf = ({ port }: GaleraNode) => `mysql://tests:tests@127.0.0.1:${port}/millwright`;
await galera.nodes[0].ask('CREATE DATABASE millwright');
const config = testConfig(urlOf(galera.nodes[0]));
const database = openDatabase(config);
await migrateDatabase(database);
await seedDatabase(database, config);
const env = { APP_KEY: config.appKeys[0].toString('base64'), LOG_LEVEL: 'silent', RUN_TASKS: 'false' };
const services = await Promise.all(
  written.map((node) => startProcess({ env: { ...env, DATABASE_URL: urlOf(node) } })),
);
let serial = 0;
let zone = 0;
try {
  const clients = services.map((service) => service.client());
  for (const client of clients) await client.login('manager@demo.test');
  zone = (await clients[0]?.get('/zones'))?.body.data[0].id;
  await round(clients, 'warm-up');
  for (let at = 1; at <= 3; at += 1) {
    await round(clients, 'all of a row or none');
    await down(database);
    await round(clients, 'half of a row');
    await up(database);
  }
} finally {
  await Promise.all(services.map((service) => service.stop()));
  await database.destroy();
  await galera.stop();
}

/** Materials without a serial number, created at both nodes. */
async function round(clients: readonly Client[], name: string): Promise<void> {
  const before = await conflicts();
  const began = performance.now();
  let left = writes;
  const refused = new Map<number, number>();
  const write = async (client: Client) => {
    while (left > 0) {
      left -= 1;
      serial += 1;
      const body = { name: `Made ${serial}`, zone_id: zone, criticality: 'low', status: 'operational' };
      const { status } = await client.post('/materials', body);
      if (status !== 201) refused.set(status, (refused.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: atOnce }, () => write(client))));
  const seconds = (performance.now() - began) / 1000;
  const met = ((await conflicts()) - before) / writes;
  const others = [...refused].map(([status, count]) => ` ${count} × ${status}`).join();
  console.log(
    `${name.padEnd(22)} ${met.toFixed(2)} conflicts a write, ${(writes / seconds).toFixed(0)} writes/s${others}`,
  );
}

/** The number of transactions so far that nodes refused or rolled back because of others. */
async function conflicts(): Promise<number> {
  const counts = written.map(async (node) => {
    const rows = await node.ask(
      "SHOW STATUS WHERE variable_name IN ('wsrep_local_cert_failures', 'wsrep_local_bf_aborts')",
    );
    return rows.reduce((sum, row) => sum + Number(row.Value), 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
