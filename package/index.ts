/** `millwright`: a service in a process of your own, for programs that do not start it by the command. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from 'knex';
import { openDatabase, requestTimeout } from '../engine/database/open.ts';
import { type Config, readConfig } from '../service/config/config.ts';
import type { ProjectOptions } from '../service/project/options.ts';
import { openProject } from '../service/project/project.ts';
import { openService } from '../service/serve.ts';
import { drainMs } from '../service/start/end.ts';
import { listen } from '../service/start/listen.ts';
import { inSentence } from '../service/start/log/failure.ts';
import { createLog } from '../service/start/log/log.ts';
import { sweepNowAndThen } from '../service/start/sweep.ts';

export { defineProject, type ProjectOptions, type RouteTools } from '../service/project/options.ts';

export interface MillwrightOptions extends ProjectOptions {
  /** The folder of the project; by default the working folder. */
  readonly folder?: string;
  /** Settings, as environment variables; by default those of the process. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
}

/** A service that is ready to answer. */
export interface Millwright {
  readonly database: Knex;
  /** Answers requests: for a server of one's own. Nothing comes due by itself then. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Listens at HOST and PORT, runs tasks when they are due, and removes expired rows. @returns the address */
  listen(): Promise<string>;
  /** Ends all of it. Running requests are answered first, for at most eight seconds. */
  close(): Promise<void>;
}

/**
 * Makes a service: opens the database (an embedded one is migrated), loads the definitions, and joins them with sign-in. A
 * process can have one, because words and migrations are the same for the whole process. It serves alone, and ignores WORKERS.
 * @throws Error with a sentence for a person: settings, definitions or a database that cannot be used
 */
export async function createMillwright(given: MillwrightOptions = {}): Promise<Millwright> {
  let config: Config | undefined;
  try {
    const { folder = process.cwd(), settings = process.env, ...options } = given;
    await openProject(options, folder);
    config = readConfig(settings);
    return await open(config);
  } catch (error) {
    throw inSentence(error, config);
  }
}

async function open(config: Config): Promise<Millwright> {
  const log = createLog(config, process.stdout);
  if (config.workers > 1)
    log.warn('WORKERS is ignored: a program serves with one process. npm start serves with several.');
  const database = openDatabase(config, requestTimeout);
  try {
    const { app, server, drain, handle } = await openService(
      { config, log, development: false, database },
      null,
    );
    let sweeping: NodeJS.Timeout | undefined;
    return {
      database,
      handle,
      async listen() {
        const address = await listen(server, config).catch((error: unknown) => {
          throw inSentence(error, config);
        });
        if (config.runTasks) app.tasks.start();
        sweeping = sweepNowAndThen(() => app.sweep(), log);
        return address;
      },
      async close() {
        clearInterval(sweeping);
        await Promise.all([server.listening && drain.finish(drainMs), app.tasks.stop()]);
        await database.destroy();
      },
    };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}
