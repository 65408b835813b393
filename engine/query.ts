/** Runs SQL text on either database and gives plain rows. */
import type { Knex } from 'knex';
import type { Sql } from './sql.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/**
 * The rows of a select. The text is ready and needs none of what Knex does to build one, so it goes to Knex's client
 * as it is, on a connection of its pool or on the transaction's.
 */
export async function query(db: Knex, { text, bindings }: Sql): Promise<readonly DatabaseRow[]> {
  const client: QueryClient = db.client;
  const connection = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, { sql: text, bindings: [...bindings] });
    // mysql2 answers [rows, columns], the SQLite driver the rows alone.
    const rows: unknown = isMysql(db) && Array.isArray(response) ? response[0] : response;
    if (!Array.isArray(rows)) throw new Error('The database driver gave no rows for a select.');
    return rows;
  } finally {
    await client.releaseConnection(connection);
  }
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
