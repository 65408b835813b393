/** Knex's better-sqlite3 client on `libsql`, whose binary ships inside its npm package: nothing is compiled. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Knex } from 'knex';
import type Libsql from 'libsql';
import type { SqliteSettings } from './config.ts';

const require = createRequire(import.meta.url);
const BetterSqliteClient: typeof Knex.Client = require('knex/lib/dialects/better-sqlite3/index.js');
const SqliteTransaction: TransactionClass = require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js');

/** What Knex's transaction class has beside its published type. */
interface TransactionClass {
  new (
    client: Knex.Client,
    container: unknown,
    config: unknown,
    outer: unknown,
  ): Knex.Transaction & {
    query(connection: unknown, sql: string): Promise<unknown>;
  };
}

/**
 * What every connection is set to.
 * - WAL lets other processes (a backup, the seed command) read while the service writes.
 * - With synchronous=FULL a commit is on the disk before it is answered: NORMAL would keep it through a killed
 *   process, but not through a power cut.
 * - busy_timeout is for other processes only; within this one there is a single connection.
 */
const pragmas = ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON'];

/** BEGIN IMMEDIATE takes the write lock at once: a read that turns into a write can never fail halfway. */
class ImmediateTransaction extends SqliteTransaction {
  begin(connection: unknown): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;');
  }
}

export class LibsqlClient extends BetterSqliteClient {
  _driver(): typeof Libsql {
    return require('libsql');
  }

  override async acquireRawConnection(): Promise<Libsql.Database> {
    const settings = this.connectionSettings;
    const filename = 'filename' in settings ? String(settings.filename) : ':memory:';
    if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true });
    const connection: Libsql.Database = new this.driver(filename);
    for (const pragma of pragmas) connection.exec(`PRAGMA ${pragma}`);
    return connection;
  }

  /**
   * The driver really closes when its statements are garbage-collected, so the log is folded into the database
   * first: the file of a closed database is whole by itself.
   */
  override async destroyRawConnection(connection: Libsql.Database): Promise<void> {
    try {
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      connection.close();
    }
  }

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer);
  }
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
