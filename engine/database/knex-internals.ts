/**
 * What is used of Knex beyond its published interface: its clients, and what a client does for a query. All of it is here, and
 * Knex's version is pinned exactly: with another one, this file is what has to be looked at.
 */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';

const require = createRequire(import.meta.url);

export const BetterSqliteClient: typeof Knex.Client = require('knex/lib/dialects/better-sqlite3/index.js');
export const Mysql2Client: typeof Knex.Client = require('knex/lib/dialects/mysql2/index.js');
export const SqliteTransaction: TransactionClass = require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js');

export const SqliteColumnCompiler: ColumnCompilerClass = require('knex/lib/dialects/sqlite3/schema/sqlite-columncompiler.js');

/** What makes the definition of a column out of what a migration says of it. */
interface ColumnCompilerClass {
  new (
    client: unknown,
    table: unknown,
    column: unknown,
  ): {
    /** What the migration called it: `integer`, `text`. */
    readonly type: string;
    /** What it said beside its name, which is the first. */
    readonly args: readonly unknown[];
    /** What it said of it further, by the name of the function. */
    readonly modified: Readonly<Record<string, readonly unknown[] | undefined>>;
    getColumnType(): string;
  };
}

/** What Knex's transaction class has beside its published type. */
interface TransactionClass {
  new (
    client: Knex.Client,
    container: unknown,
    config: unknown,
    outer: unknown,
  ): Knex.Transaction & {
    query(connection: unknown, sql: string, status?: number, value?: unknown): Promise<unknown>;
  };
}

/** What Knex hands to a client, and what it wants back in it. */
export interface QueryJob {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  response?: unknown;
  context?: { readonly lastID: number | bigint; readonly changes: number };
}

/** The part of a client that runs a statement; it tells listeners of `query` like any other. */
interface StatementClient<Connection> {
  acquireConnection(): Promise<Connection>;
  query(
    connection: Connection,
    statement: { readonly sql: string; readonly bindings: readonly unknown[] },
  ): Promise<{ readonly response: unknown }>;
  releaseConnection(connection: Connection): Promise<void>;
}

/** The client of a database, of a connection or of a transaction. */
export function clientOf<Connection>(db: Knex): StatementClient<Connection> {
  return db.client;
}

/** Whether it speaks to MariaDB or MySQL; else it is SQLite. */
export function speaksMysql(db: Knex): boolean {
  return db.client.config.client === 'mysql2';
}

/** Whether an embedded database declares its columns as a server does: see `sqlite/model.ts`. */
export function isExact(db: Knex): boolean {
  return db.client.config.exactTypes === true;
}

/** What stays the same object for all connections and transactions of a database. */
export function identityOf(db: Knex): object {
  return db.client.config;
}

/** Whether it is that of a transaction, or bound to a connection. */
export function isTransacting(db: Knex): boolean {
  return db.client.transacting === true;
}

/** Tells listeners of a statement that is sent in another way than by the client. */
export function tellOf(
  db: Knex,
  statement: { readonly sql: string; readonly bindings: readonly unknown[] },
): void {
  db.client.emit('query', statement);
}

/** How many connections of a database's pool are in use and free, and how many requests wait for one. */
export function poolUse(db: Knex): {
  readonly used: number;
  readonly free: number;
  readonly waiting: number;
} {
  const { pool } = db.client;
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() };
}

/** Has a statement sent, now or later. */
type Through = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * A Knex whose queries all go to one connection, without those that it makes for a transaction of its own.
 *
 * @param through what each statement goes through: it sends it, or throws
 */
export function bindTo(db: Knex, connection: object, through: Through): Knex {
  const made = db.withUserParams(db.userParams);
  const { query } = made.client;
  Object.assign(made.client, {
    query: (...statement: Parameters<typeof query>) => through(() => query.apply(made.client, statement)),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    // Transactions within this one are savepoints.
    transacting: true,
    // Listeners of the database get these queries, too.
    emit: (...event: Parameters<typeof db.client.emit>) => db.client.emit(...event),
  });
  return made;
}
