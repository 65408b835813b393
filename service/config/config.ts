/** The settings of the service. Only this file reads environment variables and refuses their values. */

import type { AuthSettings } from '../../auth/index.ts';
import type { DatabaseSettings } from '../../engine/database/settings.ts';
import { defaultDatabaseUrl, isDefaultPlace } from '../../engine/database/settings.ts';
import { catalogueFile, languages } from '../../locales/index.ts';
import { presentProject } from '../project/project.ts';
import {
  addressOf,
  readAppUrl,
  readCookieDomain,
  readCookies,
  readFrontendUrl,
  readHost,
  readStatefulDomains,
} from './addresses.ts';
import { keptAppKey } from './app-key.ts';
import { readDatabase } from './database-url.ts';
import { type FileSettings, readFileSettings } from './files.ts';
import { readAppKeys, readGivenKey } from './keys.ts';
import { readList } from './list.ts';
import { type MailSettings, readMailSettings } from './mail.ts';
import type { SettingName } from './names.ts';
import { quote, refuse } from './refusal.ts';
import { readWebhookAllow, type WebhookAllow } from './webhook-allow.ts';
import { readWorkers } from './workers.ts';

export { ConfigError } from './refusal.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export interface Config extends AuthSettings {
  /** The version that the service reports. */
  readonly appVersion: string;
  readonly host: string;
  readonly port: number;
  /** Processes that share the port. */
  readonly workers: number;
  /** Seconds for which it continues to serve after the signal to stop, while it reports that it is not ready. */
  readonly leaveSeconds: number;
  readonly database: DatabaseSettings;
  /** Number of trusted proxies whose `X-Forwarded-*` is used. */
  readonly trustProxy: number;
  /** `when-empty`: demo data only if the database has no rows yet, as for the default path. */
  readonly seedDemo: boolean | 'when-empty';
  /** Whether this process also runs due tasks. */
  readonly runTasks: boolean;
  /** Whether the console is served at `/console`, and `/` redirects there. */
  readonly console: boolean;
  /** ISO 4217 code of all money; null if none is configured. */
  readonly currency: string | null;
  readonly logLevel: LogLevel;
  /** Requests per minute and address; 0 for no limit. */
  readonly requestLimit: number;
  /** Token for reading `/metrics` from other machines; null allows only this machine. */
  readonly metricsToken: string | null;
  /** The folder of backups; null if it is not set. */
  readonly backupFolder: string | null;
  /** Addresses outside public networks that webhooks may reach. */
  readonly webhookAllow: WebhookAllow;
  readonly mail: MailSettings;
  readonly files: FileSettings;
  /** Whether people without an account may send requests, and how many an address may send per point and hour. */
  readonly publicRequests: { readonly open: boolean; readonly limit: number };
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultStatefulDomains = 'localhost,localhost:3000,localhost:5173,127.0.0.1,127.0.0.1:3000';

/**
 * Reads the settings from environment variables; unset or empty ones have their default. The project must be known by then.
 * @param environment the variables, e.g. `process.env`
 * @param keptKey returns the key of an embedded database if `APP_KEY` is not set; called last, with its path
 * @throws ConfigError on the first invalid setting
 */
export function readConfig(environment: Environment, keptKey: (path: string) => Buffer = keptAppKey): Config {
  const host = readHost(read(environment, 'HOST', '127.0.0.1'));
  const port = readInteger(environment, 'PORT', 3000, 1, 65535);
  const { database, appKey, backupFolder } = readPlace(environment);
  const appUrl = readAppUrl(read(environment, 'APP_URL', addressOf(host, port)));
  const frontendUrl = readFrontendUrl(read(environment, 'FRONTEND_URL', 'http://localhost:5173'));
  const { name, version } = presentProject().identity;
  const appName = readLine(environment, 'APP_NAME', name);
  return {
    appName,
    appVersion: readLine(environment, 'APP_VERSION', version),
    host,
    port,
    workers: readWorkers(read(environment, 'WORKERS', '1'), database),
    leaveSeconds: readInteger(environment, 'LEAVE_SECONDS', 0, 0, 300),
    database,
    appUrl,
    frontendUrl,
    statefulDomains: readStatefulDomains(
      read(environment, 'STATEFUL_DOMAINS', defaultStatefulDomains),
      [appUrl, frontendUrl],
      { host, port },
    ),
    cookieDomain: readCookieDomain(read(environment, 'COOKIE_DOMAIN', ''), appUrl),
    cookies: readCookies(read(environment, 'COOKIE_PREFIX', '')),
    sessionLifetimeMinutes: readInteger(environment, 'SESSION_LIFETIME', 120, 1, 525_600),
    rememberLifetimeDays: readInteger(environment, 'REMEMBER_LIFETIME', 30, 1, 3650),
    trustProxy: readInteger(environment, 'TRUST_PROXY', 0, 0, 100),
    seedDemo: readSeedDemo(read(environment, 'SEED_DEMO', ''), database),
    runTasks: readSwitch('RUN_TASKS', read(environment, 'RUN_TASKS', 'true')),
    console: readSwitch('CONSOLE', read(environment, 'CONSOLE', 'true')),
    locales: readLocales(read(environment, 'LOCALES', 'en,fr')),
    currency: readCurrency(read(environment, 'CURRENCY', '')),
    logLevel: readLogLevel(read(environment, 'LOG_LEVEL', 'info')),
    requestLimit: readInteger(environment, 'REQUEST_LIMIT', 0, 0, 1_000_000),
    metricsToken: readToken(read(environment, 'METRICS_TOKEN', '')),
    backupFolder,
    webhookAllow: readWebhookAllow(read(environment, 'WEBHOOK_ALLOW', '')),
    files: readFileSettings(
      read(environment, 'FILES_FOLDER', ''),
      readInteger(environment, 'FILE_LIMIT', 25, 1, 100),
      readInteger(environment, 'FILES_QUOTA', 10_240, 0, 1_000_000_000),
    ),
    publicRequests: {
      open: readSwitch('PUBLIC_REQUESTS', read(environment, 'PUBLIC_REQUESTS', 'true')),
      limit: readInteger(environment, 'PUBLIC_REQUEST_LIMIT', 10, 1, 1000),
    },
    mail: readMailSettings((setting) => read(environment, setting, ''), { appName, appUrl, database }),
    appKeys: readAppKeys(
      appKey,
      read(environment, 'APP_PREVIOUS_KEYS', ''),
      database.kind === 'sqlite' ? () => keptKey(database.path) : null,
    ),
  };
}

/**
 * The database, APP_KEY if it is set, and the folders of backups and of files if they are set: everything that copies of a
 * database need.
 * @throws ConfigError
 */
export function readPlace(environment: Environment): {
  readonly database: DatabaseSettings;
  readonly appKey: Buffer | null;
  readonly backupFolder: string | null;
  readonly filesFolder: string | null;
} {
  return {
    database: readDatabase(read(environment, 'DATABASE_URL', defaultDatabaseUrl)),
    appKey: readGivenKey(read(environment, 'APP_KEY', '')),
    backupFolder: read(environment, 'BACKUP_FOLDER', '') || null,
    filesFolder: read(environment, 'FILES_FOLDER', '') || null,
  };
}

function read(environment: Environment, name: SettingName, fallback: string): string {
  return environment[name]?.trim() || fallback;
}

/** A text that can be shown in pages and log lines. */
function readLine(environment: Environment, name: SettingName, fallback: string): string {
  const value = read(environment, name, fallback);
  if (/^[^\p{Cc}\u2028\u2029]{1,100}$/u.test(value)) return value;
  throw refuse(name, quote(value), 'give one line of at most 100 characters.');
}

function readInteger(
  environment: Environment,
  name: SettingName,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = read(environment, name, String(fallback));
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw refuse(name, quote(value), `give a whole number from ${min} to ${max}.`);
}

function readSeedDemo(value: string, database: Config['database']): boolean | 'when-empty' {
  if (value === '') return isDefaultPlace(database) ? 'when-empty' : false;
  return readSwitch('SEED_DEMO', value);
}

function readSwitch(name: SettingName, value: string): boolean {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw refuse(name, quote(value), 'give true or false.');
}

function readLocales(value: string): [string, ...string[]] {
  const allowed = 'give language codes of BCP 47, separated by commas: en,fr or pt-BR.';
  const [first = '', ...rest] = readList('LOCALES', value, allowed);
  const wrong = [first, ...rest].find((locale) => !isLanguage(locale));
  if (wrong !== undefined) throw refuse('LOCALES', quote(wrong), allowed);
  const wordless = [first, ...rest].find((locale) => !languages.includes(locale));
  if (wordless !== undefined) {
    throw refuse(
      'LOCALES',
      quote(wordless),
      `there is no language file ${catalogueFile(wordless)}; give some of ${languages.join(', ')}.`,
    );
  }
  return [first, ...rest];
}

/** Whether it is the code of an existing language, in its usual spelling: users' choices are compared with it. */
function isLanguage(code: string): boolean {
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(code)) return false;
  try {
    const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return Intl.getCanonicalLocales(code)[0] === code && known.of(code.split('-')[0] ?? '') !== undefined;
  } catch {
    return false;
  }
}

function readCurrency(value: string): string | null {
  if (value === '' || Intl.supportedValuesOf('currency').includes(value)) return value || null;
  throw refuse('CURRENCY', quote(value), 'give an ISO 4217 code in capital letters, like EUR or USD.');
}

/** METRICS_TOKEN, in a form that is valid in a header. */
function readToken(value: string): string | null {
  if (/^[!-~]*$/.test(value)) return value || null;
  throw refuse(
    'METRICS_TOKEN',
    `a secret of ${value.length} characters`,
    'give ASCII characters without white space.',
  );
}

function readLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value);
  if (level === undefined) throw refuse('LOG_LEVEL', quote(value), `give one of ${logLevels.join(', ')}.`);
  return level;
}
