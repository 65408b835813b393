/** Runs SQL text on either database and gives plain rows. */

import type { Knex } from 'knex';
import { type Condition, eq, type Scalar, type Sql } from '../condition.ts';
import type { Dialect } from './dialect/dialect.ts';
import { mysqlDialect } from './dialect/mysql.ts';
import { sqliteDialect } from './dialect/sqlite.ts';
import { clientOf, speaksMysql } from './knex-internals.ts';
import { conditionSql, join, quote } from './sql.ts';

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

/** What a column is set to: a value, which is bound, or an expression. */
export type Assigned = Scalar | Sql;

/** Adds rows that all have the same columns to a table whose ids the database gives. @returns the id of a single one */
export async function insert(
  db: Knex,
  table: string,
  rows: readonly Readonly<Record<string, Assigned>>[],
): Promise<number> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) =>
    join(
      names.map((name) => assigned(row[name] ?? null)),
      ', ',
    ),
  );
  const response = await run(db, {
    text: `insert into ${quote(table)} (${names.map(quote).join(', ')}) values ${values.map(({ text }) => `(${text})`).join(', ')}`,
    bindings: values.flatMap(({ bindings }) => bindings),
  });
  const id = dialectOf(db).insertedIdOf(response);
  if (id === undefined) throw new Error('The database driver gave no id for an insert.');
  return Number(id);
}

/** Changes columns of the rows that meet a condition. @returns how many they are */
export async function update(
  db: Knex,
  table: string,
  columns: Readonly<Record<string, Assigned>>,
  where: Condition,
): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => {
    const { text, bindings } = assigned(value);
    return { text: `${quote(name)} = ${text}`, bindings };
  });
  return change(db, `update ${quote(table)} set `, join(sets, ', '), table, where);
}

/** Changes columns of one row, and raises its version. */
export async function updateVersioned(
  db: Knex,
  table: string,
  id: number,
  columns: Readonly<Record<string, Assigned>>,
): Promise<void> {
  const version: Sql = { text: `${quote('version')} + 1`, bindings: [] };
  await update(db, table, { ...columns, version }, eq('id', id));
}

/** Deletes the rows that meet a condition. @returns how many they were */
export async function remove(db: Knex, table: string, where: Condition): Promise<number> {
  return change(db, `delete from ${quote(table)}`, { text: '', bindings: [] }, table, where);
}

async function change(db: Knex, head: string, what: Sql, table: string, where: Condition): Promise<number> {
  const condition = conditionSql(where, table);
  const response = await run(db, {
    text: `${head}${what.text} where ${condition.text}`,
    bindings: [...what.bindings, ...condition.bindings],
  });
  return dialectOf(db).affectedRowsOf(response);
}

function assigned(value: Assigned): Sql {
  return typeof value === 'object' && value !== null ? value : { text: '?', bindings: [value] };
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
