/** Databases for tests, made from a template: so that no test sees the rows of another. */
import { mkdtempSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { hashPassword } from '../../auth/index.ts';
import { seedDatabase } from '../../commands/seed-database.ts';
import {
  createBlank,
  onServer,
  openTestDatabase,
  prepare,
  remove,
  type TestDatabase,
  target,
  testConfig,
  testPasswordCost,
} from '../../package/testing/world/database.ts';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { scratchFolder } from './scratch.ts';

export {
  type TestDatabase,
  testAppKey,
  testConfig,
  testPasswordCost,
} from '../../package/testing/world/database.ts';

/** What is in a new database: nothing at all, the tables, or the tables and the demo data. */
export type Content = 'blank' | 'empty' | 'demo';

/** Which kind of database this run is on, for the few tests where it matters: `test/run.ts` sets it. */
export const databaseKind: 'sqlite' | 'mysql' = target === 'sqlite' ? 'sqlite' : 'mysql';

/**
 * Makes a database with a name of its own. The schema (and the demo data) are made once per process and then
 * copied, which takes milliseconds.
 */
export async function createTestDatabase(content: Content = 'empty'): Promise<TestDatabase> {
  const url = await createBlank(ownFolder);
  if (content !== 'blank') await copyTemplate(content, url);
  return openTestDatabase(url);
}

/** By what they hold, the addresses of databases that others are copied from. */
const templates = new Map<Content, Promise<string>>();

async function copyTemplate(content: Content, url: string): Promise<void> {
  const known = templates.get(content) ?? makeTemplate(content);
  templates.set(content, known);
  const [from, to] = [testConfig(await known).database, testConfig(url).database];
  if (from.kind === 'sqlite' && to.kind === 'sqlite') await copyFile(from.path, to.path);
  else if (from.kind === 'mysql' && to.kind === 'mysql') {
    const { database: source } = from;
    const { database: copy } = to;
    await onServer((server) => copyTables(server, source, copy));
  }
}

async function makeTemplate(content: Content): Promise<string> {
  const url = await createBlank(ownFolder);
  const { config, knex } = openTestDatabase(url);
  try {
    await prepare(knex, async () => {
      if (content !== 'demo') return;
      await seedDatabase(knex, config);
      await knex('users').update({ password_hash: await hashPassword('password', testPasswordCost) });
    });
  } finally {
    await knex.destroy();
  }
  return url;
}

let folder: string | undefined;

function ownFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(scratchFolder(), 'millwright-test-'));
    keepUntilExit(folder);
  }
  return folder;
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

/** Removes the templates and the folder: called once, when a test process ends. */
export async function removeTemplates(): Promise<void> {
  if (databaseKind === 'mysql') {
    for (const url of await Promise.all(templates.values())) await remove(testConfig(url).database);
  } else if (folder !== undefined) {
    await rm(folder, { recursive: true, force: true });
    dropAtExit(folder);
  }
  templates.clear();
}

/** The database computes ranks, and what makes a unique rule whole (`site_id_with_reference`), by itself, and takes none: a row without them can be inserted again. */
export function withoutComputed(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !/_rank$|_with_/.test(name)));
}
