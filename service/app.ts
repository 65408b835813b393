/** Joins engine, sign-in and resources in one Koa application. Never listens. */

import Koa from 'koa';
import type { Logger } from 'pino';
import { createAuth, csrfCookie, holdsSecrets } from '../auth/index.ts';
import type { Finding } from '../engine/check/report.ts';
import { compactWaiting } from '../engine/counters/compact.ts';
import { countersOf, countMissing, uncounted } from '../engine/counters/setup.ts';
import type { Database } from '../engine/database/open.ts';
import { createWriteProbe } from '../engine/database/probe.ts';
import { refreshGrown, refreshStatistics, rereadStatistics } from '../engine/database/statistics.ts';
import { addMetadataRoute } from '../engine/describe/metadata/route.ts';
import { addOverviewRoute } from '../engine/describe/overview/route.ts';
import { requireViews } from '../engine/describe/view/check-views.ts';
import { speak } from '../engine/message.ts';
import { buildRegistry, loadDefinitions } from '../engine/model/compile.ts';
import type { Registry } from '../engine/model/resource.ts';
import { compareColumns } from '../engine/schema/compare.ts';
import { describeColumns } from '../engine/schema/introspect.ts';
import { findStrays } from '../engine/schema/values.ts';
import { createEngine } from '../engine/serve/engine.ts';
import { addRoutes } from '../engine/serve/routes.ts';
import { createTaskRunner, type TaskRunner } from '../engine/tasks/runner.ts';
import { sweepKeys } from '../engine/write/idempotency.ts';
import { catalogues, translations } from '../locales/index.ts';
import type { Config } from './config/config.ts';
import { createAboutRoute } from './http/about.ts';
import { apiPrefix, describeApi, documentPath } from './http/api-document.ts';
import { settleAddress } from './http/client-address.ts';
import { compressAnswers } from './http/compression.ts';
import { addConsole, isAsset } from './http/console/console.ts';
import { createDocumentRoute } from './http/document-route.ts';
import { answerFailures, reportBrokenAnswers } from './http/failures.ts';
import { createHealth } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';

import { countQueries, watchQueries } from './http/query-count.ts';
import { addReference, lead } from './http/reference.ts';
import { requestIds } from './http/request-id.ts';
import { limitHeaders, limitQuery, limitRequests, requireHost } from './http/request-limit.ts';
import { logRequests, observeRequests } from './http/request-log.ts';
import { limitTime, usualTimeLimit } from './http/request-time.ts';
import { createRouters } from './http/routers.ts';
import { refuseUnmatched } from './http/unmatched.ts';
import { discardUnread } from './http/unread-body.ts';
import { findProject, resourcesFolder } from './project/project.ts';
import { addOwnRoutes } from './project/routes.ts';
import { type SetUp, setUp } from './project/seeds.ts';
import type { Peers } from './start/cluster/worker.ts';
import { reportHosts } from './start/hosts.ts';
import { reportTasks } from './start/tasks.ts';

interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Another folder of definitions, for tests. */
  readonly resources?: string;
  /** Milliseconds until a request is answered at the latest, for tests. */
  readonly timeLimit?: number;
  /** bcrypt's cost, for tests. */
  readonly passwordCost?: number;
  /** Whether somebody works on definitions or on the console: open pages of it follow each change. */
  readonly development?: boolean;
  /** The other processes that share the port, where there are any. */
  readonly peers?: Peers;
}

export type App = Koa & {
  /** Is not ready from now on, whatever else it answers. */
  leave(): void;
  /**
   * Deletes what has expired (sessions, counters, idempotency keys), folds kept counts, and tells SQLite what its tables
   * hold by now. @returns how many rows went
   */
  sweep(): Promise<number>;
  /** What is left of that to a process that shares the port with the one that sweeps: it learns what SQLite was told. */
  follow(): Promise<void>;
  /** Begins to keep counts that are not kept yet. @returns the resources where the database refuses, with its reason */
  keepCounts(): Promise<ReadonlyMap<string, unknown>>;
  /** Paths of the resources whose counts are not kept: their lists are counted when asked for. */
  uncounted(): Promise<readonly string[]>;
  /** Tables and columns of definitions that the database does not have, and values of rows that definitions have lost. */
  lacking(): Promise<readonly Finding[]>;
  /** Rows whose values definitions do not allow, whoever wrote them. Reads every row: for after a change of the schema. */
  strays(): Promise<readonly Finding[]>;
  /** Makes the roles of the configuration that were never made, and, where that is wanted, runs the seeds that were never run. */
  setUp(wanted: { readonly seeds: boolean; readonly now?: Date }): Promise<SetUp>;
  /** The tasks of the definitions; nothing runs until they are started. */
  readonly tasks: TaskRunner;
  /** Makes the console, so that its first visitor does not wait. */
  prepareConsole(): Promise<void>;
  /** The OpenAPI document, as it is served. */
  describe(fields?: boolean): ReturnType<typeof describeApi>;
};

export { resourcesFolder };

/** Paths of the resources that the site and the author of every row refer to. */
export const systemPaths = { sites: 'sites', users: 'users' } as const;

/** The project of a process is always the same, and so are its definitions: they are judged and compiled once. */
let ours: Promise<Registry> | undefined;

/**
 * The resources of the project, or of a folder, ready to be served.
 *
 * @throws DefinitionError where a definition is wrong
 */
export function createRegistry(folder?: string): Promise<Registry> {
  if (folder !== undefined) return compile(() => loadDefinitions(folder));
  ours ??= compile(async () => (await findProject()).load());
  return ours;
}

async function compile(load: () => ReturnType<typeof loadDefinitions>): Promise<Registry> {
  // Finds the words of the project, too.
  await findProject();
  const registry = buildRegistry(await load(), systemPaths, catalogues);
  requireViews(registry);
  return registry;
}

/**
 * Builds the application.
 *
 * @throws DefinitionError where a definition is wrong
 */
export async function createApp({
  config,
  database,
  log,
  resources,
  timeLimit = usualTimeLimit,
  passwordCost,
  development = false,
  peers,
}: AppParts): Promise<App> {
  const project = await findProject();
  speak(translations);
  reportHosts(database, log);
  const registry = await createRegistry(resources);
  const governed = [...registry.values()];
  const cost = passwordCost !== undefined && { passwordCost };
  const auth = createAuth({ database, settings: config, log, resources: () => governed, ...cost });
  const engine = createEngine({
    db: database,
    registry,
    services: auth.services,
    journalTable: registry.has('activities') ? 'activities' : null,
    baseUrl: `${config.appUrl}${apiPrefix}`,
    locales: config.locales,
    currency: config.currency,
    report: (error) =>
      log.warn({ err: error }, 'Kept counts could not be folded; they are right all the same.'),
  });
  const routers = createRouters(apiPrefix, registry.keys());
  const { main } = routers;
  auth.routes(main);
  const served = { engine, prefix: apiPrefix, guard: auth.csrf, authenticate: auth.authenticate };
  const finder = addRoutes(routers, served);
  addMetadataRoute(routers, served);
  addOverviewRoute(routers, served);
  addOwnRoutes(main, project.options, { database, prefix: apiPrefix, auth });
  const describe = (fields = false) => describeApi(config, registry, fields);
  main.get(documentPath, createDocumentRoute(describe, apiPrefix, registry.keys()));
  const about = { name: config.appName, version: config.appVersion, locales: [...config.locales] };
  main.get(`${apiPrefix}/service`, createAboutRoute(about));
  addReference(main, config.appName);
  main.get('/', (ctx) => lead(ctx, config.console ? 'console' : 'docs'));
  const console = config.console
    ? addConsole(main, { ...config, development, log, tokenCookie: csrfCookie })
    : null;

  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy });
  app.on('error', reportBrokenAnswers(log));
  const counting = log.isLevelEnabled('debug');
  if (counting) watchQueries(database);
  const tasks = createTaskRunner({
    db: database,
    parts: engine,
    systemActor: auth.systemActor,
    report: reportTasks(log),
  });
  const metrics = createMetrics({ database, token: config.metricsToken, taskStates: tasks.states, peers });
  app.use(settleAddress());
  app.use(auth.headers);
  app.use(requestIds());
  app.use(countQueries(counting));
  app.use(observeRequests([logRequests(log, isAsset), metrics.observe]));
  app.use(discardUnread());
  app.use(compressAnswers(holdsSecrets));
  app.use(answerFailures(log, config.locales[0]));
  app.use(requireHost());
  app.use(limitHeaders());
  let leaving = false;
  app.use(createHealth(database, createWriteProbe(database, config.database), () => leaving));
  app.use(metrics.middleware);
  app.use(limitRequests(config.requestLimit, { isFree: isAsset, shared: peers !== undefined }));
  app.use(limitQuery());
  app.use(limitTime(timeLimit));
  app.use(auth.cors);
  app.use(auth.gate);
  app.use(auth.session);
  app.use(routers.middleware);
  app.use(refuseUnmatched(routers, finder));
  return Object.assign(app, {
    describe,
    leave: () => {
      leaving = true;
    },
    tasks,
    setUp: async ({ seeds, now = new Date() }: Parameters<App['setUp']>[0]) => {
      const given = { db: database, parts: engine, systemActor: auth.systemActor, now };
      const made = await setUp(project, given, { seeds });
      if (made.seeds.length > 0) await refreshStatistics(database);
      return made;
    },
    prepareConsole: async () => console?.prepare(),
    keepCounts: () => countMissing(database, countersOf(registry)),
    lacking: async () => {
      const schema = await describeColumns(database);
      return [...compareColumns(registry, schema), ...(await findStrays(database, registry, schema, 'gone'))];
    },
    strays: async () => findStrays(database, registry, await describeColumns(database), 'all'),
    uncounted: () => uncounted(database, countersOf(registry)),
    follow: () => rereadStatistics(database),
    sweep: async () => {
      // First: what has expired goes, whatever becomes of the rest.
      const swept = (await auth.sweep()) + (await sweepKeys(database));
      await compactWaiting(database, countersOf(registry));
      await refreshGrown(database);
      return swept;
    },
  });
}
