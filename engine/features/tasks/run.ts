/** One run of a task: its context, the renewal of its lease, and its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Actor } from '../../policy.ts';
import { abortWith } from '../../signal.ts';
import type { WriteParts } from '../../write/context.ts';
import { type Task, type TaskContext, writeAtSite } from './feature.ts';
import { type Lease, type Outcome, renewLease } from './lease.ts';

/** How long a lease is held without renewal: after a node is killed, another one continues after this time. */
export const usualLeaseMs = 60_000;

/** The maximum pause of a task before its next transaction. */
const longestRestMs = 250;

export interface RunOptions {
  readonly db: Knex;
  readonly parts: WriteParts;
  /** The service itself at a site, within a transaction; null if the site does not exist. */
  systemActor(db: Knex, siteId: number): Promise<Actor | null>;
  readonly leaseMs?: number;
}

/** A finished run. */
export interface TaskRun {
  /** `maintenance-plan.generate`. */
  readonly task: string;
  readonly outcome: Outcome;
  readonly milliseconds: number;
  readonly error?: unknown;
}

export interface NamedTask {
  readonly name: string;
  readonly task: Task;
  readonly everyMs: number;
}

/** Thrown at a task's next step when the service stops. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Lets other requests run first. @throws the error of the signal, as soon as it is aborted */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/**
 * Runs a task whose lease is held, and renews the lease meanwhile.
 *
 * @param stop aborted when the service stops
 */
export async function runLeased(
  { db, parts, systemActor, leaseMs = usualLeaseMs }: RunOptions,
  { name, task }: NamedTask,
  lease: Lease,
  stop: AbortSignal,
): Promise<TaskRun> {
  const lost = abortWith(stop);
  const { signal } = lost;
  const renewing = setInterval(() => {
    renewLease(db, lease, leaseMs).then(
      (held) => held || lost.abort(new Error(`The lease of ${name} has gone to another node.`)),
      // The task continues until the lease has expired; its correctness does not depend on it.
      () => {},
    );
  }, leaseMs / 3);
  renewing.unref();
  const begun = performance.now();
  const now = new Date(lease.startedAt);
  // Between two transactions, a task pauses as long as the last one took. A request on SQLite waits for the only connection at
  // each of its statements: with the pause, it waits for one transaction of the task and not for all.
  let restedAt = 0;
  const context: TaskContext = {
    now: now.toISOString(),
    db,
    signal,
    services: parts.services,
    at: async (siteId, work) => {
      await rest(restedAt - performance.now(), signal);
      const began = performance.now();
      try {
        return await writeAtSite({ db, parts, systemActor, now, requestId: null, signal }, siteId, work);
      } finally {
        const over = performance.now();
        restedAt = over + Math.min(over - began, longestRestMs);
      }
    },
  };
  try {
    await task.run(context);
    return ended('done');
  } catch (error) {
    return error instanceof Stopped ? ended('stopped') : { ...ended('failed'), error };
  } finally {
    clearInterval(renewing);
    lost.forget();
  }

  function ended(outcome: Outcome): TaskRun {
    return { task: name, outcome, milliseconds: Math.round(performance.now() - begun) };
  }
}
