/** Metrics for Prometheus at `/metrics`. */

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client';
import { poolUse } from '../../../engine/database/knex-internals.ts';
import { isWrittenElsewhere } from '../../../engine/database/mysql/nodes.ts';
import type { Database } from '../../../engine/database/open.ts';
import { Failure } from '../../../engine/failure.ts';
import type { TaskState } from '../../../engine/features/tasks/lease.ts';
import type { Registry as Resources } from '../../../engine/model/resource.ts';
import { isLoopback } from '../../config/addresses.ts';
import type { WaitingFigures } from '../../outbox/waiting.ts';
import type { Crew, Figures } from '../../start/crew.ts';
import { timeReports } from './report-times.ts';
import type { RequestFacts } from './request-log.ts';
import { countSent, type Sent, watchTasks, watchWaiting } from './shared-figures.ts';

interface Metrics {
  /** Counts a delivery by its result. */
  sent(what: Sent, result: string): void;
  observe(facts: RequestFacts): void;
  readonly middleware: Middleware;
}

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

interface MetricsParts {
  readonly database: Database;
  /** Token for reading from other machines; null allows only this machine. */
  readonly token: string | null;
  /** The state of tasks, over all nodes. */
  taskStates(): Promise<readonly TaskState[]>;
  /** The resources, whose reports are timed, and the path before them. */
  readonly registry: Resources;
  readonly prefix: string;
  /** Waiting deliveries in the database. */
  waiting(): Promise<WaitingFigures>;
  /** Adds the metrics of other processes that share the port. */
  readonly share?: Crew['share'] | undefined;
}

/**
 * Answers `/metrics` to requests from this machine, or with the token (`Authorization: Bearer …`). Behind a proxy on the same
 * machine every request seems local: a forwarded one needs the token.
 */
export function createMetrics(parts: MetricsParts): Metrics {
  const { database, token, taskStates, waiting, share } = parts;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Finding the counters of three labels costs more than counting; there are few route patterns.
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
  tellOfNodes(database, registry);
  const timeReport = timeReports(parts.registry, parts.prefix, registry);
  const askAll = share?.(() => figuresOf(registry));
  // Metrics that are the same in every process: they are not added.
  const common = new Registry();
  const readShared = [watchTasks(taskStates, common), watchWaiting(waiting, common)];
  const sent = countSent(registry);
  return {
    sent,
    observe: (facts) => {
      const { method, route, status, milliseconds } = facts;
      secondsOf(method, route, status).observe(milliseconds / 1000);
      if (route.endsWith('/auth/login')) signIns.inc({ status });
      if (status === 429) throttled.inc({ route });
      timeReport(facts);
    },
    middleware: async (ctx, next) => {
      if (ctx.path !== '/metrics') return next();
      if (!mayRead(ctx, token)) throw new Failure('forbidden');
      ctx.type = registry.contentType;
      // While the database does not answer, only one query is sent.
      for (const read of readShared) if (!(await read())) break;
      const sums = askAll ? AggregatorRegistry.aggregate<PrometheusContentType>([await askAll()]) : registry;
      ctx.body = await Registry.merge([sums, common]).metrics();
    },
  };
}

function mayRead(ctx: Context, token: string | null): boolean {
  const given = /^Bearer (.+)$/.exec(ctx.get('Authorization'))?.[1];
  if (token !== null && given !== undefined) {
    const [expected, actual] = [Buffer.from(token), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
  return isFromHere(ctx.req);
}

/** Headers that a proxy adds: the client, the original host, or that it has forwarded the request. */
const forwarding =
  /^(?:forwarded$|via$|cdn-loop$|x-forwarded|x-original|x-envoy)|-(?:client|connecting|real)-ip$/;

/**
 * Whether the request comes from a program on this machine, and not from outside: neither through a local proxy, nor from a page
 * whose host name leads here (DNS rebinding).
 */
function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d*$/, '');
  return (
    loopback.test(socket.remoteAddress ?? '') &&
    isLoopback(host) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}

/** The metrics of this process. For several processes, the start time is that of the first. */
async function figuresOf(registry: Registry): Promise<Figures> {
  const figures = await registry.getMetricsAsJSON();
  return figures.map((one) =>
    one.name === 'process_start_time_seconds' ? { ...one, aggregator: 'min' } : one,
  );
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

function tellOfNodes(database: Database, registry: Registry): void {
  new Gauge({
    name: 'database_written_elsewhere',
    help: 'Whether the cluster is written to on another node as well, which nobody shall do.',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(isWrittenElsewhere(database) ? 1 : 0);
    },
  });
}
