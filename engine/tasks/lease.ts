/** Who runs which task, and how it went: one row a task, by the clock of the database, which is one for all nodes. */
import type { Knex } from 'knex';
import { faultOf } from '../database/fault.ts';
import { dialectOf, insert, query, run } from '../database/query.ts';
import { quote } from '../database/sql.ts';

export const leaseTable = 'task_leases';

/** How a task stands. Moments are milliseconds since 1970 by the clock of the database. */
export interface TaskState {
  readonly name: string;
  readonly now: number;
  readonly dueAt: number;
  /** When its lease ends; null if no node runs it. */
  readonly leasedUntil: number | null;
  /** When a run last ended well; null where none did. */
  readonly succeededAt: number | null;
  /** Runs since then that failed. */
  readonly failures: number;
}

/** A lease that was taken. */
export interface Lease {
  readonly name: string;
  /** Who holds it: a name of this run's own. */
  readonly holder: string;
  /** When the run began. */
  readonly startedAt: number;
}

/** Makes a row for each task that has none yet. It is due at once. */
export async function addLeases(db: Knex, names: readonly string[]): Promise<void> {
  const known = new Set((await taskStates(db)).map(({ name }) => name));
  for (const name of names) {
    if (known.has(name)) continue;
    try {
      await insert(db, leaseTable, [{ name, due_at: 0, failures: 0 }]);
    } catch (error) {
      // Another node that starts was quicker.
      if (faultOf(error)?.kind !== 'duplicate') throw error;
    }
  }
}

/** How all tasks stand. */
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
 * Takes the lease of a task that is due and that no other node runs.
 *
 * @param everyMs when it is due again, from now on
 * @param leaseMs how long it is held without being renewed
 * @param anyTime also where it is not due yet
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

/** Holds a lease for longer. @returns whether it was still held: a node that stood still may have lost it */
export async function renewLease(db: Knex, lease: Lease, leaseMs: number): Promise<boolean> {
  const now = dialectOf(db).milliseconds;
  return (await changeHeld(db, lease, `set ${quote('leased_until')} = ${now} + ?`, [leaseMs])) > 0;
}

/** How a run ended: `stopped` before its end, by a service that ends. */
export type Outcome = 'done' | 'failed' | 'stopped';

/** Gives a lease back. What was stopped is due at once, on another node or when this one is there again. */
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
