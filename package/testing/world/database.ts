/** Databases for tests: each fresh, migrated and its own, embedded or at a server. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { countersOf, countMissing } from '../../../engine/counters/setup.ts';
import { migrateDatabase } from '../../../engine/database/migrate.ts';
import { type Database, openDatabase } from '../../../engine/database/open.ts';
import { type Config, readConfig } from '../../../service/config/config.ts';
import { createRegistry } from '../../../service/project/registry.ts';

export interface TestDatabase {
  /** The settings that name this database, with everything else at its default (and a silent log). */
  readonly config: Config;
  /** The value of DATABASE_URL. */
  readonly url: string;
  readonly knex: Database;
  /** Closes it and removes it. Calling it twice does no harm. */
  drop(): Promise<void>;
}

export type DatabaseMaker = () => Promise<TestDatabase>;

/** The lowest cost of bcrypt: a sixtieth of the work of the service's own, which would be most of the work of the tests. */
export const testPasswordCost = 4;

/** The same for every test process, so that a restarted service reads the cookies of the one before. */
export const testAppKey = Buffer.alloc(32, 7).toString('base64');

/** `sqlite`, or the address of a MariaDB or MySQL server without a database name, whose account may make databases. */
export const target = (): string => process.env.TEST_DATABASE || 'sqlite';

/** Settings as `readConfig` gives them, for a database that may be anywhere. */
export function testConfig(databaseUrl: string, environment: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ DATABASE_URL: databaseUrl, APP_KEY: testAppKey, LOG_LEVEL: 'silent', ...environment });
}

/** A new database with the tables of the project, and nothing in them. */
export async function createDatabase(): Promise<TestDatabase> {
  const url = await createBlank(ownFolder);
  const database = openTestDatabase(url);
  try {
    await prepare(database.knex);
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** @param folder the folder of an embedded one */
export async function createBlank(folder: () => string): Promise<string> {
  const name = `millwright_${randomBytes(6).toString('hex')}`;
  if (target() === 'sqlite') return `sqlite:${join(folder(), `${name}.db`)}`;
  await onServer((server) => server.query(`CREATE DATABASE ${name}`));
  return new URL(name, target()).href;
}

export function openTestDatabase(url: string): TestDatabase {
  const config = testConfig(url);
  const knex = openDatabase(config);
  return {
    config,
    url,
    knex,
    drop: async () => {
      await knex.destroy();
      await remove(config.database);
    },
  };
}

/** Makes the tables. @param fill puts something into them, before rows are counted */
export async function prepare(knex: Database, fill = async () => {}): Promise<void> {
  await migrateDatabase(knex);
  await fill();
  const refused = await countMissing(knex, countersOf(await createRegistry()));
  for (const [, error] of refused) throw error;
}

export async function remove(database: Config['database']): Promise<void> {
  if (database.kind === 'mysql') {
    await onServer((server) => server.query(`DROP DATABASE IF EXISTS ${database.database}`));
    return;
  }
  for (const suffix of ['', '-wal', '-shm', '.key']) await rm(`${database.path}${suffix}`, { force: true });
}

export async function onServer<Result>(work: (server: Connection) => Promise<Result>): Promise<Result> {
  const server = await mysql.createConnection(target());
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

let folder: string | undefined;

function ownFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'millwright-test-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}
