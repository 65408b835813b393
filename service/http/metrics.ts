/** Figures for Prometheus at `/metrics`. */

import { timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { hostsInUse } from '../../engine/database/hosts/told.ts';
import { poolUse } from '../../engine/database/knex-internals.ts';
import type { Database } from '../../engine/database/open.ts';
import { Failure } from '../../engine/failure.ts';
import type { TaskState } from '../../engine/tasks/lease.ts';
import type { RequestFacts } from './request-log.ts';

export interface Metrics {
  observe(facts: RequestFacts): void;
  readonly middleware: Middleware;
}

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/**
 * Answers `/metrics` to whoever asks from this machine, or with the token (`Authorization: Bearer …`).
 * Behind a proxy on the same machine every request seems local: one that was forwarded needs the token.
 *
 * @param taskStates how the tasks stand, over all nodes
 */
export function createMetrics(
  database: Database,
  token: string | null,
  taskStates: () => Promise<readonly TaskState[]>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Finding the counters of three labels costs more than counting; patterns of routes are few.
  const known = new Map<string, ReturnType<typeof seconds.labels>>();
  const secondsOf = (method: string, route: string, status: number) => {
    const key = `${method} ${route} ${status}`;
    const counters = known.get(key) ?? seconds.labels({ method, route, status });
    known.set(key, counters);
    return counters;
  };
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Attempts to sign in, by the status of their answer.',
    labelNames: ['status'],
    registers: [registry],
  });
  const throttled = new Counter({
    name: 'throttled_total',
    help: 'Requests answered 429, by route.',
    labelNames: ['route'],
    registers: [registry],
  });
  watchPool(database, registry);
  watchHosts(database, registry);
  const readTasks = watchTasks(taskStates, registry);
  return {
    observe: ({ method, route, status, milliseconds }) => {
      secondsOf(method, route, status).observe(milliseconds / 1000);
      if (route.endsWith('/auth/login')) signIns.inc({ status });
      if (status === 429) throttled.inc({ route });
    },
    middleware: async (ctx, next) => {
      if (ctx.path !== '/metrics') return next();
      if (!mayRead(ctx, token)) throw new Failure('forbidden');
      ctx.type = registry.contentType;
      await readTasks();
      ctx.body = await registry.metrics();
    },
  };
}

function mayRead(ctx: Context, token: string | null): boolean {
  const given = /^Bearer (.+)$/.exec(ctx.get('Authorization'))?.[1];
  if (token !== null && given !== undefined) {
    const [expected, actual] = [Buffer.from(token), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
  const forwarded = ctx.get('X-Forwarded-For') !== '' || ctx.get('Forwarded') !== '';
  return !forwarded && loopback.test(ctx.req.socket.remoteAddress ?? '');
}

function watchPool(database: Database, registry: Registry): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolUse(database))) this.set({ state }, count);
    },
  });
}

/** Of a database with several hosts: 1 for the one that is written to, 0 for the others. */
function watchHosts(database: Database, registry: Registry): void {
  new Gauge({
    name: 'database_host_written',
    help: 'Whether a host of the database is the one that is written to, where it has several.',
    labelNames: ['host'],
    registers: [registry],
    collect() {
      for (const { host, written } of hostsInUse(database)) this.set({ host }, written ? 1 : 0);
    },
  });
}

/**
 * The same on every node, as they are read from the database. Where that gives no answer there is nothing to tell.
 *
 * @returns reads them, once for all their figures
 */
function watchTasks(
  taskStates: () => Promise<readonly TaskState[]>,
  registry: Registry,
): () => Promise<void> {
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
  return async () => {
    const states = await taskStates().catch(() => []);
    failed.reset();
    age.reset();
    for (const { name: task, now, succeededAt, failures } of states) {
      failed.set({ task }, failures);
      if (succeededAt !== null) age.set({ task }, Math.max(0, now - succeededAt) / 1000);
    }
  };
}
