/** Opens the database that the settings name, so that it behaves the same on SQLite, MariaDB and MySQL. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import type { Connection, ConnectionOptions } from 'mysql2';
import type { Config, MysqlSettings, SqliteSettings } from './config.ts';
import { LibsqlClient } from './database-sqlite.ts';

export type Database = Knex;

/** What is common to an open database and to Knex's command line. */
const migrationSettings: Knex.MigratorConfig = {
  directory: join(import.meta.dirname, 'migrations'),
  extension: 'ts',
  loadExtensions: ['.ts'],
  tableName: 'knex_migrations',
};
const seedSettings: Knex.SeederConfig = {
  directory: join(import.meta.dirname, 'seeds'),
  extension: 'ts',
  loadExtensions: ['.ts'],
};

/** Knex's own console output: silent, since every failure it tells of is thrown as well. */
const quiet = { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} };

/** How Knex is set up for a database: the argument of `knex()` and the content of `knexfile.ts`. */
export function knexSettings(database: Config['database']): Knex.Config {
  return {
    ...(database.kind === 'sqlite' ? sqliteSettings(database) : mysqlSettings(database)),
    acquireConnectionTimeout: 5000,
    migrations: migrationSettings,
    seeds: seedSettings,
    log: quiet,
  };
}

/**
 * The database of the settings. Nothing is connected yet: the first query does that.
 * Close it with `destroy()`.
 */
export function openDatabase(config: Pick<Config, 'database'>): Database {
  return knex(knexSettings(config.database));
}

/**
 * One connection: the driver is synchronous, so a second one would gain nothing, and waiting for the first one's
 * write lock would block the very thread that has to release it. A database in memory is that connection.
 */
function sqliteSettings(database: SqliteSettings): Knex.Config {
  return {
    client: LibsqlClient,
    connection: { filename: database.path },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  };
}

function mysqlSettings({ host, port, user, password, database }: MysqlSettings): Knex.Config {
  const connection: Knex.MySql2ConnectionConfig & Pick<ConnectionOptions, 'jsonStrings'> = {
    host,
    port,
    user,
    password,
    database,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    decimalNumbers: false,
    jsonStrings: true,
    connectTimeout: 5000,
  };
  return {
    client: 'mysql2',
    connection,
    pool: {
      min: 0,
      max: 10,
      afterCreate: (connection: Connection, done: (error: Error | null, connection: Connection) => void) =>
        prepareSession(connection).then(
          () => done(null, connection),
          (error: Error) => done(error, connection),
        ),
    },
  };
}

const sqlMode =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY';

/**
 * The same rules for every session, whatever the server's own are. READ COMMITTED: no gap locks, hence fewer
 * deadlocks, and a locking read sees what others have committed.
 */
async function prepareSession(connection: Connection): Promise<void> {
  const session = connection.promise();
  await session.query(`SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}'`);
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // Intersecting (site_id, id) with another index costs a prepared list half of its throughput. Speed, not
  // correctness: a server that does not know the switch is served all the same.
  await session.query("SET SESSION optimizer_switch = 'index_merge_intersection=off'").catch(() => {});
}

/** Answers when the database does; rejects with the driver's error when it does not. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.raw('SELECT 1');
}

/** Migrations that the database lacks (`pending`), and those it has that this version does not know (`unknown`). */
export interface SchemaState {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/** Compares the migrations of this version with those the database has had. Changes nothing. */
export async function checkSchema(database: Database): Promise<SchemaState> {
  const known = await listMigrations();
  const done = (await database.schema.hasTable('knex_migrations'))
    ? await database<{ name: string }>('knex_migrations').pluck('name')
    : [];
  return {
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}

async function listMigrations(): Promise<string[]> {
  const files = await readdir(join(import.meta.dirname, 'migrations')).catch(() => []);
  return files.filter((file) => file.endsWith('.ts')).sort();
}

/** A migration that failed. `cause` is the driver's error. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly migration: string;

  constructor(migration: string, cause: unknown) {
    super(`The migration ${migration} failed.`, { cause });
    this.migration = migration;
  }
}

/**
 * Runs the pending migrations and returns their names.
 * On SQLite all of it is one transaction, Knex's lock included: a killed start leaves neither half a schema nor a
 * lock behind, and a second process waits. MariaDB and MySQL commit each change of the schema by themselves; there
 * Knex's lock refuses a second run.
 * @throws MigrationError when one fails
 */
export async function migrateDatabase(database: Database): Promise<string[]> {
  let running: string | undefined;
  const latest = async (target: Knex): Promise<string[]> => {
    const [, names]: [number, string[]] = await target.migrate.latest({
      beforeEach: async (_, [migration]) => {
        if (typeof migration === 'object' && migration && 'file' in migration)
          running = String(migration.file);
      },
    });
    return names;
  };
  try {
    return await (isSqlite(database) ? database.transaction(latest) : latest(database));
  } catch (error) {
    throw running === undefined ? error : new MigrationError(running, error);
  }
}

/** Frees Knex's lock, which a killed run leaves behind on MariaDB and MySQL. Only while no migration runs. */
export async function unlockMigrations(database: Database): Promise<void> {
  await database.migrate.forceFreeMigrationsLock();
}

/** Whether it is the embedded database; the other kind is MariaDB or MySQL. */
export function isSqlite(database: Database): boolean {
  return database.client instanceof LibsqlClient;
}

/** Runs the seeds of `seeds/` in one transaction: a killed run leaves no half of the demo data behind. */
export async function seedDatabase(database: Database): Promise<void> {
  await database.transaction((transaction) => transaction.seed.run());
}
