/** One run of migrations at a time on MariaDB and MySQL, by a lock of the connection that makes them. */
import type { Knex } from 'knex';
import type { Sql } from '../condition.ts';
import { type Database, isSqlite } from './open.ts';
import { dialectOf, query } from './query.ts';

/** Another run did not end within the time that this one waits. */
export class MigrationBusyError extends Error {
  override readonly name = 'MigrationBusyError';

  constructor(readonly seconds: number) {
    super(`Another run of the migrations has not ended within ${seconds} seconds.`);
  }
}

/** How long a run waits before it gives up, in seconds. */
export interface MigrationTimeouts {
  /** For another run: a table with millions of rows takes minutes to be built anew. */
  readonly run: number;
  /** For transactions that use a table: while it is waited for, every later one waits as well. */
  readonly table: number;
}

const timeouts: MigrationTimeouts = { run: 600, table: 60 };

const lockName = 'millwright migrations';

/**
 * Runs migrations in a transaction, while no other process does. The lock is that of the connection they run on and ends with it: a process
 * that is killed leaves none behind, and while the server still carries out its last statement, no other process begins. On a
 * cluster it holds on one node; a server that has no such locks goes on without: there the second run of two may fail,
 * and finds the rest to do when it is run again.
 * @param onWait told once when another run is waited for
 * @throws MigrationBusyError when that takes too long
 */
export async function migrateAlone<T>(
  database: Database,
  work: (connection: Knex) => Promise<T>,
  onWait: () => void,
  { run, table }: MigrationTimeouts = timeouts,
): Promise<T> {
  const lock = dialectOf(database).namedLock(lockName);
  if (lock === null) return database.transaction(work);
  // The connection is what matters: the first change of the schema commits, and so does every later statement by itself.
  return database.transaction(async (connection) => {
    if (!(await isTaken(connection, lock.take(0)))) {
      onWait();
      if (!(await isTaken(connection, lock.take(run)))) throw new MigrationBusyError(run);
    }
    try {
      await connection.raw('set session lock_wait_timeout = ?', [table]);
      // Knex keeps a lock of its own, a row that a killed run leaves locked: the holder of this one knows that it is stale.
      await connection.migrate.forceFreeMigrationsLock();
      return await work(connection);
    } finally {
      await query(connection, lock.release).catch(() => {});
    }
  });
}

/** Whether some process runs the migrations of the database just now. SQLite cannot tell. */
export async function isMigrating(database: Database): Promise<boolean> {
  const lock = dialectOf(database).namedLock(lockName);
  if (lock === null) return false;
  const [row] = await query(database, lock.holder).catch(() => []);
  return typeof row?.holder === 'number';
}

/** Whether somebody else is connected to the database: as far as this user may see, its own. SQLite cannot tell. */
export async function isInUse(database: Database): Promise<boolean> {
  if (isSqlite(database)) return false;
  const [rows] = await database.raw(
    'select 1 from information_schema.processlist where db = database() and id <> connection_id() limit 1',
  );
  return rows.length > 0;
}

/** A server that has no such locks is taken for one where it was free. @throws whatever else keeps it from being taken */
async function isTaken(connection: Knex, take: Sql): Promise<boolean> {
  const [row] = await query(connection, take).catch((error: unknown) => {
    if (hasNoLocks(error)) return [{ held: 1 }];
    throw error;
  });
  return row?.held === 1;
}

/** What servers say that know no named locks: clusters that refuse them, and what speaks the protocol without having them. */
const lockless = new Set(['ER_NOT_SUPPORTED_YET', 'ER_UNKNOWN_ERROR', 'ER_SP_DOES_NOT_EXIST']);

/** Whether an error says that the server has no named locks. After a lost connection, for example, it is unknown whether another run goes on. */
export function hasNoLocks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lockless.has(String(error.code));
}
