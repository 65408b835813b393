/** One run of migrations at a time on MariaDB and MySQL, by a lock of the connection that makes them. */
import type { Knex } from 'knex';
import { type Database, isSqlite } from './open.ts';

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

/** Hashed, since MySQL takes no name beyond 64 characters, which that of a database may have alone. */
const lockName = "concat('millwright migrations ', md5(database()))";

/**
 * Runs migrations while no other process does. The lock is that of the connection they run on and ends with it: a process
 * that is killed leaves none behind, and while the server still carries out its last statement, nobody else begins. On a
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
  // The connection is what matters: the first change of the schema commits, and so does every later statement by itself.
  return database.transaction(async (connection) => {
    if (!(await takeLock(connection, 0))) {
      onWait();
      if (!(await takeLock(connection, run))) throw new MigrationBusyError(run);
    }
    try {
      await connection.raw('set session lock_wait_timeout = ?', [table]);
      // Knex keeps a lock of its own, a row that a killed run leaves locked: whoever holds this one knows that it is stale.
      await connection.migrate.forceFreeMigrationsLock();
      return await work(connection);
    } finally {
      await connection.raw(`select release_lock(${lockName})`).catch(() => {});
    }
  });
}

/** Whether some process runs the migrations of this MariaDB or MySQL database just now. */
export async function isMigrating(database: Database): Promise<boolean> {
  const [[row]] = await database.raw(`select is_used_lock(${lockName}) as holder`).catch(() => [[]]);
  return typeof row?.holder === 'number';
}

/** Whether somebody else is connected to the database: as far as this user may see, its own. Of SQLite nobody can tell. */
export async function isInUse(database: Database): Promise<boolean> {
  if (isSqlite(database)) return false;
  const [rows] = await database.raw(
    'select 1 from information_schema.processlist where db = database() and id <> connection_id() limit 1',
  );
  return rows.length > 0;
}

async function takeLock(connection: Knex, seconds: number): Promise<boolean> {
  const [[row]] = await connection
    .raw(`select get_lock(${lockName}, ?) as held`, [seconds])
    .catch(() => [[{ held: 1 }]]);
  return row?.held === 1;
}
