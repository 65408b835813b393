/** Puts in what a database begins with, for commands that serve nothing. */
import { pino } from 'pino';
import type { Database } from '../../engine/database/open.ts';
import { type App, createApp } from '../../service/app.ts';
import type { Config } from '../../service/config/config.ts';

/**
 * Runs the seeds that were never run, and makes the roles of the configuration.
 *
 * @param now what seeds count from: the demo ends at the start of this day, UTC
 * @returns the names of what was put in now
 */
export function seedDatabase(database: Database, config: Config, now = new Date()): Promise<string[]> {
  return setUp(database, config, { seeds: true, now });
}

/** Makes the roles of the configuration alone. @returns those that were made now */
export function makeRoles(database: Database, config: Config): Promise<string[]> {
  return setUp(database, config, { seeds: false });
}

async function setUp(
  database: Database,
  config: Config,
  wanted: Parameters<App['setUp']>[0],
): Promise<string[]> {
  const app = await createApp({ config, database, log: pino({ level: 'silent' }) });
  const { seeds, roles } = await app.setUp(wanted);
  return [...seeds, ...roles];
}
