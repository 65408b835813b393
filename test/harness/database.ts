/** Databases for tests, copied from a template, so that no test sees the rows of another. */
import { mkdtempSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { hashPassword } from '../../auth/index.ts';
import { seedDatabase } from '../../commands/seed/seed-database.ts';
import {
  createBlank,
  openTestDatabase,
  prepare,
  type TestDatabase,
  target,
  testConfig,
  testPasswordCost,
} from '../../package/testing/world/database.ts';
import { keepUntilExit } from './at-exit.ts';
import { type DatabaseServer, makeOfRun, startDatabaseServer } from './database-server.ts';
import { isShared, madeOnce } from './made-once.ts';
import { scratchFolder } from './scratch.ts';

export {
  type TestDatabase,
  testAppKey,
  testConfig,
  testPasswordCost,
} from '../../package/testing/world/database.ts';

/** The content of a new database: nothing, the tables, or the tables and the demo data. */
export type Content = 'blank' | 'empty' | 'demo';

/** The kind of database of this run, for the few tests that depend on it: `TEST_SERVER=mariadb` or `mysql` asks for a server. */
export const databaseKind: 'sqlite' | 'mysql' =
  process.env.TEST_SERVER || target() !== 'sqlite' ? 'mysql' : 'sqlite';

let server: Promise<DatabaseServer> | undefined;

/** Starts the server of this process, if the run asks for one: what a test does to it says nothing about another process. */
export async function findServer(): Promise<void> {
  if (databaseKind === 'sqlite' || process.env.TEST_DATABASE) return;
  server ??= startDatabaseServer();
  process.env.TEST_DATABASE = (await server).url('');
}

/**
 * Creates a database with a unique name. The schema (and the demo data) is made once (on a server once per process) and then
 * copied, which takes milliseconds.
 */
export async function createTestDatabase(content: Content = 'empty'): Promise<TestDatabase> {
  await findServer();
  const url = await createBlank(ownFolder);
  if (content !== 'blank') await copyTemplate(content, url);
  return openTestDatabase(url);
}

/** The addresses of template databases, by content. */
const templates = new Map<Content, Promise<string>>();

async function copyTemplate(content: Content, url: string): Promise<void> {
  const known = templates.get(content) ?? findTemplate(content);
  templates.set(content, known);
  const [from, to] = [testConfig(await known).database, testConfig(url).database];
  if (from.kind === 'sqlite' && to.kind === 'sqlite') await copyFile(from.path, to.path);
  else if (from.kind === 'mysql' && to.kind === 'mysql') {
    const { database: source } = from;
    const { database: copy } = to;
    await copyTables(source, copy);
  }
}

/** One that the processes of a run share, if it is embedded. */
async function findTemplate(content: Content): Promise<string> {
  if (databaseKind !== 'sqlite' || !isShared()) return makeTemplate(content);
  const file = await madeOnce(`${content}.db`, async (file) => {
    const made = testConfig(await makeTemplate(content)).database;
    if (made.kind === 'sqlite') await copyFile(made.path, file);
  });
  return `sqlite:${file}`;
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

/** Texts of one or more statements, sent one after the other. */
type Script = readonly string[];

/** The statements that recreate a template's tables with their rows, by template: reading them takes as long as running them. */
const scripts = new Map<string, Promise<Script>>();

async function copyTables(source: string, copy: string): Promise<void> {
  const server = await mysql.createConnection({ uri: target(), multipleStatements: true });
  try {
    const script = scripts.get(source) ?? readScript(server, source);
    scripts.set(source, script);
    await server.query(`USE ${copy}; SET foreign_key_checks = 0`);
    for (const statements of await script) await server.query(statements);
  } finally {
    await server.end();
  }
}

async function readScript(server: Connection, source: string): Promise<Script> {
  const ask = async (sql: string): Promise<RowDataPacket[]> => (await server.query<RowDataPacket[]>(sql))[0];
  const columns = await ask(
    'SELECT table_name AS name, GROUP_CONCAT(CONCAT("`", column_name, "`")) AS columns FROM information_schema.columns ' +
      `WHERE table_schema = '${source}' AND extra NOT LIKE '%GENERATED%' GROUP BY table_name`,
  );
  const tables: string[] = [];
  for (const { name, columns: names } of columns) {
    const table = `${source}.${name}`;
    for (const made of await ask(`SHOW CREATE TABLE ${table}`)) tables.push(made['Create Table']);
    const [row] = await ask(`SELECT 1 FROM ${table} LIMIT 1`);
    if (row) tables.push(`INSERT INTO ${name} (${names}) SELECT ${names} FROM ${table}`);
  }
  const triggers = await ask(
    `SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = '${source}'`,
  );
  const made: string[] = [];
  for (const { name } of triggers)
    for (const trigger of await ask(`SHOW CREATE TRIGGER ${source}.${name}`))
      made.push(trigger['SQL Original Statement']);
  // MySQL 9.7 takes the semicolon after a trigger into its body.
  return [tables.join(';\n'), ...(makeOfRun === 'mysql' ? made : [made.join(';\n')])].filter(
    (text) => text !== '',
  );
}

/**
 * The database computes ranks and columns of unique rules (`site_id_with_reference`), and accepts no values for them: a row
 * without them can be inserted again.
 */
export function withoutComputed(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !/_rank$|_with_/.test(name)));
}
