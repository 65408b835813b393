/** Waits for locks of other processes, up to a limit. */
import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { isBusy, withName } from './errors.ts';
import { type Prepared, prepare } from './statements.ts';

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
export const lockPatienceMs = 5000;
/** The maximum pause between two tries: about as long as a usual write holds the lock. */
const longestNapMs = 8;

/**
 * Runs a statement when no other process holds the lock that it needs. The driver would wait by blocking this thread, and no
 * request would be served meanwhile: if several processes write, one after another would stand still.
 *
 * @param patienceMs how long it tries
 * @throws the driver's error, `SQLITE_BUSY` if another process holds the lock all the time
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
