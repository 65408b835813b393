/**
 * All uses of Knex beyond its public interface: its clients, and how a client runs a query. Knex's version is pinned exactly.
 * Review this file when it changes.
 */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';

const require = createRequire(import.meta.url);

export const BetterSqliteClient: typeof Knex.Client = require('knex/lib/dialects/better-sqlite3/index.js');
export const Mysql2Client: typeof Knex.Client = require('knex/lib/dialects/mysql2/index.js');
export const SqliteTransaction: TransactionClass = require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js');

export const SqliteColumnCompiler: ColumnCompilerClass = require('knex/lib/dialects/sqlite3/schema/sqlite-columncompiler.js');

/** Makes the SQL definition of a column from a migration. */
interface ColumnCompilerClass {
  new (
    client: unknown,
    table: unknown,
    column: unknown,
  ): {
    /** The type in the migration: `integer`, `text`. */
    readonly type: string;
    /** Its arguments; the first is the name. */
    readonly args: readonly unknown[];
    /** Its modifiers, by the name of the function. */
    readonly modified: Readonly<Record<string, readonly unknown[] | undefined>>;
    getColumnType(): string;
  };
}

/** Members of Knex's transaction class beyond its public type. */
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

/** A receiver of a row: the values of its columns. */
export type TakeRow = (row: readonly unknown[]) => void;

/** Receives the rows of a large select one by one, instead of all in the response. */
export interface Taking {
  /** The names of the columns, in the order of the values. */
  readonly columns: readonly string[];
  readonly take: TakeRow;
}

/** The job that Knex passes to a client, which adds the result. */
export interface QueryJob {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  readonly taking?: Taking;
  response?: unknown;
  context?: { readonly lastID: number | bigint; readonly changes: number };
}

/** The part of a client that runs a statement; listeners of `query` are notified as usual. */
interface StatementClient<Connection> {
  acquireConnection(): Promise<Connection>;
  query(
    connection: Connection,
    statement: Pick<QueryJob, 'sql' | 'bindings' | 'taking'>,
  ): Promise<{ readonly response: unknown }>;
  releaseConnection(connection: Connection): Promise<void>;
}

/** The client of a database, a connection or a transaction. */
export function clientOf<Connection>(db: Knex): StatementClient<Connection> {
  return db.client;
}

/** Whether it is MariaDB or MySQL; otherwise it is SQLite. */
export function speaksMysql(db: Knex): boolean {
  return db.client.config.client === 'mysql2';
}

/** Whether an embedded database declares its columns like a server: see `openModel`. */
export function isExact(db: Knex): boolean {
  return db.client.config.exactTypes === true;
}

/** An object that is the same for all connections and transactions of a database. */
export function identityOf(db: Knex): object {
  return db.client.config;
}

/** Whether it belongs to a transaction, or is bound to a connection. */
export function isTransacting(db: Knex): boolean {
  return db.client.transacting === true;
}

/** By database: how many transactions of this process run, or wait for a connection. */
const transactions = new WeakMap<object, number>();

/** Counts a transaction from before it waits for its connection until it is over. */
export async function whileTransacting<T>(db: Knex, work: () => Promise<T>): Promise<T> {
  const database = identityOf(db);
  const add = (one: number) => transactions.set(database, (transactions.get(database) ?? 0) + one);
  add(1);
  try {
    return await work();
  } finally {
    add(-1);
  }
}

/** Whether a transaction of this process runs, or waits for its connection. */
export const hasTransaction = (db: Knex): boolean => (transactions.get(identityOf(db)) ?? 0) > 0;

/** The number of used and free connections in a database's pool, and of requests that wait for one. */
export function poolUse(db: Knex): {
  readonly used: number;
  readonly free: number;
  readonly waiting: number;
} {
  const { pool } = db.client;
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() };
}

/** Sends a statement, now or later. */
type Through = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * A Knex whose queries all use one connection, except those for transactions of its own.
 *
 * @param through wraps each statement: it sends it, or throws
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
    // Listeners of the database receive these queries, too.
    emit: (...event: Parameters<typeof db.client.emit>) => db.client.emit(...event),
  });
  return made;
}

/** A Knex whose statements a function runs, without a connection; its transactions are those of the database. */
export function divert(db: Knex, run: (job: QueryJob) => Promise<QueryJob>): Knex {
  const made = db.withUserParams(db.userParams);
  Object.assign(made.client, {
    config: db.client.config,
    _query: (_connection: unknown, job: QueryJob) => run(job),
    acquireConnection: () => Promise.resolve({}),
    releaseConnection: () => Promise.resolve(),
    transaction: (...given: Parameters<typeof db.client.transaction>) => db.client.transaction(...given),
    emit: (...event: Parameters<typeof db.client.emit>) => db.client.emit(...event),
  });
  return made;
}
