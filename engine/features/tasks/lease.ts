/** The leases and results of tasks: one row per task, by the clock of the database, which all nodes share. */
import type { Knex } from 'knex';
import { faultOf } from '../../database/fault.ts';
import { dialectOf, insert, query, run } from '../../database/query.ts';
import { quote } from '../../database/sql.ts';

export const leaseTable = 'task_leases';

/** The state of a task. Moments are milliseconds since 1970 by the clock of the database. */
export interface TaskState {
  readonly name: string;
  readonly now: number;
  readonly dueAt: number;
  /** The end of its lease; null if no node runs it. */
  readonly leasedUntil: number | null;
  /** The end of the last successful run; null if there was none. */
  readonly succeededAt: number | null;
  /** The number of failed runs since then. */
  readonly failures: number;
}

/** An acquired lease. */
export interface Lease {
  readonly name: string;
  /** The holder: a unique name of this run. */
  readonly holder: string;
  /** The start of the run. */
  readonly startedAt: number;
}

/** Adds a row for each task without one. It is due at once. */
export async function addLeases(db: Knex, names: readonly string[]): Promise<void> {
  const known = new Set((await taskStates(db)).map(({ name }) => name));
  for (const name of names) {
    if (known.has(name)) continue;
    try {
      await insert(db, leaseTable, [{ name, due_at: 0, failures: 0 }]);
    } catch (error) {
      // Another starting node was faster.
      if (faultOf(error)?.kind !== 'duplicate') throw error;
    }
  }
}

/** The state of all tasks. */
export async function taskStates(db: Knex): Promise<TaskState[]> {
  const columns = ['name', 'due_at', 'leased_until', 'succeeded_at', 'failures'].map(quote).join(', ');
  const now = dialectOf(db).milliseconds;
  const rows = await query(db, {
    text: `select ${columns}, ${now} as ${quote('now')} from ${quote(leaseTable)} order by ${quote('name')}`,
    bindings: [],
  });
  return rows.map((row) => ({
    name: String(row.name),
    now: Number(row.now),
    dueAt: Number(row.due_at),
    leasedUntil: momentOf(row.leased_until),
    succeededAt: momentOf(row.succeeded_at),
    failures: Number(row.failures),
  }));
}

/**
 * Acquires the lease of a task that is due and that no other node runs.
 *
 * @param everyMs the interval to the next run, from now
 * @param leaseMs how long it is held without renewal
 * @param anyTime also if it is not due yet
 */
export async function takeLease(
  db: Knex,
  { name, holder }: Pick<Lease, 'name' | 'holder'>,
  {
    everyMs,
    leaseMs,
    anyTime,
  }: { readonly everyMs: number; readonly leaseMs: number; readonly anyTime: boolean },
): Promise<Lease | null> {
  const now = dialectOf(db).milliseconds;
  const taken = await changeLeases(
    db,
    `set ${quote('holder')} = ?, ${quote('due_at')} = ${now} + ?, ${quote('leased_until')} = ${now} + ?, ` +
      `${quote('started_at')} = ${now} where ${quote('name')} = ? and (? or ${quote('due_at')} <= ${now}) ` +
      `and (${quote('leased_until')} is null or ${quote('leased_until')} <= ${now})`,
    [holder, everyMs, leaseMs, name, anyTime ? 1 : 0],
  );
  if (taken === 0) return null;
  const [row] = await query(db, {
    text: `select ${quote('started_at')} from ${quote(leaseTable)} where ${quote('name')} = ? and ${quote('holder')} = ?`,
    bindings: [name, holder],
  });
  return row ? { name, holder, startedAt: Number(row.started_at) } : null;
}

/** Renews a lease. @returns whether it was still held: a paused node may have lost it */
export async function renewLease(db: Knex, lease: Lease, leaseMs: number): Promise<boolean> {
  const now = dialectOf(db).milliseconds;
  return (await changeHeld(db, lease, `set ${quote('leased_until')} = ${now} + ?`, [leaseMs])) > 0;
}

/** The result of a run: `stopped` before its end, because the service stops. */
export type Outcome = 'done' | 'failed' | 'stopped';

/** Releases a lease. A stopped task is due at once, on another node or when this one runs again. */
export async function endLease(db: Knex, lease: Lease, outcome: Outcome): Promise<void> {
  const ended = {
    done: `, ${quote('succeeded_at')} = ${dialectOf(db).milliseconds}, ${quote('failures')} = 0`,
    failed: `, ${quote('failures')} = ${quote('failures')} + 1`,
    stopped: `, ${quote('due_at')} = 0`,
  }[outcome];
  await changeHeld(db, lease, `set ${quote('leased_until')} = null, ${quote('holder')} = null${ended}`, []);
}

function changeHeld(
  db: Knex,
  { name, holder }: Lease,
  sets: string,
  bindings: readonly (string | number)[],
): Promise<number> {
  const held = ` where ${quote('name')} = ? and ${quote('holder')} = ?`;
  return changeLeases(db, `${sets}${held}`, [...bindings, name, holder]);
}

async function changeLeases(db: Knex, rest: string, bindings: readonly (string | number)[]): Promise<number> {
  const response = await run(db, { text: `update ${quote(leaseTable)} ${rest}`, bindings });
  return dialectOf(db).affectedRowsOf(response);
}

function momentOf(stored: unknown): number | null {
  return stored === null || stored === undefined ? null : Number(stored);
}
