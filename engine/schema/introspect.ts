/** Reads the tables of a database, with their columns and indexes. */

import type { DatabaseSchema } from '../database/dialect/tables.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { type Database, migrations } from '../database/open.ts';
import { dialectOf } from '../database/query.ts';
import { openModel } from '../database/sqlite/model.ts';
import { withValues } from './recorded-values.ts';

/** The tables of any database with their columns and allowed values; for SQLite also with their indexes. */
export async function describeColumns(database: Database): Promise<DatabaseSchema> {
  return withValues(await dialectOf(database).describe(database));
}

/** The tables of any database with their indexes. */
export async function describeIndexes(database: Database): Promise<DatabaseSchema> {
  return dialectOf(database).describeIndexes(database);
}

/** The schema that this version's migrations make, read from a database in memory. */
export function migratedSchema(): Promise<DatabaseSchema> {
  return inMemory(async (database) => {
    await migrateDatabase(database);
    return describeColumns(database);
  });
}

/** The schema before one of this version's migrations, and the schema after all of them. */
export function schemasAround(
  name: string,
): Promise<{ readonly before: DatabaseSchema; readonly after: DatabaseSchema }> {
  return inMemory(async (database) => {
    const earlier = migrations.before(name);
    await database.migrate.latest({ migrationSource: earlier });
    const before = await withValues(await dialectOf(database).describe(database), earlier);
    await migrateDatabase(database);
    return { before, after: await describeColumns(database) };
  });
}

async function inMemory<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openModel();
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}
