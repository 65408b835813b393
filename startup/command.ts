/** The frame of the commands: settings in, one sentence and exit code 1 out when something is wrong. */
import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase } from '../database.ts';
import { explainFailure } from './failure.ts';

/** Reads `.env` of the current folder where there is one. Variables that are set already win. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Says why on stderr. The stack trace is for developers, who ask for it with LOG_LEVEL=debug. */
export function printFailure(error: unknown, config?: Config): void {
  const level = config?.logLevel ?? process.env.LOG_LEVEL;
  const stack = (level === 'debug' || level === 'trace') && error instanceof Error ? `\n${error.stack}` : '';
  process.stderr.write(`${explainFailure(error, config)}${stack}\n`);
}

/** Runs one command on the database of the settings, then closes it. Sets the exit code 1 on failure. */
export async function runCommand(
  command: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  let config: Config | undefined;
  let database: Database | undefined;
  try {
    loadEnvironmentFile();
    config = readConfig(process.env);
    database = openDatabase(config);
    await command(database, config);
  } catch (error) {
    printFailure(error, config);
    process.exitCode = 1;
  } finally {
    await database?.destroy();
  }
}
