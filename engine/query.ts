/** Runs SQL text on either database and gives plain rows. */
import type { Knex } from 'knex';
import type { Sql } from './sql.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** The rows of a select. */
export async function query(db: Knex, sql: Sql): Promise<readonly DatabaseRow[]> {
  const result: unknown = await db.raw(sql.text, [...sql.bindings]);
  // mysql2 answers [rows, columns], the SQLite driver the rows alone.
  const rows: unknown = isMysql(db) && Array.isArray(result) ? result[0] : result;
  if (!Array.isArray(rows)) throw new Error('The database driver gave no rows for a select.');
  return rows;
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
