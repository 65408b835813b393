/** One run of a task: what it is given, how its lease is held meanwhile, how it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Task, TaskContext } from '../definition/own/task.ts';
import type { Actor } from '../policy.ts';
import type { WriteParts } from '../write/context.ts';
import { writeAtSite } from './at-site.ts';
import { type Lease, type Outcome, renewLease } from './lease.ts';

/** How long a lease is held without being renewed: so much later another node goes on for one that was killed. */
export const usualLeaseMs = 60_000;

/** The longest that a task stands aside before its next transaction. */
const longestRestMs = 250;

export interface RunOptions {
  readonly db: Knex;
  readonly parts: WriteParts;
  /** The service itself at a site, within a transaction; null where the site is gone. */
  systemActor(db: Knex, siteId: number): Promise<Actor | null>;
  readonly leaseMs?: number;
}

/** A run that has ended. */
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

/** Thrown at a task's next step when the service ends. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Lets others go first. @throws what the signal throws once it is aborted, at once */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/**
 * Runs a task whose lease is held, and holds it for as long as that takes.
 *
 * @param stop tells that the service ends
 */
export async function runLeased(
  { db, parts, systemActor, leaseMs = usualLeaseMs }: RunOptions,
  { name, task }: NamedTask,
  lease: Lease,
  stop: AbortSignal,
): Promise<TaskRun> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const renewing = setInterval(() => {
    renewLease(db, lease, leaseMs).then(
      (held) => held || lost.abort(new Error(`The lease of ${name} has gone to another node.`)),
      // Until it has run out the task goes on; nothing that it does depends on it.
      () => {},
    );
  }, leaseMs / 3);
  renewing.unref();
  const begun = performance.now();
  const now = new Date(lease.startedAt);
  // Between two transactions a task stands aside for as long as the last one took: a request, which on SQLite waits for the one
  // connection at each of its statements, then waits for one of them, and not for all.
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
  }

  function ended(outcome: Outcome): TaskRun {
    return { task: name, outcome, milliseconds: Math.round(performance.now() - begun) };
  }
}
