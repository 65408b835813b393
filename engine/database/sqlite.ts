/** Knex's better-sqlite3 client on `libsql`, whose binary ships inside its npm package: nothing is compiled. */

import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import type Libsql from 'libsql';
import { BetterSqliteClient, type QueryJob, SqliteTransaction } from './knex-internals.ts';
import type { SqliteSettings } from './settings.ts';
import { makeDefaultFolder } from './settings.ts';

/**
 * What every connection is set to.
 * - WAL lets other processes (a backup, the seed command) read while the service writes.
 * - With synchronous=FULL a commit is on the disk before it is answered: NORMAL would keep it through a killed
 *   process, but not through a power cut.
 * - busy_timeout is for other processes only; within this one there is a single connection.
 */
const pragmas = ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON'];

/** Statements kept ready per connection. Every shape of list has its own text, and a few hundred are in use. */
const preparedLimit = 500;

/** For whoever only looks: what the file is set to stays. */
const readingPragmas = ['busy_timeout=5000', 'query_only=ON'];

interface Prepared {
  readonly statement: Libsql.Statement<unknown[]>;
  /** Whether it gives rows: asked once, since each question goes to the driver's native side. */
  readonly reader: boolean;
}

/** Preparing costs more than running a usual list. By connection, since a transaction has a client of its own. */
const prepared = new WeakMap<Libsql.Database, Map<string, Prepared>>();

function prepare(connection: Libsql.Database, sql: string): Prepared {
  const kept = prepared.get(connection) ?? new Map<string, Prepared>();
  prepared.set(connection, kept);
  const known = kept.get(sql);
  if (known !== undefined) return known;
  const statement = compile(connection, sql);
  const made = { statement, reader: statement.reader };
  // A definition of the schema runs once.
  if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) return made;
  kept.set(sql, made);
  const [oldest] = kept.keys();
  if (kept.size > preparedLimit && oldest !== undefined) kept.delete(oldest);
  return made;
}

function compile(connection: Libsql.Database, sql: string): Prepared['statement'] {
  try {
    return connection.prepare(sql);
  } catch (error) {
    throw withName(error);
  }
}

/**
 * The driver frees the memory of a query when the event loop turns, which a long run of queries (a seed, a batch) never
 * lets happen by itself, since no query really waits.
 */
let queries = 0;

/**
 * SQLite has neither booleans nor dates, and the driver binds every JavaScript number as a floating point one, so that
 * text made of 5 would be "5.0": whole numbers go as BigInt.
 */
function bindable(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return value instanceof Date ? value.valueOf() : value;
}

function isDatabase(connection: unknown): connection is Libsql.Database {
  return typeof connection === 'object' && connection !== null && 'inTransaction' in connection;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Names of SQLite's errors, by the lower byte of their number (sqlite.org/rescode.html). */
const families: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The driver has no names for some of the finer codes ("UNKNOWN_SQLITE_ERROR_1544"): they get that of their family. */
export function withName(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const number = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(String(error.code))?.[1];
  const name = number === undefined ? undefined : families[Number(number) & 0xff];
  return name === undefined ? error : Object.assign(error, { code: name });
}

/**
 * Ends a statement that met another process's lock. The driver leaves it in progress until its memory is freed
 * (tursodatabase/libsql-client-ts#352), and so long no transaction of the connection can be committed. Run once more
 * where nothing may be written, it fails at once, lock or not, and what failed so is in progress no longer.
 * Within a transaction nothing waits for a lock: its beginning has taken the only one.
 */
function giveUp(connection: Libsql.Database, statement: Prepared['statement'], bindings: unknown[]): void {
  connection.exec('PRAGMA query_only=ON');
  try {
    statement.all(bindings);
  } catch {
    // As was intended: the lock is what its caller hears of.
  } finally {
    connection.exec('PRAGMA query_only=OFF');
  }
}

/** BEGIN IMMEDIATE takes the write lock at once: a read that turns into a write can never fail halfway. */
class ImmediateTransaction extends SqliteTransaction {
  begin(connection: unknown): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;');
  }

  /** A commit that fails may leave its transaction open, in which the next one could not begin. */
  override commit(connection: unknown, value?: unknown): Knex.QueryBuilder {
    const ended = this.query(connection, 'COMMIT;', 1, value).finally(() => {
      if (isDatabase(connection) && connection.inTransaction) connection.exec('ROLLBACK');
    });
    return ended as unknown as Knex.QueryBuilder;
  }

  /**
   * A full disk makes SQLite undo the transaction by itself. A second ROLLBACK would fail and hide the reason.
   * `rejected` (2 for Knex) with the error is how it ends either way.
   */
  override rollback(connection: unknown, error?: unknown): Knex.QueryBuilder {
    const open = connection === undefined || !isDatabase(connection) || connection.inTransaction;
    const ended = this.query(connection, open ? 'ROLLBACK;' : 'SELECT 1;', 2, error);
    // Knex's type is that of the public transaction; what it calls here is this class's own, which gives a promise.
    return ended as unknown as Knex.QueryBuilder;
  }
}

export class LibsqlClient extends BetterSqliteClient {
  _driver(): typeof Libsql {
    return createRequire(import.meta.url)('libsql');
  }

  override async acquireRawConnection(): Promise<Libsql.Database> {
    const settings = this.connectionSettings;
    const filename = 'filename' in settings ? String(settings.filename) : ':memory:';
    const reading = isForReading(this.config);
    if (!reading) makeDefaultFolder(filename);
    const connection: Libsql.Database = new this.driver(filename);
    try {
      for (const pragma of reading ? readingPragmas : pragmas) connection.exec(`PRAGMA ${pragma}`);
    } catch (error) {
      connection.close();
      throw withName(error);
    }
    return connection;
  }

  async _query(connection: Libsql.Database, job: QueryJob): Promise<QueryJob> {
    if (!job.sql) throw new Error('The query is empty');
    if (++queries % 1000 === 0) await setImmediate();
    const { statement, reader } = prepare(connection, job.sql);
    const bindings = (job.bindings ?? []).map(bindable);
    try {
      if (reader) {
        job.response = statement.all(bindings);
        return job;
      }
      const { lastInsertRowid, changes } = statement.run(bindings);
      job.response = { lastInsertRowid, changes };
      job.context = { lastID: lastInsertRowid, changes };
      return job;
    } catch (error) {
      const named = withName(error);
      if (isBusy(named) && !connection.inTransaction) giveUp(connection, statement, bindings);
      throw named;
    }
  }

  /**
   * The driver really closes when its statements are garbage-collected, so the log is folded into the database
   * first: the file of a closed database is whole by itself.
   */
  override async destroyRawConnection(connection: Libsql.Database): Promise<void> {
    try {
      if (!isForReading(this.config)) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      prepared.delete(connection);
      connection.close();
    }
  }

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer);
  }
}

/** As `openForReading` sets it. */
function isForReading(config: Knex.Config & { readOnly?: boolean }): boolean {
  return config.readOnly === true;
}

/**
 * One connection: the driver is synchronous, so a second one would gain nothing, and waiting for the first one's
 * write lock would block the very thread that has to release it. A database in memory is that connection.
 */
export function sqliteSettings(database: SqliteSettings): Knex.Config {
  return {
    client: LibsqlClient,
    connection: { filename: database.path },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  };
}
