/** Serves in one process: database, app, port. It stops gracefully on SIGTERM and SIGINT. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { findDemoLogins, shareMachine } from '../auth/index.ts';
import { DefinitionError, describeFinding } from '../engine/check/subject.ts';
import { databaseNow } from '../engine/database/clock.ts';
import { type Database, openDatabase, requestTimeout } from '../engine/database/open.ts';
import { type App, createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createListener } from './http/listener.ts';
import { compareClocks } from './start/clocks.ts';
import { type Crew, joinCrew } from './start/crew.ts';
import { type Drain, watchRequests } from './start/drain.ts';
import { drainMs, endOnSignals } from './start/end.ts';
import { listen } from './start/listen.ts';
import { watchNodes } from './start/nodes.ts';
import { prepareDatabase } from './start/prepare-database.ts';
import { sweepNowAndThen } from './start/sweep.ts';
import { sayWelcome } from './start/welcome.ts';

export interface Service {
  readonly config: Config;
  readonly log: Logger;
  /** Development mode. */
  readonly development: boolean;
}

/**
 * Starts the service in this process: alone, or as one of several that share the port.
 *
 * @throws the reason why it cannot start; `explainFailure` makes it a sentence
 */
export async function serve({ config, log, development }: Service): Promise<void> {
  const crew = joinCrew();
  shareMachine(config.workers);
  const database = openDatabase(config, requestTimeout);
  const { app, server, drain } = await openService({ config, log, development, database }, crew);
  const leave = () => {
    app.leave();
    drain.leave();
  };
  const finish = () => Promise.all([drain.finish(drainMs), app.tasks.stop()]);
  const leaveMs = config.leaveSeconds * 1000;
  const lost = crew?.loss() ?? new Promise(() => {});
  endOnSignals({ leave, leaveMs, lost, finish, sent: app.outbox.stop }, database, log);
  const address = await listen(server, config);
  if (isFirst(crew)) sayWhereMailsGo(config, log);
  workForAll(app, { config, log, crew, database });
  if (isFirst(crew)) {
    const greeting = { config, address, demoLogins: await findDemoLogins(database) };
    sayWelcome(greeting, log, process.stdout);
  }
  await app.prepareConsole();
}

/** All of a service except its port. */
export interface OpenService {
  readonly app: App;
  /** Not listening yet. */
  readonly server: Server;
  readonly drain: Drain;
  /** Answers a request from any source. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Prepares the database, and creates a server on it.
 *
 * @param database is not closed on failure
 * @throws the reason why it cannot serve; `explainFailure` makes it a sentence
 */
export async function openService(
  { config, log, development, database }: Service & { readonly database: Database },
  crew: Crew | null,
): Promise<OpenService> {
  const prepared = isFirst(crew) ? await prepare(database, config, log) : null;
  const app = await createApp({ config, database, log, development, ...(crew && { share: crew.share }) });
  if (prepared) await check(app, { config, log, ...prepared });
  const answer = app.callback();
  const handle: OpenService['handle'] = (request, response) => void answer(request, response);
  const server = createListener({ log, locale: config.locales[0] });
  server.on('request', handle);
  return { app, server, drain: watchRequests(server), handle };
}

/** Without a server no mail is delivered, which is easy to miss. */
function sayWhereMailsGo({ mail: { smtp, folder } }: Config, log: Logger): void {
  if (smtp === null) log.info({ folder }, 'SMTP_URL is not set: mails are written to a folder.');
}

/** Of several processes, only the first does the work that is done once, before the others start. */
function isFirst(crew: Crew | null): boolean {
  return crew?.isFirst ?? true;
}

interface Prepared {
  /** Whether the schema has just changed. */
  readonly migrated: boolean;
  /** Whether seeds must be run. */
  readonly seeds: boolean;
}

async function prepare(database: Database, config: Config, log: Logger): Promise<Prepared> {
  const { migrations, copy, seeds, later } = await prepareDatabase(database, config);
  if (copy !== null) log.info({ copy }, 'The database as it was before the migrations has been kept.');
  if (migrations.length > 0)
    log.info({ migrations: migrations.length }, 'The schema has been brought up to date.');
  if (later.length > 0)
    log.warn(
      { migrations: later },
      'A later version has changed the schema: bring this node up to date as well.',
    );
  await compareClocks(() => databaseNow(database), log);
  return { migrated: migrations.length > 0, seeds };
}

interface Checking extends Prepared {
  readonly config: Config;
  readonly log: Logger;
}

/** Also adds the initial data. @throws DefinitionError if the database lacks what definitions need */
async function check(app: App, { config, log, migrated, seeds }: Checking): Promise<void> {
  const lacking = await app.lacking();
  if (lacking.length > 0) throw new DefinitionError(lacking);
  if (migrated) {
    for (const finding of await app.strays()) log.warn(describeFinding(finding));
  }
  // Before counters exist: they would count each row separately.
  const made = await app.setUp({ seeds });
  if (made.roles.length > 0) log.info({ roles: made.roles }, 'Roles of the configuration have been made.');
  if (made.seeds.length > 0) log.info({ seeds: made.seeds }, 'The database has been seeded.');
  await keepCounts(app, config, log);
}

/** Ensures that counters for totals of long lists exist. Without them, lists are correct but slower. */
async function keepCounts(app: App, { database }: Config, log: Logger): Promise<void> {
  if (database.kind === 'mysql') {
    const resources = await app.uncounted();
    if (resources.length > 0) {
      log.warn(
        { resources },
        'Totals of these are not kept, which makes long lists slow: run npm run migrate.',
      );
    }
    return;
  }
  for (const [resource, err] of await app.keepCounts()) {
    log.warn({ resource, err }, 'Totals are not kept, which makes long lists slow.');
  }
}

interface Working {
  readonly config: Config;
  readonly log: Logger;
  readonly crew: Crew | null;
  readonly database: Database;
}

/**
 * Starts background work: tasks, and a periodic sweep of expired rows, on any node. Of several workers of a service, one does it
 * for all.
 */
function workForAll(app: App, { config, log, crew, database }: Working): void {
  let forAll = false;
  const begin = () => {
    forAll = true;
    if (config.database.kind === 'mysql') watchNodes(database, log);
    if (!config.runTasks) return;
    app.tasks.start();
    app.outbox.start();
  };
  if (crew) void crew.duty.then(begin);
  else begin();
  sweepNowAndThen(() => (forAll ? app.sweep() : app.follow()), log);
}
