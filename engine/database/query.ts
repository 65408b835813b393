/** Runs SQL text on either database and gives plain rows. */
import type { Knex } from 'knex';
import type { Scalar, Sql } from '../condition.ts';
import { quote } from './sql.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/**
 * The rows of a select. The text is ready and needs none of what Knex does to build one, so it goes to Knex's client
 * as it is, on a connection of its pool or on the transaction's.
 */
export async function query(db: Knex, sql: Sql): Promise<readonly DatabaseRow[]> {
  const response = await run(db, sql);
  // mysql2 answers [rows, columns], the SQLite driver the rows alone.
  const rows: unknown = isMysql(db) && Array.isArray(response) ? response[0] : response;
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
  const told: unknown = Array.isArray(response) ? response[0] : response;
  return Number(fieldOf(told, isMysql(db) ? 'insertId' : 'lastInsertRowid'));
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
  const client: QueryClient = db.client;
  const connection = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, { sql: text, bindings: [...bindings] });
    return response;
  } finally {
    await client.releaseConnection(connection);
  }
}

function fieldOf(told: unknown, name: 'insertId' | 'lastInsertRowid'): unknown {
  if (typeof told === 'object' && told !== null && name in told) return Reflect.get(told, name);
  throw new Error('The database driver gave no id for an insert.');
}

/** The part of Knex's client that runs a statement; it tells listeners of `query` like any other. */
interface QueryClient {
  acquireConnection(): Promise<unknown>;
  query(
    connection: unknown,
    statement: { readonly sql: string; readonly bindings: readonly unknown[] },
  ): Promise<{ readonly response: unknown }>;
  releaseConnection(connection: unknown): Promise<void>;
}

/** Whether a connection speaks to MySQL or MariaDB; else it is SQLite. */
export function isMysql(db: Knex): boolean {
  return db.client.config.client === 'mysql2';
}

/** Locks rows that a select reads until the transaction ends. SQLite has one writer at a time and needs none. */
export function lockClause(db: Knex, strength: 'update' | 'share'): string {
  if (!isMysql(db)) return '';
  return strength === 'update' ? ' for update' : ' lock in share mode';
}
