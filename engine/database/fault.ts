/** The meaning of drivers' errors: one table for both databases; and what a conflict with others has ended is repeated. */
import { setTimeout as wait } from 'node:timers/promises';

type DatabaseFault =
  /** A unique index refused the row. It is identified by its name, or by its columns, `table.column`. */
  | { readonly kind: 'duplicate'; readonly index?: string; readonly columns?: string }
  /** Other rows still refer to a row to be deleted, or a referenced row no longer exists. */
  | { readonly kind: 'referenced' }
  /** A required column was set to null. */
  | { readonly kind: 'required' }
  /** Two transactions conflicted: a retry can succeed. */
  | { readonly kind: 'contention' }
  /** The database cannot be reached, or cannot write. */
  | { readonly kind: 'unavailable' };

const faultKinds: Readonly<Record<string, DatabaseFault['kind']>> = {
  ER_DUP_ENTRY: 'duplicate',
  SQLITE_CONSTRAINT_UNIQUE: 'duplicate',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'duplicate',
  ER_ROW_IS_REFERENCED: 'referenced',
  ER_ROW_IS_REFERENCED_2: 'referenced',
  ER_NO_REFERENCED_ROW: 'referenced',
  ER_NO_REFERENCED_ROW_2: 'referenced',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'referenced',
  ER_BAD_NULL_ERROR: 'required',
  SQLITE_CONSTRAINT_NOTNULL: 'required',
  ER_LOCK_DEADLOCK: 'contention',
  ER_LOCK_WAIT_TIMEOUT: 'contention',
  // MariaDB's name for a deadlock about the next id of a table (innodb_autoinc_lock_mode=1). It has undone the transaction.
  ER_AUTOINC_READ_FAILED: 'contention',
  ER_CHECKREAD: 'contention',
  ER_LOCK_NOWAIT: 'contention',
  ER_XA_RBDEADLOCK: 'contention',
  ER_TABLE_DEF_CHANGED: 'contention',
  ER_NEED_REPREPARE: 'contention',
  // Another transaction won in a group of nodes; reported at the commit.
  ER_TRANSACTION_ROLLBACK_DURING_COMMIT: 'contention',
  // The node has rolled back already, and no statement has run since.
  TRANSACTION_LOST: 'contention',
  SQLITE_BUSY: 'contention',
  SQLITE_BUSY_SNAPSHOT: 'contention',
  SQLITE_LOCKED: 'contention',
  SQLITE_FULL: 'unavailable',
  SQLITE_IOERR: 'unavailable',
  SQLITE_READONLY: 'unavailable',
  SQLITE_CANTOPEN: 'unavailable',
  // No host of several accepts writes.
  NO_WRITER: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ETIMEDOUT: 'unavailable',
  PROTOCOL_CONNECTION_LOST: 'unavailable',
  PROTOCOL_SEQUENCE_TIMEOUT: 'unavailable',
  PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR: 'unavailable',
  ER_CON_COUNT_ERROR: 'unavailable',
  ER_TOO_MANY_USER_CONNECTIONS: 'unavailable',
  ER_USER_LIMIT_REACHED: 'unavailable',
  ER_HOST_IS_BLOCKED: 'unavailable',
  // A node that has lost its cluster: it accepts no command, or cannot end a transaction. The result is unknown, so the
  // transaction is not retried.
  ER_UNKNOWN_COM_ERROR: 'unavailable',
  ER_ERROR_DURING_COMMIT: 'unavailable',
  ER_RUN_HOOK_ERROR: 'unavailable',
  // A group with several primaries refuses cascading deletes.
  ER_BEFORE_DML_VALIDATION_ERROR: 'unavailable',
  // A member of a group that has not caught up with the others.
  ER_GRP_TRX_CONSISTENCY_NOT_ALLOWED: 'unavailable',
  ER_GRP_TRX_CONSISTENCY_BEFORE: 'unavailable',
  ER_GR_HOLD_WAIT_TIMEOUT: 'unavailable',
  ER_GR_HOLD_KILLED: 'unavailable',
  ER_GR_HOLD_MEMBER_STATUS_ERROR: 'unavailable',
  ER_SERVER_OFFLINE_MODE: 'unavailable',
  ER_SERVER_SHUTDOWN: 'unavailable',
  ER_SERVER_ISNT_AVAILABLE: 'unavailable',
  ER_CLIENT_INTERACTION_TIMEOUT: 'unavailable',
  ER_CONNECTION_KILLED: 'unavailable',
  ER_QUERY_INTERRUPTED: 'unavailable',
  ER_QUERY_TIMEOUT: 'unavailable',
  ER_OPTION_PREVENTS_STATEMENT: 'unavailable',
  ER_READ_ONLY_MODE: 'unavailable',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'unavailable',
  ER_DISK_FULL: 'unavailable',
  ER_DISK_FULL_NOWAIT: 'unavailable',
  ER_RECORD_FILE_FULL: 'unavailable',
  ER_ERROR_ON_WRITE: 'unavailable',
  ER_TEMP_FILE_WRITE_FAILURE: 'unavailable',
  EE_WRITE: 'unavailable',
};

/** Errors of MariaDB alone, for which the driver has no names: a killed connection, a statement that took too long. */
const kindsByNumber: Readonly<Record<number, DatabaseFault['kind']>> = {
  1927: 'unavailable',
  1969: 'unavailable',
};

/** The meaning of a driver's error; null for an error that is not in the table: a fault of ours. */
export function faultOf(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'KnexTimeoutError') return { kind: 'unavailable' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const number = 'errno' in error && typeof error.errno === 'number' ? error.errno : 0;
  const kind =
    faultKinds[code] ??
    faultKinds[code.replace(/^(SQLITE_(?:IOERR|READONLY|CANTOPEN))_.*/, '$1')] ??
    kindsByNumber[number];
  if (kind !== 'duplicate') return kind ? { kind } : null;
  const columns = /UNIQUE constraint failed: ([\w., ]+)/.exec(error.message)?.[1];
  if (columns) return { kind, columns };
  const index = /for key '(?:[^'.]*\.)?([^']+)'/.exec(error.message)?.[1];
  return index ? { kind, index } : { kind };
}

/**
 * The maximum number of tries, and the time (in milliseconds) after which there is no other. MariaDB and MySQL wait for a lock
 * twice, 3 seconds each, SQLite once, 5 seconds. A third time would block one of the few connections for too long, while the
 * client can retry after a 503.
 */
const attempts = 5;
const retryTimeout = 4000;

/** @param work leaves nothing behind if it fails with a conflict */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const last = attempt === attempts || Date.now() - began > retryTimeout;
      if (last || faultOf(error)?.kind !== 'contention') throw error;
      // Random, so that two conflicting ones do not conflict again.
      await wait(attempt * 10 + Math.random() * 30);
    }
  }
}
