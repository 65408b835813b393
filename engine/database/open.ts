/** Opens the database that the settings name, so that it behaves the same on SQLite, MariaDB and MySQL. */

import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { mysqlSettings } from './mysql/client.ts';
import { Migrations } from './scripts/migrations.ts';
import type { DatabaseSettings } from './settings.ts';
import { LibsqlClient, sqliteSettings } from './sqlite.ts';

export type Database = Knex;

/** The schema, step by step; a project's own steps come after ours. */
export const migrations = new Migrations([join(import.meta.dirname, '../../migrations')]);

/** Takes migrations from these folders from now on, one after the other. */
export function useMigrations(folders: readonly string[]): void {
  migrations.folders = folders;
}

/** Knex's own console output: silent, since every failure it tells of is thrown as well. */
const quiet = { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} };

/** How Knex is set up for a database: the argument of `knex()` and the content of `knexfile.ts`. */
export function knexSettings(database: DatabaseSettings): Knex.Config {
  return {
    ...(database.kind === 'sqlite' ? sqliteSettings(database) : mysqlSettings(database)),
    acquireConnectionTimeout: 5000,
    // Errors end up in logs, where the values of a statement (a session, a hash) have no place.
    compileSqlOnError: false,
    migrations: { migrationSource: migrations, tableName: 'knex_migrations' },
    log: quiet,
  };
}

/** How long a query of a request may take, in milliseconds. A migration takes what it takes. */
export const requestTimeout = 5000;

/**
 * The database of the settings, at the first of its hosts. Nothing is connected yet: the first query does that.
 * Close it with `destroy()`.
 * @param queryTimeout milliseconds after which a query of MariaDB or MySQL is given up; undefined for never, which commands take:
 *   they read where they write
 */
export function openDatabase(
  { database }: { readonly database: DatabaseSettings },
  queryTimeout?: number,
): Database {
  return knex({ ...knexSettings(database), ...(queryTimeout && { queryTimeout }) });
}

/**
 * The same for a reader: the database refuses every write of this connection, and of an embedded one neither
 * the file nor its settings change. The file has to be there.
 */
export function openForReading(
  config: { readonly database: DatabaseSettings },
  queryTimeout: number,
): Database {
  const readOnly = { queryTimeout, readOnly: true };
  return knex({ ...knexSettings(config.database), ...readOnly });
}

/** Answers when the database does; rejects with the driver's error when it does not. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.raw('SELECT 1');
}

/** Whether it is the embedded database; the other kind is MariaDB or MySQL. */
export function isSqlite(database: Database): boolean {
  return database.client instanceof LibsqlClient;
}
