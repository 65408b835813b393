/** Reads the tables of a database, with their columns and indexes. */

import knex, { type Knex } from 'knex';
import type { DatabaseSchema } from '../database/dialect/tables.ts';
import { SqliteColumnCompiler } from '../database/knex-internals.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { type Database, knexSettings, migrations } from '../database/open.ts';
import { dialectOf } from '../database/query.ts';
import { LibsqlClient } from '../database/sqlite.ts';
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

/** Types of whole numbers in migrations → their names in MariaDB and MySQL. */
const integerTypes: Readonly<Record<string, string>> = {
  tinyint: 'tinyint',
  smallint: 'smallint',
  mediumint: 'mediumint',
  integer: 'int',
  biginteger: 'bigint',
};

class ExactColumnCompiler extends SqliteColumnCompiler {
  override getColumnType(): string {
    const [name, size] = this.args;
    // With another type than INTEGER, it would not be the row id of its table, but have a separate index.
    const word = name === 'id' ? undefined : integerTypes[this.type];
    if (this.type === 'text') return typeof size === 'string' ? size : 'text';
    if (word === undefined) return super.getColumnType();
    // The unit of the content is in a comment, which SQLite can only store in the type.
    const [comment] = this.modified.comment ?? [];
    return `${word}${this.modified.unsigned ? ' unsigned' : ''}${comment === undefined ? '' : ` "${comment}"`}`;
  }
}

class ModelClient extends LibsqlClient {
  override columnCompiler(table: unknown, column: unknown): unknown {
    return new ExactColumnCompiler(this, table, column);
  }
}

/**
 * Opens an empty database in memory, on which migrations are run to find out what they make. It declares each column like a server:
 * SQLite stores any name of a type. By default it would declare every whole number as an integer and every long text as a text.
 */
export function openModel(): Knex {
  const settings = {
    ...knexSettings({ kind: 'sqlite', path: ':memory:' }),
    client: ModelClient,
    exactTypes: true,
  };
  return knex(settings);
}
