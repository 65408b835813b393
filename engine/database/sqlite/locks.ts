/** Locks that other processes hold: waited for, and given up. */
import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { isBusy, withName } from './errors.ts';
import type { Prepared } from './statements.ts';

/**
 * Ends a statement that met another process's lock. The driver leaves it in progress until its memory is freed
 * (tursodatabase/libsql-client-ts#352), and so long no transaction of the connection can be committed. Run once more
 * where nothing may be written, it fails at once, lock or not, and what failed so is in progress no longer.
 * Within a transaction nothing waits for a lock: its beginning has taken the only one.
 */
export function giveUp(
  connection: Libsql.Database,
  statement: Prepared['statement'],
  bindings: unknown[],
): void {
  connection.exec('PRAGMA query_only=ON');
  try {
    statement.all(bindings);
  } catch {
    // As was intended: the lock is what its caller hears of.
  } finally {
    connection.exec('PRAGMA query_only=OFF');
  }
}

/** How long whoever writes waits for another process that does. */
export const lockPatienceMs = 5000;
/** Between two tries to begin, at the most: about as long as others hold the lock for a usual write. */
const longestPauseMs = 8;

/**
 * Begins a transaction, once no other process has the write lock. The driver would wait for that within this thread, and nobody
 * would be served meanwhile: of several processes that write it would be one after the other that stands still.
 */
export async function begin(connection: Libsql.Database, { statement }: Prepared): Promise<void> {
  const end = performance.now() + lockPatienceMs;
  connection.exec('PRAGMA busy_timeout=0');
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        statement.run([]);
        return;
      } catch (error) {
        const named = withName(error);
        if (!isBusy(named)) throw named;
        giveUp(connection, statement, []);
        if (performance.now() >= end) throw named;
      }
      await sleep(Math.random() * Math.min(attempt, longestPauseMs));
    }
  } finally {
    connection.exec(`PRAGMA busy_timeout=${lockPatienceMs}`);
  }
}
