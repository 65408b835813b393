/** Metrics that are the same on every node, read from the database, and counts of this process's deliveries. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { TaskState } from '../../../engine/features/tasks/lease.ts';
import type { WaitingFigures } from '../../outbox/waiting.ts';

/** How long metrics wait for the database: they are most needed while it does not answer. */
const patienceMs = 2000;

/** @returns reads them all, and reports whether the database has answered */
export function watchWaiting(
  read: () => Promise<WaitingFigures>,
  registry: Registry,
): () => Promise<boolean> {
  const gauges = new Map<string, Gauge | Counter>();
  const ask = within(read);
  return async () => {
    const figures = await ask();
    // An outdated value would be wrong.
    for (const gauge of gauges.values()) gauge.remove();
    for (const [name, { help, value }] of Object.entries(figures ?? {})) {
      const kind = name.endsWith('_total') ? Counter : Gauge;
      const gauge = gauges.get(name) ?? new kind({ name, help, registers: [registry] });
      gauges.set(name, gauge);
      gauge.inc(value);
    }
    return figures !== null;
  };
}

export type Sent = 'webhook_attempts' | 'mails' | 'public_requests';

/** @returns counts one */
export function countSent(registry: Registry): (what: Sent, result: string) => void {
  const counter = (what: Sent, help: string, label = 'result') =>
    new Counter({ name: `${what}_total`, help, labelNames: [label], registers: [registry] });
  const counters: Readonly<Record<Sent, Counter>> = {
    webhook_attempts: counter('webhook_attempts', 'Attempts to deliver to webhooks, by how they ended.'),
    mails: counter('mails', 'Attempts to send mails, by how they ended.'),
    public_requests: counter(
      'public_requests',
      'Requests that people without an account have sent, by how they ended.',
      'outcome',
    ),
  };
  return (what, result) => counters[what].labels(result).inc();
}

/** Shares one query among all concurrent callers, and limits the wait. */
function within<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let asked: Promise<T | null> | null = null;
  return async () => {
    asked ??= ask()
      .catch(() => null)
      .finally(() => {
        asked = null;
      });
    const over = new AbortController();
    const late = sleep(patienceMs, null, { signal: over.signal }).catch(() => null);
    const answer = await Promise.race([asked, late]);
    over.abort();
    return answer;
  };
}

/**
 * The same on every node, since they are read from the database. Without its answer, they are left out.
 *
 * @returns reads them, once for all their metrics
 */
export function watchTasks(
  taskStates: () => Promise<readonly TaskState[]>,
  registry: Registry,
): () => Promise<boolean> {
  const labelNames = ['task'] as const;
  const registers = [registry];
  const failed = new Gauge({
    name: 'task_failures',
    help: 'Runs of a task that failed since one last ended well.',
    ...{ labelNames, registers },
  });
  const age = new Gauge({
    name: 'task_last_success_age_seconds',
    help: 'Time since a run of a task last ended well; not there where none did.',
    ...{ labelNames, registers },
  });
  const ask = within(taskStates);
  return async () => {
    const states = await ask();
    failed.reset();
    age.reset();
    for (const { name: task, now, succeededAt, failures } of states ?? []) {
      failed.set({ task }, failures);
      if (succeededAt !== null) age.set({ task }, Math.max(0, now - succeededAt) / 1000);
    }
    return states !== null;
  };
}
