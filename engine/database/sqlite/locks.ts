/** Locks that other processes hold: waited for, and given up. */
import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { isBusy, withName } from './errors.ts';
import { type Prepared, prepare } from './statements.ts';

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

/** How long a statement waits for a lock that another process has. */
export const lockPatienceMs = 5000;
/** Between two tries, at the most: about as long as others hold the lock for a usual write. */
const longestNapMs = 8;

/**
 * Runs a statement, once no other process has the lock that it needs. The driver would wait for that within this thread, and nobody
 * would be served meanwhile: of several processes that write it would be one after the other that stands still.
 *
 * @param patienceMs how long it is tried
 * @throws the driver's error, `SQLITE_BUSY` where another process has the lock all the time
 */
export async function onceFree<T>(
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
