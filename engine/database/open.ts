/** Opens the database that the settings name, so that it behaves the same on SQLite, MariaDB and MySQL. */

import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { addReaders, type OpenReader, Readers } from './hosts/readers.ts';
import { mysqlSettings } from './mysql.ts';
import { Migrations } from './scripts/migrations.ts';
import type { DatabaseSettings, MysqlSettings } from './settings.ts';
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
    acquireConnectionTimeout: requestPatience(database, 5000),
    // Errors end up in logs, where the values of a statement (a session, a hash) have no place.
    compileSqlOnError: false,
    migrations: { migrationSource: migrations, tableName: 'knex_migrations' },
    log: quiet,
  };
}

/** How long a query of a request may take, in milliseconds. A migration takes what it takes. */
export const requestTimeout = 5000;

/**
 * The same where several hosts hold the data: a cluster that has lost a node takes no write until the others have agreed on that,
 * which they do after 5 seconds, and after 15 at the latest (Galera's `evs.suspect_timeout`, `evs.inactive_timeout`). The host
 * that is written to is left long before where it is the one that says nothing.
 */
const clusterTimeout = 20_000;

function requestPatience(database: DatabaseSettings, milliseconds: number): number {
  return database.kind === 'mysql' && database.hosts.length > 1 ? clusterTimeout : milliseconds;
}

/**
 * The database of the settings. Nothing is connected yet: the first query does that.
 * Close it with `destroy()`.
 * @param queryTimeout milliseconds after which a query of MariaDB or MySQL is given up; undefined for never, which commands take:
 *   they read where they write
 */
export function openDatabase(
  config: { readonly database: DatabaseSettings; readonly readDatabase?: MysqlSettings | null },
  queryTimeout?: number,
): Database {
  const beside: { close(): Promise<void> }[] = [];
  const patience = queryTimeout && requestPatience(config.database, queryTimeout);
  const more = { ...(patience && { queryTimeout: patience }), beside };
  const database = knex({ ...knexSettings(config.database), ...more });
  if (config.readDatabase && queryTimeout !== undefined) {
    const readers = new Readers(config.readDatabase, queryTimeout, openReader, database);
    addReaders(database, readers);
    beside.push(readers);
  }
  return database;
}

const openReader: OpenReader = (settings, more) => {
  const reading = { ...more, readOnly: true };
  return knex({ ...knexSettings(settings), ...reading });
};

/**
 * The same for whoever only looks: the database refuses every write of this connection, and of an embedded one neither
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
