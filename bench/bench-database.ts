/** A database for one run: its own server or file, migrated, with the demo and bulk data, removed at the end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { seedDatabase } from '../commands/seed/seed-database.ts';
import { countAfter, countersOf } from '../engine/counters/setup.ts';
import { migrateDatabase } from '../engine/database/migrate.ts';
import { type Database, isSqlite, openDatabase } from '../engine/database/open.ts';
import { fillBulk } from '../seeds/bulk/fill.ts';
import { createRegistry } from '../service/project/registry.ts';
import { dropAtExit, keepUntilExit } from '../test/harness/at-exit.ts';
import { testConfig } from '../test/harness/database.ts';
import { startDatabaseServer } from '../test/harness/database-server.ts';
import { pin } from './process-figures.ts';

export type Kind = 'mariadb' | 'sqlite';

export interface BenchDatabase {
  readonly url: string;
  readonly knex: Database;
  drop(): Promise<void>;
}

/** An empty database, migrated. */
export async function createBenchDatabase(kind: Kind): Promise<BenchDatabase> {
  const place = kind === 'mariadb' ? await startServer() : await makeFile();
  const knex = openDatabase(testConfig(place.url));
  await migrateDatabase(knex);
  return {
    url: place.url,
    knex,
    drop: async () => {
      await knex.destroy();
      await place.remove();
    },
  };
}

/** The demo data, whose people sign in. */
export async function seedDemo({ url, knex }: BenchDatabase): Promise<void> {
  await seedDatabase(knex, testConfig(url));
}

/** Adds a bulk site with this many materials. */
export async function fillSite({ knex }: BenchDatabase, materials: number): Promise<void> {
  await countAfter(knex, countersOf(await createRegistry()), () =>
    fillBulk(knex, { materials, sites: 1, now: new Date() }, () => {}),
  );
}

/** Updates the optimizer's statistics. MariaDB does this itself some time later, which would disturb the measurement. */
export async function settleStatistics({ knex }: BenchDatabase): Promise<void> {
  if (isSqlite(knex)) return;
  await knex.raw(
    'analyze table materials, maintenances, zones, sites, users, item_materials, activities, tallies',
  );
}

interface Place {
  readonly url: string;
  remove(): Promise<void>;
}

/** The database shares the core of the load: the servers have their own. */
async function startServer(): Promise<Place> {
  // A starting server removes temporary tables in its folder, even those of other servers: so this one has its own.
  const folder = await mkdtemp(join(tmpdir(), 'millwright-bench-'));
  keepUntilExit(folder);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const server = await startDatabaseServer();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  pin(server.pid, 'load');
  const connection = await mysql.createConnection(server.url(''));
  await connection.query('create database bench');
  await connection.end();
  return {
    url: server.url('bench'),
    remove: async () => {
      await server.stop();
      await removeFolder(folder);
    },
  };
}

async function makeFile(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-bench-'));
  keepUntilExit(folder);
  return {
    url: `sqlite:${join(folder, 'bench.db')}`,
    remove: () => removeFolder(folder),
  };
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  dropAtExit(folder);
}
