/** Knex's better-sqlite3 client on `libsql`, whose binary ships inside its npm package: nothing is compiled. */

import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type Libsql from 'libsql';
import { takeTurns } from '../signal.ts';
import { BetterSqliteClient, isTransacting, type QueryJob, SqliteTransaction } from './knex-internals.ts';
import type { SqliteSettings } from './settings.ts';
import { makeDefaultFolder } from './settings.ts';
import { Aside } from './sqlite/aside.ts';
import { withName } from './sqlite/errors.ts';
import { lockPatienceMs, onceFree } from './sqlite/locks.ts';
import { bindable, prepared } from './sqlite/statements.ts';

/**
 * What every connection is set to.
 * - WAL lets other processes (a backup, the seed command) read while the service writes.
 * - With synchronous=FULL a commit is on the disk before it is answered: NORMAL would keep it through a killed
 *   process, but not through a power cut.
 * Other processes are waited for, but by the driver only until the connection is set up: see `onceFree`. Within this one there is
 * a single connection.
 */
const pragmas = ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON'];

/** For a reader: the settings of the file stay. */
const readingPragmas = ['query_only=ON'];

/** How long the driver waits for other processes within this thread, in milliseconds. */
function letWait(connection: Libsql.Database, patienceMs: number): void {
  connection.exec(`PRAGMA busy_timeout=${patienceMs}`);
}

/**
 * Makes the file of a database that is not there yet its owner's alone: hashes and addresses are in it. SQLite gives what it keeps beside
 * it (the log, its index) the same rights. Where it cannot be made, the driver says why.
 */
function makeForOwner(path: string): void {
  if (path === ':memory:' || path === '') return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, and whose it is its operator has settled; or it cannot be.
  }
}

function isDatabase(connection: unknown): connection is Libsql.Database {
  return typeof connection === 'object' && connection !== null && 'inTransaction' in connection;
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

/** By client: those of transactions are made of its properties. */
const asides = new WeakMap<object, Aside>();

export class LibsqlClient extends BetterSqliteClient {
  _driver(): typeof Libsql {
    return createRequire(import.meta.url)('libsql');
  }

  override async acquireRawConnection(): Promise<Libsql.Database> {
    const settings = this.connectionSettings;
    const filename = 'filename' in settings ? String(settings.filename) : ':memory:';
    const reading = isForReading(this.config);
    if (!reading) {
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
   * The driver really closes when its statements are garbage-collected, so the log is folded into the database
   * first: the file of a closed database is whole by itself.
   */
  override async destroyRawConnection(connection: Libsql.Database): Promise<void> {
    try {
      letWait(connection, lockPatienceMs);
      if (!isForReading(this.config)) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      prepared.delete(connection);
      connection.close();
    }
  }

  override async destroy(...given: Parameters<Knex.Client['destroy']>): Promise<void> {
    await asides.get(this)?.close();
    await super.destroy(...given);
  }

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer);
  }
}

/** What reads for long beside the connection; null where there is one connection: of a database in memory, and within a transaction. */
export function asideOf(db: Knex): Aside | null {
  const { client } = db;
  if (!(client instanceof LibsqlClient) || isTransacting(db)) return null;
  const { filename } = { filename: ':memory:', ...client.connectionSettings };
  if (typeof filename !== 'string' || filename === ':memory:' || filename === '') return null;
  const aside = asides.get(client) ?? new Aside(filename);
  asides.set(client, aside);
  return aside;
}

/** What Knex's settings of such a database have beside its own. */
type SqliteConfig = Knex.Config & { readonly lockPatienceMs?: number };

function patienceOf({ lockPatienceMs: own = lockPatienceMs }: SqliteConfig): number {
  return own;
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
