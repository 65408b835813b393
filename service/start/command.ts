/** The frame of commands: it reads the settings, and prints one sentence with exit code 1 on failure. */

import { type Database, openDatabase } from '../../engine/database/open.ts';
import { type Config, readConfig, readPlace } from '../config/config.ts';
import { loadSettingsFile } from '../config/file.ts';
import { inWords } from '../project/command-words.ts';
import { findProject } from '../project/project.ts';
import { explainFailure } from './log/failure.ts';

/** Prints the reason on stderr. The stack trace is only for LOG_LEVEL=debug. */
export function printFailure(error: unknown, config?: Config): void {
  const level = config?.logLevel ?? process.env.LOG_LEVEL;
  const stack = (level === 'debug' || level === 'trace') && error instanceof Error ? `\n${error.stack}` : '';
  process.stderr.write(`${inWords(explainFailure(error, config))}${stack}\n`);
}

/**
 * Runs a command on the configured database, then closes it. Sets the exit code 1 on failure.
 * @param keptKey returns the key of an embedded database if APP_KEY is not set
 */
export async function runCommand(
  command: (database: Database, config: Config) => Promise<void>,
  keptKey?: (path: string) => Buffer,
): Promise<void> {
  let config: Config | undefined;
  let database: Database | undefined;
  try {
    loadSettingsFile();
    await findProject();
    config = readConfig(process.env, keptKey);
    database = openDatabase(config);
    await command(database, config);
  } catch (error) {
    printFailure(error, config);
    process.exitCode = 1;
  } finally {
    await database?.destroy();
  }
}

/** Runs a command on a database's files without opening it, and prints the returned sentence. Otherwise the same. */
export async function runOnPlace(
  command: (place: ReturnType<typeof readPlace>) => Promise<string>,
): Promise<void> {
  try {
    loadSettingsFile();
    await findProject();
    console.log(await command(readPlace(process.env)));
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}
