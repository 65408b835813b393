/** What tables a database has, with their columns and indexes. */

import type { Schema } from '../database/dialect/tables.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { dialectOf } from '../database/query.ts';
import { withValues } from './recorded-values.ts';

/**
 * The tables of a database with their columns and the values that those may hold, whichever kind it is; of SQLite with their
 * indexes, too.
 */
export async function describeColumns(database: Database): Promise<Schema> {
  return withValues(await dialectOf(database).describe(database));
}

/** The tables of a database with their indexes, whichever kind it is. */
export async function describeIndexes(database: Database): Promise<Schema> {
  return dialectOf(database).describeIndexes(database);
}

/** The schema that this version's migrations make, from a database in memory. */
export async function migratedSchema(): Promise<Schema> {
  const database = openDatabase({ database: { kind: 'sqlite', path: ':memory:' } });
  try {
    await migrateDatabase(database);
    return await describeColumns(database);
  } finally {
    await database.destroy();
  }
}
