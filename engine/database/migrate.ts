/** Applies the schema to a database. */
import type { Knex } from 'knex';
import { type MigrationTimeouts, migrateAlone } from './lock.ts';
import { type Database, migrations } from './open.ts';

/** Migrations that are missing in the database (`pending`), and those in it that this version does not have (`unknown`). */
export interface SchemaState {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/** Compares the migrations of this version with those of the database. Changes nothing. */
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

/** Names of this version's migrations, in the order in which they run. */
export function listMigrations(): Promise<string[]> {
  return migrations.names();
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
 * Runs the pending migrations and returns their names. On SQLite all of it is one transaction: a killed start leaves no partial
 * schema, and a second process waits. MariaDB and MySQL commit each schema change by itself: there the migrations make what a
 * killed run has not made. If two run at once, the second waits and finds nothing to do.
 * @param onWait called once if another run on MariaDB or MySQL is in progress
 * @throws MigrationError if one fails
 * @throws MigrationBusyError if another run takes too long
 */
export async function migrateDatabase(
  database: Database,
  onWait: () => void = () => {},
  patience?: MigrationTimeouts,
): Promise<string[]> {
  let running: string | undefined;
  const latest = async (target: Knex): Promise<string[]> => {
    const [, names]: [number, string[]] = await target.migrate.latest({
      beforeEach: async (_, [migration]) => {
        if (typeof migration === 'object' && migration && 'name' in migration)
          running = String(migration.name);
      },
    });
    return names;
  };
  try {
    return await migrateAlone(database, latest, onWait, patience);
  } catch (error) {
    throw running === undefined ? error : new MigrationError(running, error);
  }
}
