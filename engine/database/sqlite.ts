/** Knex's better-sqlite3 client on `libsql`, whose npm package contains its binary: nothing is compiled. */

import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type Libsql from 'libsql';
import { takeTurns } from '../signal.ts';
import {
  BetterSqliteClient,
  divert,
  hasTransaction,
  identityOf,
  isTransacting,
  type QueryJob,
  SqliteTransaction,
} from './knex-internals.ts';
import { makeDefaultFolder, type SqliteSettings } from './settings.ts';
import { Aside } from './sqlite/aside.ts';
import { isBusy, withName } from './sqlite/errors.ts';
import { bindable, type Prepared, prepare, prepared } from './sqlite/statements.ts';

/**
 * The settings of every connection.
 * - WAL lets other processes (a backup, the seed command) read while the service writes.
 * - With synchronous=FULL a commit is on disk before it is answered: NORMAL would keep it through a killed
 *   process, but not through a power cut. The driver waits for other processes only until the connection is set up: see `onceFree`. One connection of this process writes.
 */
const pragmas = ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON'];

/** For a read-only connection: the settings of the file do not change. */
const readingPragmas = ['query_only=ON'];

/** How long the driver itself waits for other processes, in milliseconds. It blocks this thread. */
function letWait(connection: Libsql.Database, patienceMs: number): void {
  connection.exec(`PRAGMA busy_timeout=${patienceMs}`);
}

/**
 * Creates the file of a new database, readable only by its owner: it contains hashes and addresses. SQLite gives its other files
 * (the log, its index) the same permissions. If it cannot be created, the driver reports why.
 */
function makeForOwner(path: string): void {
  if (path === ':memory:' || path === '') return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // Either it exists, with permissions that its operator has set; or it cannot be created.
  }
}

function isDatabase(connection: unknown): connection is Libsql.Database {
  return typeof connection === 'object' && connection !== null && 'inTransaction' in connection;
}

/** BEGIN IMMEDIATE acquires the write lock at once: a read that becomes a write can never fail halfway. */
class ImmediateTransaction extends SqliteTransaction {
  begin(connection: unknown): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;');
  }

  /** A failed commit may leave its transaction open, and the next one could not begin. */
  override commit(connection: unknown, value?: unknown): Knex.QueryBuilder {
    const ended = this.query(connection, 'COMMIT;', 1, value).finally(() => {
      if (isDatabase(connection) && connection.inTransaction) connection.exec('ROLLBACK');
    });
    return ended as unknown as Knex.QueryBuilder;
  }

  /**
   * On a full disk, SQLite rolls back the transaction by itself. A second ROLLBACK would fail and hide the reason. Both cases end
   * as `rejected` (2 for Knex) with the error.
   */
  override rollback(connection: unknown, error?: unknown): Knex.QueryBuilder {
    const open = connection === undefined || !isDatabase(connection) || connection.inTransaction;
    const ended = this.query(connection, open ? 'ROLLBACK;' : 'SELECT 1;', 2, error);
    // Knex's type is that of the public transaction; it calls this class's own method here, which returns a promise.
    return ended as unknown as Knex.QueryBuilder;
  }
}

/** By database: what reads its file beside the connection that writes it. */
const besides = new WeakMap<object, NonNullable<ReturnType<typeof makeBesides>>>();

export class LibsqlClient extends BetterSqliteClient {
  _driver(): typeof Libsql {
    return createRequire(import.meta.url)('libsql');
  }

  override async acquireRawConnection(): Promise<Libsql.Database> {
    return this.open();
  }

  open(reading = isForReading(this.config)): Libsql.Database {
    const settings = this.connectionSettings;
    const filename = 'filename' in settings ? String(settings.filename) : ':memory:';
    if (!isForReading(this.config)) {
      makeDefaultFolder(filename);
      makeForOwner(filename);
    }
    const connection: Libsql.Database = new this.driver(filename);
    try {
      letWait(connection, lockPatienceMs);
      for (const pragma of reading ? readingPragmas : pragmas) connection.exec(`PRAGMA ${pragma}`);
      letWait(connection, 0);
    } catch (error) {
      connection.close();
      throw withName(error);
    }
    return connection;
  }

  async _query(connection: Libsql.Database, job: QueryJob): Promise<QueryJob> {
    if (!job.sql) throw new Error('The query is empty');
    await takeTurns();
    const bindings = (job.bindings ?? []).map(bindable);
    const attempted = { sql: job.sql, bindings, patienceMs: patienceOf(this.config) };
    await onceFree(connection, attempted, ({ statement, reader }) => {
      if (reader) {
        job.response = statement.all(bindings);
        return;
      }
      const { lastInsertRowid, changes } = statement.run(bindings);
      job.response = { lastInsertRowid, changes };
      job.context = { lastID: lastInsertRowid, changes };
    });
    return job;
  }

  /**
   * The driver really closes when its statements are garbage-collected. So the log is first written into the database: the file
   * of a closed database is complete by itself.
   */
  override async destroyRawConnection(connection: Libsql.Database): Promise<void> {
    try {
      letWait(connection, lockPatienceMs);
      if (!isForReading(this.config)) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      close(connection);
    }
  }

  override async destroy(...given: Parameters<Knex.Client['destroy']>): Promise<void> {
    await besides.get(this.config)?.close();
    await super.destroy(...given);
  }

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer);
  }
}

/**
 * The database for a select that waits for no transaction of another: while there is one, a second connection reads. At all other
 * times the one that writes is faster: it has in memory what it wrote, and its pool lets one request after the other be answered.
 * A database in memory, and a transaction, have only one connection.
 */
export function nearOf(db: Knex): Knex {
  const made = besidesOf(db);
  return made && db !== made.far && hasTransaction(db) ? made.near : db;
}

/** The same as a separate thread reads it. */
export function besideOf(db: Knex): Knex {
  return besidesOf(db)?.far ?? db;
}

function besidesOf(db: Knex) {
  const { client } = db;
  // A closed database has no pool, and refuses reads by itself.
  if (!(client instanceof LibsqlClient) || isTransacting(db) || !client.pool) return null;
  const made = besides.get(identityOf(db)) ?? makeBesides(db, client);
  if (made) besides.set(identityOf(db), made);
  return made;
}

function makeBesides(db: Knex, client: LibsqlClient) {
  const { filename } = { filename: ':memory:', ...client.connectionSettings };
  if (typeof filename !== 'string' || filename === ':memory:' || filename === '') return null;
  const aside = new Aside(filename);
  let connection: Libsql.Database | undefined;
  return {
    near: divert(db, (job) => {
      connection ??= client.open(true);
      return client._query(connection, job);
    }),
    far: divert(db, (job) => aside.run(job)),
    close: () => {
      if (connection) close(connection);
      return aside.close();
    },
  };
}

function close(connection: Libsql.Database): void {
  prepared.delete(connection);
  connection.close();
}

/** Settings for such a database beyond those of Knex. */
type SqliteConfig = Knex.Config & { readonly lockPatienceMs?: number };

function patienceOf({ lockPatienceMs: own = lockPatienceMs }: SqliteConfig): number {
  return own;
}

/** As `openForReading` sets it. */
function isForReading(config: Knex.Config & { readOnly?: boolean }): boolean {
  return config.readOnly === true;
}

/**
 * One connection writes. The driver is synchronous: waiting for its lock in a second one would block the thread that must release
 * it. A database in memory exists only in that connection.
 */
export function sqliteSettings(database: SqliteSettings): Knex.Config {
  return {
    client: LibsqlClient,
    connection: { filename: database.path },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  };
}

/**
 * Ends a statement that met another process's lock. The driver leaves it in progress until its memory is freed
 * (tursodatabase/libsql-client-ts#352), and until then the connection can commit no transaction. If it is run again where nothing
 * may be written, it fails at once, with or without the lock, and is no longer in progress. Within a transaction no statement
 * waits for a lock: its beginning has acquired the only one.
 */
function giveUp(connection: Libsql.Database, statement: Prepared['statement'], bindings: unknown[]): void {
  connection.exec('PRAGMA query_only=ON');
  try {
    statement.all(bindings);
  } catch {
    // Expected: the caller receives the error about the lock.
  } finally {
    connection.exec('PRAGMA query_only=OFF');
  }
}

/** How long a statement waits for a lock of another process. */
const lockPatienceMs = 5000;
/** The maximum pause between two tries: about as long as a usual write holds the lock. */
const longestNapMs = 8;

/**
 * Runs a statement when no other process holds the lock that it needs. The driver would wait by blocking this thread, and no
 * request would be served meanwhile: if several processes write, one after another would stand still.
 *
 * @param patienceMs how long it tries
 * @throws the driver's error, `SQLITE_BUSY` if another process holds the lock all the time
 */
async function onceFree<T>(
  connection: Libsql.Database,
  { sql, bindings, patienceMs }: Attempted,
  work: (ready: Prepared) => T,
): Promise<T> {
  let end: number | undefined;
  for (let attempt = 1; ; attempt += 1) {
    let ready: Prepared | undefined;
    try {
      ready = prepare(connection, sql);
      return work(ready);
    } catch (error) {
      const named = withName(error);
      if (!isBusy(named) || connection.inTransaction) throw named;
      if (ready) giveUp(connection, ready.statement, bindings);
      end ??= performance.now() + patienceMs;
      if (performance.now() >= end) throw named;
    }
    await sleep(Math.random() * Math.min(attempt, longestNapMs));
  }
}

interface Attempted {
  readonly sql: string;
  readonly bindings: unknown[];
  readonly patienceMs: number;
}
