/** Runs SQL text on either database and returns plain rows. */

import type { Knex } from 'knex';
import { type Condition, eq, type Sql } from '../condition.ts';
import { createCache } from '../memoize.ts';
import { inSlices } from '../signal.ts';
import type { Stored } from '../values.ts';
import type { Dialect } from './dialect/dialect.ts';
import { mysqlDialect } from './dialect/mysql.ts';
import { sqliteDialect } from './dialect/sqlite.ts';
import { clientOf, speaksMysql, type TakeRow, type Taking } from './knex-internals.ts';
import { conditionSql, quote } from './sql.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/**
 * Returns the rows of a select. The text is complete and needs none of Knex's query building. So it is passed directly to Knex's
 * client, on a connection of its pool or that of the transaction.
 */
export async function query(db: Knex, sql: Sql): Promise<readonly DatabaseRow[]> {
  const dialect = dialectOf(db);
  const rows: unknown = dialect.rowsOf(await run(dialect.forReads(db), sql));
  if (!Array.isArray(rows)) throw new Error('The database driver gave no rows for a select.');
  return rows;
}

/** The bytes in a value of a row, in any form of the drivers; null for another value. */
export function readBytes(value: unknown): Buffer | null {
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  return Buffer.isBuffer(value) ? value : null;
}

/**
 * Passes on the rows of a large select, each as the values of some columns in this order. Other requests run between them, and
 * while the database reads; a row is not kept. On SQLite a separate thread reads, outside of transactions.
 *
 * @param take receives each row, and must not take long
 */
export async function queryMany(
  db: Knex,
  columns: readonly string[],
  { text, bindings }: Sql,
  take: TakeRow,
): Promise<void> {
  const { packed, forLongReads, rowsOf } = dialectOf(db);
  const sql = packed ? packed(columns.map(quote), text) : text;
  const faults: unknown[] = [];
  // Its error is none of the statement.
  const guarded: TakeRow = (row) => {
    if (faults.length > 0) return;
    try {
      take(row);
    } catch (error) {
      faults.push(error);
    }
  };
  const rest = rowsOf(
    await run(forLongReads(db), { text: sql, bindings, taking: { columns, take: guarded } }),
  );
  // SQLite's driver takes several times as long to make an object of a row as the database takes to find it.
  if (packed && Array.isArray(rest) && rest.length > 0)
    await inSlices<readonly unknown[], void>(JSON.parse(rest[0].packed), guarded);
  if (faults.length > 0) throw faults[0];
}

/** The new value of a column: a bound value, or an expression. */
type Assigned = Stored | Sql;

/** The new value of a column for several rows: one value for all, or one for each. */
export function assignedTo(
  rows: readonly { readonly id: number; readonly columns: Readonly<Record<string, Stored>> }[],
  name: string,
): Assigned {
  const stored = rows.map(({ columns }) => columns[name] ?? null);
  const [first = null] = stored;
  if (stored.every((one) => one === first)) return first;
  return {
    text: `case ${quote('id')} ${stored.map(() => 'when ? then ?').join(' ')} end`,
    bindings: rows.flatMap(({ id }, at) => [id, stored[at] ?? null]),
  };
}

/** Values in the order of their columns. */
type RowValues = readonly Assigned[];

/** Inserts rows with generated ids. @returns their ids */
export async function insertAll(
  db: Knex,
  table: string,
  columns: readonly string[],
  rows: readonly RowValues[],
): Promise<number[]> {
  const told = await insertValues(db, table, columns, rows);
  if (rows.length === 1) return [told];
  const { idStep, tellsFirstId } = dialectOf(db);
  const [counted] =
    idStep === null ? [] : await query(db, { text: `select ${idStep} as step`, bindings: [] });
  const step = Number(counted?.step ?? 1);
  const first = tellsFirstId ? told : told - (rows.length - 1) * step;
  return rows.map((_, at) => first + at * step);
}

/** Inserts rows with the same columns and generated ids. @returns the id of a single row */
export function insert(
  db: Knex,
  table: string,
  rows: readonly Readonly<Record<string, Assigned>>[],
): Promise<number> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => columns.map((name) => row[name] ?? null));
  return insertValues(db, table, columns, values);
}

/** Texts of inserts of a single row, which are the most frequent, by table and columns: some thirty quoted names each. */
const insertTexts = createCache<string>(300);

/** @returns the id of a single row; of several rows, that of the first or the last */
async function insertValues(
  db: Knex,
  table: string,
  columns: readonly string[],
  rows: readonly RowValues[],
): Promise<number> {
  const bindings: Stored[] = [];
  const texts = rows.map((row) => row.map((value) => assign(value, bindings)).join(', '));
  const whole = () =>
    `insert into ${quote(table)} (${columns.map(quote).join(', ')}) values (${texts.join('), (')})`;
  const [only = '', ...more] = texts;
  const text = more.length > 0 ? whole() : insertTexts.get(`${table} ${columns.join()} ${only}`, whole);
  const id = dialectOf(db).insertedIdOf(await run(db, { text, bindings }));
  if (id === undefined) throw new Error('The database driver gave no id for an insert.');
  return Number(id);
}

/** Updates columns of the rows that meet a condition. @returns their number */
export async function update(
  db: Knex,
  table: string,
  columns: Readonly<Record<string, Assigned>>,
  where: Condition,
): Promise<number> {
  const bindings: Stored[] = [];
  const sets = Object.keys(columns).map(
    (name) => `${quote(name)} = ${assign(columns[name] ?? null, bindings)}`,
  );
  return change(db, `update ${quote(table)} set ${sets.join(', ')}`, bindings, table, where);
}

/** Updates columns of one row, and increments its version. */
export async function updateVersioned(
  db: Knex,
  table: string,
  id: number,
  columns: Readonly<Record<string, Assigned>>,
): Promise<void> {
  const version: Sql = { text: `${quote('version')} + 1`, bindings: [] };
  await update(db, table, { ...columns, version }, eq('id', id));
}

/**
 * Writes rows that the transaction has locked, without changing them: for a lock that guards more than those rows. On a cluster
 * with two written nodes, neither knows the other's locks. But if both have written the same row, one is rolled back and retried.
 * An unchanged value would not be written: it is incremented, and decremented again.
 *
 * @param column one with whole numbers
 */
export async function writeLocked(
  db: Knex,
  table: string,
  ids: readonly number[],
  column = 'version',
): Promise<void> {
  if (ids.length === 0 || !dialectOf(db).hasSeveralWriters) return;
  const where: Condition = { op: 'in', column: 'id', values: ids };
  for (const step of ['+ 1', '- 1']) {
    await update(db, table, { [column]: { text: `${quote(column)} ${step}`, bindings: [] } }, where);
  }
}

/** Deletes the rows that meet a condition. @returns their number */
export async function remove(db: Knex, table: string, where: Condition): Promise<number> {
  return change(db, `delete from ${quote(table)}`, [], table, where);
}

async function change(
  db: Knex,
  head: string,
  bindings: readonly Stored[],
  table: string,
  where: Condition,
): Promise<number> {
  const condition = conditionSql(where, table);
  const response = await run(db, {
    text: `${head} where ${condition.text}`,
    bindings: [...bindings, ...condition.bindings],
  });
  return dialectOf(db).affectedRowsOf(response);
}

/** The text of a new value; a plain value is added to the bindings. */
function assign(value: Assigned, bindings: Stored[]): string {
  if (typeof value !== 'object' || value === null) {
    bindings.push(value);
    return '?';
  }
  bindings.push(...value.bindings);
  return value.text;
}

/** A statement whose bindings may contain bytes. */
interface Statement {
  readonly text: string;
  readonly bindings: readonly (Stored | Uint8Array)[];
  readonly taking?: Taking;
}

/** Runs a statement and returns the driver's answer. */
export async function run(db: Knex, { text, bindings, taking }: Statement): Promise<unknown> {
  const client = clientOf(db);
  const connection = await client.acquireConnection();
  try {
    const statement = { sql: text, bindings: [...bindings], ...(taking && { taking }) };
    const { response } = await client.query(connection, statement);
    return response;
  } finally {
    await client.releaseConnection(connection);
  }
}

/** The dialect of a database, a connection or a transaction. */
export function dialectOf(db: Knex): Dialect {
  return speaksMysql(db) ? mysqlDialect : sqliteDialect;
}
