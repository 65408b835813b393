/** Copies of an embedded database: complete files, which may also contain its key. */
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import { withName } from '../../engine/database/sqlite/errors.ts';

const require = createRequire(import.meta.url);
const Driver: typeof Libsql = require('libsql');

/** The metadata of a copy, in a separate table. */
interface CopyNote {
  /** ISO 8601 UTC. */
  readonly madeAt: string;
  /** The key of the database; null if it is stored elsewhere. */
  readonly appKey: Buffer | null;
}

export interface CopyContent {
  /** Null if the file was made in another way. */
  readonly note: CopyNote | null;
  /** Names of the applied migrations; empty if the database is not one of this service's. */
  readonly migrations: readonly string[];
  /** The damage that SQLite reports, in its own words; null if there is none. */
  readonly damage: string | null;
}

const noteTable = 'millwright_copy';

/**
 * Copies a database that may be in use: the copy contains everything committed when it began, including the write-ahead log. It
 * blocks only this process.
 * @param draft a new file, readable only by its owner, since it contains hashes and addresses
 * @throws the driver's or the system's error, e.g. `SQLITE_FULL`, `ENOENT`
 */
export function copyDatabase(source: string, draft: string): void {
  closeSync(openSync(draft, 'wx', 0o600));
  withDatabase(source, (database) => database.exec(`VACUUM INTO ${literal(draft)}`));
}

/** Writes the metadata into a copy. */
export function writeNote(path: string, { madeAt, appKey }: CopyNote): void {
  withDatabase(path, (database) => {
    database.exec(`DROP TABLE IF EXISTS ${noteTable}`);
    database.exec(`CREATE TABLE ${noteTable} (made_at text not null, app_key text)`);
    database
      .prepare(`INSERT INTO ${noteTable} VALUES (?, ?)`)
      .run([madeAt, appKey?.toString('base64') ?? null]);
  });
}

/** Removes the metadata, so that no part of the key remains in the file. */
export function removeNote(path: string): void {
  withDatabase(path, (database) => {
    database.exec('PRAGMA secure_delete=ON');
    database.exec(`DROP TABLE IF EXISTS ${noteTable}`);
  });
}

/** Reads all of a file to detect its kind and any damage. @throws the driver's error, e.g. `SQLITE_NOTADB` */
export function inspectCopy(path: string): CopyContent {
  return withDatabase(path, (database) => {
    const migrations = readMigrations(database);
    const damages = textsOf(database, 'SELECT integrity_check AS text FROM pragma_integrity_check');
    const damage = damages.find((text) => text !== 'ok') ?? null;
    return { damage, migrations, note: hasTable(database, noteTable) ? readNote(database) : null };
  });
}

/** Names of the migrations that a copy has. */
export function migrationsOf(path: string): readonly string[] {
  return withDatabase(path, readMigrations);
}

function readMigrations(database: Libsql.Database): readonly string[] {
  if (!hasTable(database, 'knex_migrations')) return [];
  return textsOf(database, 'SELECT name AS text FROM knex_migrations ORDER BY id');
}

function hasTable(database: Libsql.Database, name: string): boolean {
  return textsOf(database, "SELECT name AS text FROM sqlite_master WHERE type = 'table'").includes(name);
}

function readNote(database: Libsql.Database): CopyNote | null {
  const [madeAt] = textsOf(database, `SELECT made_at AS text FROM ${noteTable}`);
  const [key] = textsOf(database, `SELECT app_key AS text FROM ${noteTable} WHERE app_key IS NOT NULL`);
  if (madeAt === undefined) return null;
  return { madeAt, appKey: key === undefined ? null : Buffer.from(key, 'base64') };
}

/** The rows of a query of one column called `text`. */
function textsOf(database: Libsql.Database, sql: string): string[] {
  const rows: readonly unknown[] = database.prepare(sql).all();
  return rows.map((row) =>
    typeof row === 'object' && row !== null && 'text' in row ? String(row.text) : '',
  );
}

/** A separate connection: one of the service's would be blocked, and might be in a transaction. */
function withDatabase<Result>(path: string, work: (database: Libsql.Database) => Result): Result {
  const database = new Driver(path);
  try {
    database.exec('PRAGMA busy_timeout=5000');
    return work(database);
  } catch (error) {
    throw withName(error);
  } finally {
    database.close();
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
