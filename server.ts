/** Starts the service: settings, database, app, port. Ends it in good order on SIGTERM and SIGINT. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type App, createApp } from './app.ts';
import { DefinitionError, describeFinding } from './engine/check/report.ts';
import { databaseNow } from './engine/database/clock.ts';
import { type Database, openDatabase, requestTimeout } from './engine/database/open.ts';
import { type Config, readConfig } from './service/config/config.ts';
import { loadSettingsFile } from './service/config/file.ts';
import { createListener } from './service/http/listener.ts';
import { compareClocks } from './service/start/clocks.ts';
import { printFailure } from './service/start/command.ts';
import { watchRequests } from './service/start/drain.ts';
import { createLog } from './service/start/log.ts';
import { prepareDatabase } from './service/start/prepare-database.ts';
import { findDemoLogins, sayWelcome } from './service/start/welcome.ts';

/** Running requests get this long after a signal; with closing the database it stays under ten seconds. */
const drainMs = 8000;
const closeDatabaseMs = 1500;
const sweepMs = 5 * 60_000;

let config: Config | undefined;
try {
  loadSettingsFile();
  config = readConfig(process.env);
  await start(config);
} catch (error) {
  printFailure(error, config);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const log = createLog(config, process.stdout);
  const database = openDatabase(config, requestTimeout);
  const { migrations, copy, seeded } = await prepareDatabase(database, config);
  if (copy !== null) log.info({ copy }, 'The database as it was before the migrations has been kept.');
  if (migrations.length > 0)
    log.info({ migrations: migrations.length }, 'The schema has been brought up to date.');
  if (seeded) log.info('The demo data has been seeded.');
  await compareClocks(() => databaseNow(database), log);
  const development = process.argv.includes('--development');
  const app = await createApp({ config, database, log, development });
  const lacking = await app.lacking();
  if (lacking.length > 0) throw new DefinitionError(lacking);
  if (migrations.length > 0) {
    for (const finding of await app.strays()) log.warn(describeFinding(finding));
  }
  await keepCounts(app, config, log);
  const answer = app.callback();
  const server = createListener({ log, locale: config.locales[0] });
  server.on('request', (request, response) => void answer(request, response));
  const drain = watchRequests(server);
  await listen(server, config);
  sweepNowAndThen(app, log);
  if (config.runTasks) app.tasks.start();
  endOnSignals(() => Promise.all([drain.finish(drainMs), app.tasks.stop()]), database, log);
  const greeting = { config, address: addressOf(config), demoLogins: await findDemoLogins(database) };
  sayWelcome(greeting, log, process.stdout);
  await app.prepareConsole();
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

async function listen(server: Server, { host, port }: Config): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

/** Expired rows go every few minutes, on whichever node comes first. */
function sweepNowAndThen(app: App, log: Logger): void {
  const sweep = () =>
    app.sweep().catch((error: unknown) => log.warn({ err: error }, 'The sweep could not be finished.'));
  setInterval(sweep, sweepMs).unref();
}

function addressOf({ host, port }: Config): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @param finish lets what is running come to its end */
function endOnSignals(finish: () => Promise<unknown>, database: Database, log: Logger): void {
  let ending = false;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    // A terminal sends Ctrl-C to npm and to this process, and npm passes it on: the second one is the same wish.
    if (ending) return;
    ending = true;
    log.info({ signal }, 'Finishing what is running, then ending.');
    await Promise.race([finish(), sleep(drainMs)]);
    const cutOff = setTimeout(() => process.exit(0), closeDatabaseMs);
    await database.destroy();
    clearTimeout(cutOff);
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
