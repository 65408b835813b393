/** Adds the first rows of a database, for commands that do not serve. */
import { pino } from 'pino';
import type { Database } from '../../engine/database/open.ts';
import { type App, createApp } from '../../service/app.ts';
import type { Config } from '../../service/config/config.ts';

/**
 * Runs the seeds that have not run yet, and creates the roles of the configuration.
 * @param now the present time for seeds: the demo ends at the start of this day, UTC
 * @returns the names of what was added now
 */
export function seedDatabase(database: Database, config: Config, now = new Date()): Promise<string[]> {
  return setUp(database, config, { seeds: true, now });
}

/** Only creates the roles of the configuration. @returns those that were created now */
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
