/**
 * Runs the tasks of all definitions and of the service itself when they are due: one at a time per node, and each on one node at
 * a time.
 */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Registry } from '../../model/resource.ts';
import { parseEvery, type Task } from './feature.ts';
import { addLeases, endLease, type TaskState, takeLease, taskStates } from './lease.ts';
import { type NamedTask, type RunOptions, runLeased, Stopped, type TaskRun, usualLeaseMs } from './run.ts';

/** The maximum sleep of a runner: by then another node may have failed at its task. */
const longestSleepMs = 30_000;
const shortestSleepMs = 500;

interface TaskRunnerOptions extends RunOptions {
  /** Tasks without a resource, by name. */
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Called after each run. */
  report(run: TaskRun): void;
}

export interface TaskRunner {
  /** Names of the tasks: that of the resource, if any, a dot, and that of the task. */
  readonly names: readonly string[];
  /** Starts running due tasks, until it is stopped. */
  start(): void;
  /** Runs every task now, due or not, except those that another node runs. @returns the runs */
  once(): Promise<TaskRun[]>;
  /** Starts no further run, and waits for the present one, which stops between two steps. */
  stop(): Promise<void>;
  /** The state of the tasks, over all nodes. */
  states(): Promise<TaskState[]>;
}

export function createTaskRunner(options: TaskRunnerOptions): TaskRunner {
  const { db, report, leaseMs = usualLeaseMs } = options;
  const tasks = tasksOf(options.parts.registry, options.tasks);
  const names = tasks.map(({ name }) => name);
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (named: NamedTask, anyTime: boolean): Promise<TaskRun | null> => {
    const { name, everyMs } = named;
    const lease = await takeLease(db, { name, holder: randomUUID() }, { everyMs, leaseMs, anyTime });
    if (!lease) return null;
    const run = await runLeased(options, named, lease, stopping.signal);
    await endLease(db, lease, run.outcome);
    report(run);
    return run;
  };

  const runDue = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    for (const named of tasks) {
      if (stopping.signal.aborted) break;
      await attempt(named, false).catch((error: unknown) => report(broken(named.name, error)));
    }
    if (!stopping.signal.aborted) sleep(await untilDue(db, names));
  };

  const sleep = (ms: number): void => {
    timer = setTimeout(() => {
      running = runDue();
    }, ms);
    timer.unref();
  };

  return {
    names,
    start: () => {
      if (tasks.length === 0) return;
      running = addLeases(db, names)
        .catch((error: unknown) => report(broken(leasing, error)))
        .then(runDue);
    },
    once: async () => {
      await addLeases(db, names);
      const runs: TaskRun[] = [];
      for (const named of tasks) {
        const run = await attempt(named, true);
        if (run) runs.push(run);
      }
      return runs;
    },
    stop: async () => {
      stopping.abort(new Stopped('The service ends.'));
      clearTimeout(timer);
      await running;
    },
    states: () => (tasks.length === 0 ? Promise.resolve([]) : taskStates(db)),
  };
}

/** The reported name if not even leases could be read. */
const leasing = 'leases';

function broken(task: string, error: unknown): TaskRun {
  return { task, outcome: 'failed', milliseconds: 0, error };
}

function tasksOf(registry: Registry, others: Readonly<Record<string, Task>> = {}): NamedTask[] {
  const declared = [...registry.values()].flatMap(({ name, definition }) =>
    Object.entries(definition.tasks ?? {}).map(([key, task]) => [`${name}.${key}`, task] as const),
  );
  return [...declared, ...Object.entries(others)].map(([name, task]) => ({
    name,
    task,
    // Invalid intervals were refused when the definitions were read.
    everyMs: parseEvery(task.every) ?? longestSleepMs,
  }));
}

/** Milliseconds until a task is due, or until a leased one may have been abandoned; never so few that it polls constantly. */
async function untilDue(db: Knex, names: readonly string[]): Promise<number> {
  const states = await taskStates(db).catch(() => []);
  const waits = states
    .filter(({ name }) => names.includes(name))
    .map(({ dueAt, leasedUntil, now }) => Math.max(dueAt, leasedUntil ?? 0) - now);
  return Math.max(shortestSleepMs, Math.min(longestSleepMs, ...waits));
}
