/** Runs SQL text on either database and gives plain rows. */

import type { Knex } from 'knex';
import type { Scalar, Sql } from '../condition.ts';
import type { Dialect } from './dialect/dialect.ts';
import { mysqlDialect } from './dialect/mysql.ts';
import { sqliteDialect } from './dialect/sqlite.ts';
import { clientOf, speaksMysql } from './knex-internals.ts';
import { quote } from './sql.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/**
 * The rows of a select. The text is ready and needs none of what Knex does to build one, so it goes to Knex's client
 * as it is, on a connection of its pool or on the transaction's.
 */
export async function query(db: Knex, sql: Sql): Promise<readonly DatabaseRow[]> {
  const response = await run(db, sql);
  const rows: unknown = dialectOf(db).rowsOf(response);
  if (!Array.isArray(rows)) throw new Error('The database driver gave no rows for a select.');
  return rows;
}

/** Adds rows that all have the same columns to a table whose ids the database gives. @returns the id of a single one */
export async function insert(
  db: Knex,
  table: string,
  rows: readonly Readonly<Record<string, Scalar>>[],
): Promise<number> {
  const names = Object.keys(rows[0] ?? {});
  const marks = `(${names.map(() => '?').join(', ')})`;
  const response = await run(db, {
    text: `insert into ${quote(table)} (${names.map(quote).join(', ')}) values ${rows.map(() => marks).join(', ')}`,
    bindings: rows.flatMap((row) => names.map((name) => row[name] ?? null)),
  });
  const id = dialectOf(db).insertedIdOf(response);
  if (id === undefined) throw new Error('The database driver gave no id for an insert.');
  return Number(id);
}

/** Changes columns of one row, and raises its version. */
export async function updateVersioned(
  db: Knex,
  table: string,
  id: number,
  columns: Readonly<Record<string, Scalar>>,
): Promise<void> {
  const sets = Object.keys(columns).map((name) => `${quote(name)} = ?`);
  await run(db, {
    text: `update ${quote(table)} set ${sets.join(', ')}, ${quote('version')} = ${quote('version')} + 1 where ${quote('id')} = ?`,
    bindings: [...Object.values(columns), id],
  });
}

/** Runs a statement and gives what the driver says. */
export async function run(db: Knex, { text, bindings }: Sql): Promise<unknown> {
  const client = clientOf(db);
  const connection = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, { sql: text, bindings: [...bindings] });
    return response;
  } finally {
    await client.releaseConnection(connection);
  }
}

/** The dialect of a database, a connection or a transaction. */
export function dialectOf(db: Knex): Dialect {
  return speaksMysql(db) ? mysqlDialect : sqliteDialect;
}
