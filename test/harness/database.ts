/** Databases for tests: each fresh, migrated and its own, so that no test sees the rows of another. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { createRegistry } from '../../app.ts';
import { hashPassword } from '../../auth/index.ts';
import { countersOf, countMissing } from '../../engine/counters/setup.ts';
import { migrateDatabase, seedDatabase } from '../../engine/database/migrate.ts';
import { type Database, openDatabase } from '../../engine/database/open.ts';
import { type Config, readConfig } from '../../service/config/config.ts';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { scratchFolder } from './scratch.ts';

export interface TestDatabase {
  /** The settings that name this database, with everything else at its default (and a silent log). */
  readonly config: Config;
  /** The value of DATABASE_URL. */
  readonly url: string;
  readonly knex: Database;
  /** Closes it and removes it. Calling it twice does no harm. */
  drop(): Promise<void>;
}

/** What is in a new database: nothing at all, the tables, or the tables and the demo data. */
export type Content = 'blank' | 'empty' | 'demo';

/** bcrypt's least cost: a sixtieth of the work of the service's own, which would be most of what the tests do. */
export const testPasswordCost = 4;

/** The same for every test process, so that a restarted service reads the cookies of the one before. */
export const testAppKey = Buffer.alloc(32, 7).toString('base64');

/**
 * `sqlite`, or the address of the private MariaDB server without a database name: set by `test/run.ts`.
 * A single file run by hand takes SQLite.
 */
const target = process.env.TEST_DATABASE || 'sqlite';

/** Which kind of database this run is on, for the few tests where it matters. */
export const databaseKind: 'sqlite' | 'mysql' = target === 'sqlite' ? 'sqlite' : 'mysql';

/** Settings as `readConfig` gives them, for a database that may be anywhere. */
export function testConfig(databaseUrl: string, environment: Readonly<Record<string, string>> = {}): Config {
  return readConfig({ DATABASE_URL: databaseUrl, APP_KEY: testAppKey, LOG_LEVEL: 'silent', ...environment });
}

/**
 * Makes a database with a name of its own. The schema (and the demo data) are made once per process and then
 * copied, which takes milliseconds.
 */
export async function createTestDatabase(content: Content = 'empty'): Promise<TestDatabase> {
  const url = databaseKind === 'sqlite' ? await copyFileOf(content) : await copySchemaOf(content);
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

const templates = new Map<Content, Promise<string>>();

/** The template of this content: a path on SQLite, the name of a schema on MariaDB. */
function template(content: Content, make: () => Promise<string>): Promise<string> {
  const known = templates.get(content) ?? make();
  templates.set(content, known);
  return known;
}

async function fill(config: Config, content: Content): Promise<void> {
  const knex = openDatabase(config);
  try {
    await migrateDatabase(knex);
    if (content === 'demo') {
      await seedDatabase(knex, config);
      await knex('users').update({ password_hash: await hashPassword('password', testPasswordCost) });
    }
    const refused = await countMissing(knex, countersOf(await createRegistry()));
    for (const [, error] of refused) throw error;
  } finally {
    await knex.destroy();
  }
}

async function remove(database: Config['database']): Promise<void> {
  if (database.kind === 'mysql') {
    await onServer((server) => server.query(`DROP DATABASE IF EXISTS ${database.database}`));
    return;
  }
  for (const suffix of ['', '-wal', '-shm', '.key']) await rm(`${database.path}${suffix}`, { force: true });
}

let folder: string | undefined;

function newName(): string {
  return `millwright_${randomBytes(6).toString('hex')}`;
}

function newPath(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(scratchFolder(), 'millwright-test-'));
    keepUntilExit(folder);
  }
  return join(folder, `${newName()}.db`);
}

async function copyFileOf(content: Content): Promise<string> {
  const path = newPath();
  if (content === 'blank') return `sqlite:${path}`;
  const source = await template(content, async () => {
    const made = newPath();
    await fill(testConfig(`sqlite:${made}`), content);
    return made;
  });
  await copyFile(source, path);
  return `sqlite:${path}`;
}

async function copySchemaOf(content: Content): Promise<string> {
  const name = newName();
  await onServer((server) => server.query(`CREATE DATABASE ${name}`));
  if (content === 'blank') return urlOf(name);
  const source = await template(content, async () => {
    const made = newName();
    await onServer((server) => server.query(`CREATE DATABASE ${made}`));
    await fill(testConfig(urlOf(made)), content);
    return made;
  });
  await onServer((server) => copyTables(server, source, name));
  return urlOf(name);
}

function urlOf(name: string): string {
  return new URL(name, target).href;
}

async function copyTables(server: Connection, source: string, copy: string): Promise<void> {
  await server.query(`USE ${copy}`);
  await server.query('SET foreign_key_checks = 0');
  const [columns] = await server.query<RowDataPacket[]>(
    'SELECT table_name AS name, GROUP_CONCAT(CONCAT("`", column_name, "`")) AS columns FROM information_schema.columns ' +
      "WHERE table_schema = ? AND extra NOT LIKE '%GENERATED%' GROUP BY table_name",
    [source],
  );
  for (const { name, columns: names } of columns) {
    const [[made]] = await server.query<RowDataPacket[]>(`SHOW CREATE TABLE ${source}.${name}`);
    await server.query(String(made?.['Create Table']));
    await server.query(`INSERT INTO ${copy}.${name} (${names}) SELECT ${names} FROM ${source}.${name}`);
  }
  const [triggers] = await server.query<RowDataPacket[]>(
    'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = ?',
    [source],
  );
  for (const { name } of triggers) {
    const [[made]] = await server.query<RowDataPacket[]>(`SHOW CREATE TRIGGER ${source}.${name}`);
    await server.query(String(made?.['SQL Original Statement']));
  }
}

async function onServer<Result>(work: (server: Connection) => Promise<Result>): Promise<Result> {
  const server = await mysql.createConnection(target);
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

/** Removes the templates and the folder: called once, when a test process ends. */
export async function removeTemplates(): Promise<void> {
  if (databaseKind === 'mysql') {
    for (const name of await Promise.all(templates.values())) await remove(testConfig(urlOf(name)).database);
  } else if (folder !== undefined) {
    await rm(folder, { recursive: true, force: true });
    dropAtExit(folder);
  }
  templates.clear();
}
