/** Serves, in one process: database, app, port. Ends in good order on SIGTERM and SIGINT. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { findDemoLogins, shareMachine } from '../auth/index.ts';
import { DefinitionError, describeFinding } from '../engine/check/report.ts';
import { databaseNow } from '../engine/database/clock.ts';
import { type Database, requestTimeout } from '../engine/database/open.ts';
import { type App, createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createListener } from './http/listener.ts';
import { compareClocks } from './start/clocks.ts';
import { joinCrew, type Membership } from './start/cluster/worker.ts';
import { type Drain, watchRequests } from './start/drain.ts';
import { drainMs, endOnSignals } from './start/end.ts';
import { listen } from './start/listen.ts';
import { openAtHosts } from './start/open-database.ts';
import { prepareDatabase } from './start/prepare-database.ts';
import { sweepNowAndThen } from './start/sweep.ts';
import { sayWelcome } from './start/welcome.ts';

export interface Service {
  readonly config: Config;
  readonly log: Logger;
  /** Whether somebody works on definitions or on the console. */
  readonly development: boolean;
}

/**
 * Starts the service in this process: alone, or as one of those that share the port.
 *
 * @throws what keeps it from starting; `explainFailure` has words for it
 */
export async function serve({ config, log, development }: Service): Promise<void> {
  const crew = joinCrew();
  shareMachine(config.workers);
  const database = await openAtHosts(config, requestTimeout);
  const { app, server, drain } = await openService({ config, log, development, database }, crew);
  const leave = () => {
    app.leave();
    drain.leave();
  };
  const finish = () => Promise.all([drain.finish(drainMs), app.tasks.stop()]);
  // Of several processes the parent waits, for all.
  const leaveMs = crew ? 0 : config.leaveSeconds * 1000;
  const end = endOnSignals({ leave, leaveMs, finish, sent: app.outbox.stop }, database, log);
  crew?.onLeave(leave);
  crew?.onLoss(() => end({ lost: 'parent' }));
  const address = await listen(server, config);
  if (isFirst(crew)) sayWhereMailsGo(config, log);
  workForAll(app, { config, log, crew });
  if (isFirst(crew)) {
    const greeting = { config, address, demoLogins: await findDemoLogins(database) };
    sayWelcome(greeting, log, process.stdout);
  }
  await app.prepareConsole();
}

/** All of a service but its port. */
export interface OpenService {
  readonly app: App;
  /** Listens nowhere yet. */
  readonly server: Server;
  readonly drain: Drain;
  /** Answers a request, wherever it comes from. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Prepares the database, and makes a server that answers from it.
 *
 * @param database stays open where that fails
 * @throws what keeps it from serving; `explainFailure` has words for it
 */
export async function openService(
  { config, log, development, database }: Service & { readonly database: Database },
  crew: Membership | null,
): Promise<OpenService> {
  const prepared = isFirst(crew) ? await prepare(database, config, log) : null;
  const app = await createApp({ config, database, log, development, ...(crew && { peers: crew.peers }) });
  if (prepared) await check(app, { config, log, ...prepared });
  const answer = app.callback();
  const handle: OpenService['handle'] = (request, response) => void answer(request, response);
  const server = createListener({ log, locale: config.locales[0] });
  server.on('request', handle);
  return { app, server, drain: watchRequests(server), handle };
}

/** Without a server nobody gets a mail, which nobody would find out. */
function sayWhereMailsGo({ mail: { smtp, folder } }: Config, log: Logger): void {
  if (smtp === null) log.info({ folder }, 'SMTP_URL is not set: mails are written to a folder.');
}

/** Of several processes the first one alone does what is done once, before the others begin. */
function isFirst(crew: Membership | null): boolean {
  return crew?.isFirst ?? true;
}

interface Prepared {
  /** Whether the schema has just changed. */
  readonly migrated: boolean;
  /** Whether seeds are to be run. */
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

/** Sets up what a database begins with, too. @throws DefinitionError where the database lacks what definitions ask for */
async function check(app: App, { config, log, migrated, seeds }: Checking): Promise<void> {
  const lacking = await app.lacking();
  if (lacking.length > 0) throw new DefinitionError(lacking);
  if (migrated) {
    for (const finding of await app.strays()) log.warn(describeFinding(finding));
  }
  // Before rows are counted one by one, as they are written.
  const made = await app.setUp({ seeds });
  if (made.roles.length > 0) log.info({ roles: made.roles }, 'Roles of the configuration have been made.');
  if (made.seeds.length > 0) log.info({ seeds: made.seeds }, 'The database has been seeded.');
  await keepCounts(app, config, log);
}

/** Makes sure that totals of long lists are kept; where they are not, lists are right and slower. */
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
  readonly crew: Membership | null;
}

/**
 * Begins what comes by itself: tasks, and every few minutes a sweep of expired rows, on whichever node comes first. Of the
 * workers of a service one does it for all.
 */
function workForAll(app: App, { config, log, crew }: Working): void {
  let forAll = false;
  const begin = () => {
    forAll = true;
    if (!config.runTasks) return;
    app.tasks.start();
    app.outbox.start();
  };
  if (crew) crew.onDuty(begin);
  else begin();
  sweepNowAndThen(() => (forAll ? app.sweep() : app.follow()), log);
}
