/** Opens the configured database, so that it behaves the same on SQLite, MariaDB and MySQL. */

import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { mysqlSettings } from './mysql/client.ts';
import { Migrations } from './scripts/migrations.ts';
import type { DatabaseSettings } from './settings.ts';
import { LibsqlClient, sqliteSettings } from './sqlite.ts';

export type Database = Knex;

/** The schema, step by step. A project's own migrations follow ours. */
export const migrations = new Migrations([join(import.meta.dirname, '../../migrations')]);

/** Sets the folders of migrations, in order. */
export function useMigrations(folders: readonly string[]): void {
  migrations.folders = folders;
}

/** Silences Knex's console output, since it throws every failure as well. */
const quiet = { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} };

/** Knex's settings for a database: the argument of `knex()` and the content of `knexfile.ts`. */
export function knexSettings(database: DatabaseSettings): Knex.Config {
  return {
    ...(database.kind === 'sqlite' ? sqliteSettings(database) : mysqlSettings(database)),
    acquireConnectionTimeout: 5000,
    // Errors are logged, and logs must not contain the values of a statement (a session, a hash).
    compileSqlOnError: false,
    migrations: { migrationSource: migrations, tableName: 'knex_migrations' },
    log: quiet,
  };
}

/** The maximum duration of a request's query, in milliseconds. A migration has no limit. */
export const requestTimeout = 5000;

/**
 * Opens the configured database. The first query connects. Close it with `destroy()`.
 * @param queryTimeout milliseconds after which a query of MariaDB or MySQL is aborted; undefined for never, as for commands
 */
export function openDatabase(
  { database }: { readonly database: DatabaseSettings },
  queryTimeout?: number,
): Database {
  return knex({ ...knexSettings(database), ...(queryTimeout && { queryTimeout }) });
}

/**
 * Opens it read-only: the database refuses every write of this connection. Neither the file nor the settings of an embedded
 * database change. The file must exist.
 */
export function openForReading(
  config: { readonly database: DatabaseSettings },
  queryTimeout: number,
): Database {
  const readOnly = { queryTimeout, readOnly: true };
  return knex({ ...knexSettings(config.database), ...readOnly });
}

/** Resolves when the database answers; rejects with the driver's error if it does not. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.raw('SELECT 1');
}

/** Whether it is the embedded database; otherwise it is MariaDB or MySQL. */
export function isSqlite(database: Database): boolean {
  return database.client instanceof LibsqlClient;
}
