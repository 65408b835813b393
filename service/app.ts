/** Assembles engine, sign-in and resources in one Koa application. It never listens. */

import Koa from 'koa';
import type { Logger } from 'pino';
import { createAuth, holdsSecrets, VisitorThrottle } from '../auth/index.ts';
import type { Database } from '../engine/database/open.ts';
import { createWriteProbe } from '../engine/database/probe.ts';
import { createFileStore } from '../engine/features/files/store/store.ts';
import { buildEngine, mountFeatures, routesOf } from '../engine/features/index.ts';
import type { Outbox } from '../engine/features/outbox/worker.ts';
import { createTaskRunner, type TaskRunner } from '../engine/features/tasks/runner.ts';
import { speak } from '../engine/message.ts';
import { addRoutes } from '../engine/serve/routes.ts';
import { translations } from '../locales/index.ts';
import type { Config } from './config/config.ts';
import { rowAt } from './config/row-address.ts';
import { createAboutRoute } from './http/about.ts';
import { settleAddress } from './http/client-address.ts';
import { compressAnswers } from './http/compression.ts';
import { addConsole, isAsset } from './http/console/console.ts';
import { apiPrefix, describeApi, describeInSteps, documentPath } from './http/document/api-document.ts';
import { createDocumentRoute } from './http/document/document-route.ts';
import { answerFailures, reportBrokenAnswers } from './http/failures.ts';
import { createMultipartReader } from './http/multipart/reader.ts';
import { fileFigures } from './http/observed/file-figures.ts';
import { createHealth } from './http/observed/health.ts';
import { readMeasured } from './http/observed/measured.ts';
import { createMetrics } from './http/observed/metrics.ts';
import { countQueries, watchQueries } from './http/observed/query-count.ts';
import { requestIds } from './http/observed/request-id.ts';
import { logRequests, observeRequests } from './http/observed/request-log.ts';
import { createPublicRoutes } from './http/public.ts';
import { addReference, lead } from './http/reference.ts';
import { limitHeaders, limitQuery, limitRequests, requireHost } from './http/request-limit.ts';
import { limitTime, usualTimeLimit } from './http/request-time.ts';
import { createRouters } from './http/routers.ts';
import { refuseUnmatched } from './http/unmatched.ts';
import { discardUnread } from './http/unread-body.ts';
import { addFeedRoute, createCalendars } from './outbox/feeds/feeds.ts';
import { createMail } from './outbox/mail/mail.ts';
import { createNoticeMails } from './outbox/mail/notice-mails.ts';
import { addPreferenceRoutes } from './outbox/notifications/routes.ts';
import { createUnread } from './outbox/notifications/unread.ts';
import { createServiceOutbox } from './outbox/outbox.ts';
import { readWaiting } from './outbox/waiting.ts';
import { createWebhooks } from './outbox/webhooks/webhooks.ts';
import { findProject } from './project/project.ts';
import { createRegistry } from './project/registry.ts';
import { addOwnRoutes } from './project/routes.ts';
import { requestServices } from './requests/codes.ts';
import { createRequestDoor } from './requests/door.ts';
import { hasRequests, placeAt } from './requests/places.ts';
import type { Crew } from './start/crew.ts';
import { reportTasks } from './start/tasks.ts';
import { createUpkeep, type Upkeep } from './start/upkeep.ts';

interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Another folder of definitions, for tests. */
  readonly resources?: string;
  /** The maximum milliseconds until the answer of a request, for tests. */
  readonly timeLimit?: number;
  /** bcrypt's cost, for tests. */
  readonly passwordCost?: number;
  /** Development mode: open pages of the console reload after each change. */
  readonly development?: boolean;
  /** Adds the metrics of the other processes that share the port, if any. */
  readonly share?: Crew['share'];
}

export type App = Koa &
  Upkeep & {
    /** From now on it reports that it is not ready. */
    leave(): void;
    /** The tasks of the definitions; none runs before they are started. */
    readonly tasks: TaskRunner;
    /** The outbox; nothing is sent before it is started. */
    readonly outbox: Outbox;
    /** Compiles the console, so that its first visitor need not wait. */
    prepareConsole(): Promise<void>;
    /** The OpenAPI document, as it is served. */
    describe(fields?: boolean): ReturnType<typeof describeApi>;
  };

/**
 * Builds the application.
 *
 * @throws DefinitionError for an invalid definition
 */
export async function createApp({
  config,
  database,
  log,
  resources,
  timeLimit = usualTimeLimit,
  passwordCost,
  development = false,
  share,
}: AppParts): Promise<App> {
  const project = await findProject();
  speak(translations);
  const registry = await createRegistry(resources);
  const governed = [...registry.values()];
  const cost = passwordCost !== undefined && { passwordCost };
  const journalTable = registry.has('activities') ? 'activities' : null;
  const mail = createMail({
    ...{ db: database, config, log },
    notices: (reader, held) => noticeMails.letter(reader, held),
    nudge: () => outbox.nudge('mail'),
    report: (result) => metrics.sent('mails', result),
  });
  const { mailer } = mail;
  const auth = createAuth({ database, settings: config, log, mailer, resources: () => governed, ...cost });
  const webhooks = createWebhooks({ config, registry, nudge: () => outbox.nudge('webhooks') });
  const files = createFileStore(database, config.files.folder);
  const engine = buildEngine({
    db: database,
    registry,
    services: {
      ...auth.services,
      ...createCalendars(`${config.appUrl}${apiPrefix}`),
      ...requestServices,
      webhooks: webhooks.services,
    },
    journalTable,
    baseUrl: `${config.appUrl}${apiPrefix}`,
    home: config.appUrl,
    closed: config.publicRequests.open ? [] : ['/r/'],
    locales: config.locales,
    currency: config.currency,
    files: { ...config.files, store: files },
    written: () => outbox.nudge('events'),
    report: (error) =>
      log.warn({ err: error }, 'Kept counts could not be folded; they are right all the same.'),
  });
  const routers = createRouters(apiPrefix, registry.keys());
  const { main } = routers;
  auth.routes(main);
  const multipart = createMultipartReader();
  const served = { engine, prefix: apiPrefix, guard: auth.csrf, authenticate: auth.authenticate, multipart };
  const finder = addRoutes(routers, served, routesOf);
  mountFeatures(routers, {
    ...served,
    finder,
    zones: auth.zones,
    unread: createUnread(engine),
    rowAt: async (address, host) => {
      const hosts = [new URL(config.appUrl).host, host];
      return rowAt(address, hosts) ?? (hasRequests(registry) ? placeAt(database, address, hosts) : null);
    },
  });
  addPreferenceRoutes(main, served);
  addOwnRoutes(main, project.options, { database, prefix: apiPrefix, auth });
  const publicRoutes = createPublicRoutes(apiPrefix);
  addFeedRoute(publicRoutes, { ...config, database, model: engine, auth });
  const noticeMails = createNoticeMails({
    ...{ db: database, model: engine, prefix: apiPrefix, zones: auth.zones },
    ...{ appKeys: config.appKeys, appName: config.appName, appUrl: config.appUrl },
    console: config.console,
    planned: () => outbox.nudge('mail'),
  });
  noticeMails.addRoutes(publicRoutes);
  const requestDoor = createRequestDoor({
    ...{ engine, auth, appUrl: config.appUrl, open: config.publicRequests.open },
    throttle: new VisitorThrottle(database, config.publicRequests.limit),
    report: (outcome) => metrics.sent('public_requests', outcome),
    routes: (first) => createPublicRoutes(`${apiPrefix}/public`, first),
    pages: createPublicRoutes(''),
    multipart,
    ...{ appName: config.appName, console: config.console, locale: config.locales[0] },
  });
  const describe = (fields = false) => describeApi(config, registry, fields);
  const steps = (fields: boolean) => describeInSteps(config, registry, fields);
  main.get(documentPath, createDocumentRoute(steps, apiPrefix, registry.keys()));
  const about = { name: config.appName, version: config.appVersion, locales: [...config.locales] };
  main.get(`${apiPrefix}/service`, createAboutRoute(about));
  addReference(main, { name: config.appName, token: config.cookies.token });
  main.get('/', (ctx) => lead(ctx, config.console ? 'console' : 'docs'));
  const console = config.console
    ? addConsole(main, { ...config, development, log, tokenCookie: config.cookies.token })
    : null;

  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy });
  app.on('error', reportBrokenAnswers(log));
  const counting = log.isLevelEnabled('debug');
  if (counting) watchQueries(database);
  const { systemActor } = auth;
  const tasks = createTaskRunner({
    ...{ db: database, parts: engine, systemActor, report: reportTasks(log) },
    tasks: { 'files.sweep': { every: '15 minutes', run: ({ signal }) => files.sweep(signal) } },
  });
  const attempted = (result: string) => metrics.sent('webhook_attempts', result);
  const mails = [...noticeMails.works, mail.work];
  const outbox = createServiceOutbox({ database, engine, systemActor, log, mails, webhooks, attempted });
  const waiting = async () => ({
    ...(await readWaiting(database, journalTable, registry.has('webhooks'))),
    ...(await readMeasured(database, registry)),
    ...fileFigures(await files.figures()),
  });
  const metrics = createMetrics({
    ...{ database, token: config.metricsToken, taskStates: tasks.states, waiting, share },
    ...{ registry, prefix: apiPrefix },
  });
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
  app.use(limitRequests(config.requestLimit, { isFree: isAsset, shared: share !== undefined }));
  app.use(limitQuery());
  app.use(limitTime(timeLimit));
  app.use(publicRoutes.middleware);
  for (const each of requestDoor) app.use(each);
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
    outbox,
    prepareConsole: async () => console?.prepare(),
    ...createUpkeep({ database, project, registry, engine, auth, filesFolder: config.files.folder }),
  });
}
