/** The settings as far as they can be read: a wrong one is reported, and the next ones are still read. */
import { findAppKey } from '../../service/config/app-key.ts';
import { type Config, ConfigError, readConfig } from '../../service/config/config.ts';
import { loadSettingsFile } from '../../service/config/file.ts';
import { type SettingName, settingNames } from '../../service/config/names.ts';

export type Environment = Record<string, string | undefined>;

export interface SettingsRead {
  /** Every setting, with the default for those that cannot be used; null if not even that is possible. */
  readonly config: Config | null;
  /** The problems that stop a start, a sentence each. */
  readonly refusals: readonly string[];
  /** Names of the settings that are given, by the environment or by the file. */
  readonly given: readonly SettingName[];
  /** False if it is not known which database is meant. */
  readonly knowsDatabase: boolean;
  readonly key: 'given' | 'kept' | 'not made yet' | 'missing';
}

/** In place of a key that cannot be had. */
const noKey = Buffer.alloc(32);

/**
 * Reads the file, then the settings. No key is made.
 * @param environment variables that are set; those of the file are added to `process.env`
 */
export function readSettings(environment: Environment, file = '.env'): SettingsRead {
  const refusals: string[] = [];
  const told = (error: unknown) => refusals.push(error instanceof Error ? error.message : String(error));
  try {
    loadSettingsFile(file);
  } catch (error) {
    told(error);
    // Other lines of the file count for the rest.
    loadQuietly(file);
  }
  const given = settingNames.filter((name) => environment[name]?.trim());
  const rest: Environment = { ...environment };
  let key: SettingsRead['key'] = rest.APP_KEY?.trim() ? 'given' : 'kept';
  let knowsDatabase = true;
  const keptKey = (path: string): Buffer => {
    try {
      const found = path === ':memory:' ? null : findAppKey(path);
      if (found === null) key = 'not made yet';
      return found ?? noKey;
    } catch (error) {
      told(error);
      key = 'missing';
      return noKey;
    }
  };
  let config: Config | null = null;
  for (let left = settingNames.length; config === null && left > 0; left -= 1) {
    try {
      config = readConfig(rest, keptKey);
    } catch (error) {
      told(error);
      const name = error instanceof ConfigError ? error.setting : null;
      if (name === null) break;
      if (name === 'DATABASE_URL') knowsDatabase = false;
      if (name === 'APP_KEY') key = 'missing';
      rest[name] = substitutes[name] ?? '';
    }
  }
  return { config, refusals, given, knowsDatabase: knowsDatabase && config !== null, key };
}

/** Settings whose default must not be used: it would be another database, or no key at all. */
const substitutes: Environment = {
  DATABASE_URL: 'sqlite::memory:',
  APP_KEY: noKey.toString('base64'),
};

function loadQuietly(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch {
    // The reason is reported already.
  }
}
