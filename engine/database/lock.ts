/** Only one run of migrations at a time on MariaDB and MySQL, by a named lock of its connection. */
import type { Knex } from 'knex';
import type { Sql } from '../condition.ts';
import { type Database, isSqlite } from './open.ts';
import { dialectOf, query } from './query.ts';

/** Another run did not end within the waiting time. */
export class MigrationBusyError extends Error {
  override readonly name = 'MigrationBusyError';

  constructor(readonly seconds: number) {
    super(`Another run of the migrations has not ended within ${seconds} seconds.`);
  }
}

/** The maximum waiting times of a run, in seconds. */
export interface MigrationTimeouts {
  /** For another run: rebuilding a table with millions of rows takes minutes. */
  readonly run: number;
  /** For transactions that use a table: while the run waits, every later transaction waits as well. */
  readonly table: number;
}

const timeouts: MigrationTimeouts = { run: 600, table: 60 };

const lockName = 'millwright migrations';

/**
 * Runs migrations in a transaction, while no other process does. Their connection holds the lock, and the lock ends with it. So a
 * killed process leaves no lock, and while the server still runs its last statement, no other process begins. On a cluster the
 * lock is valid on one node. A server without such locks continues without one: the second of two runs may then fail, and does
 * the rest when it is run again.
 * @param onWait called once if another run is in progress
 * @throws MigrationBusyError if waiting takes too long
 */
export async function migrateAlone<T>(
  database: Database,
  work: (connection: Knex) => Promise<T>,
  onWait: () => void,
  { run, table }: MigrationTimeouts = timeouts,
): Promise<T> {
  const lock = dialectOf(database).namedLock(lockName);
  if (lock === null) return database.transaction(work);
  // Only the connection matters: the first schema change commits, and so does every later statement by itself.
  return database.transaction(async (connection) => {
    if (!(await isTaken(connection, lock.take(0)))) {
      onWait();
      if (!(await isTaken(connection, lock.take(run)))) throw new MigrationBusyError(run);
    }
    try {
      await connection.raw('set session lock_wait_timeout = ?', [table]);
      // Knex has a lock of its own, a row that a killed run leaves locked. The holder of this lock knows that it is stale.
      await connection.migrate.forceFreeMigrationsLock();
      return await whilePurgeWaits(database, () => work(connection));
    } finally {
      await query(connection, lock.release).catch(() => {});
    }
  });
}

/**
 * Changes tables while the node of a Galera cluster purges no old versions. MariaDB 10.11 has a fault there: if its purge meets a
 * table with an index on a virtual column that is just being changed, it takes all memory. A snapshot on another connection holds it.
 */
export async function whilePurgeWaits<T>(database: Knex, work: () => Promise<T>): Promise<T> {
  if (!dialectOf(database).hasSeveralWriters) return work();
  const [set] = await query(database, { text: "show variables like 'wsrep_on'", bindings: [] });
  if (set?.Value !== 'ON') return work();
  const holder = await database.transaction();
  try {
    // With the level of our sessions, there is no snapshot.
    await holder.raw('set session transaction isolation level repeatable read');
    await holder.raw('start transaction with consistent snapshot');
    return await work();
  } finally {
    await holder.raw('set session transaction isolation level read committed').catch(() => {});
    await holder.rollback().catch(() => {});
  }
}

/** Whether a process is running migrations of the database. SQLite cannot report it. */
export async function isMigrating(database: Database): Promise<boolean> {
  const lock = dialectOf(database).namedLock(lockName);
  if (lock === null) return false;
  const [row] = await query(database, lock.holder).catch(() => []);
  return typeof row?.holder === 'number';
}

/**
 * Whether another client is connected to the database, among the connections that this user may see. SQLite cannot report it.
 */
export async function isInUse(database: Database): Promise<boolean> {
  if (isSqlite(database)) return false;
  const [rows] = await database.raw(
    'select 1 from information_schema.processlist where db = database() and id <> connection_id() limit 1',
  );
  return rows.length > 0;
}

/** Treats a server without such locks as one with a free lock. @throws any other error */
async function isTaken(connection: Knex, take: Sql): Promise<boolean> {
  const [row] = await query(connection, take).catch((error: unknown) => {
    if (hasNoLocks(error)) return [{ held: 1 }];
    throw error;
  });
  return row?.held === 1;
}

/** Errors of servers without named locks: clusters that refuse them, and other software with the same protocol. */
const lockless = new Set(['ER_NOT_SUPPORTED_YET', 'ER_UNKNOWN_ERROR', 'ER_SP_DOES_NOT_EXIST']);

/**
 * Whether an error means that the server has no named locks. After a lost connection, for example, another run may still be in
 * progress.
 */
export function hasNoLocks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lockless.has(String(error.code));
}
