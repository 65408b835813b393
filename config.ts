/** The settings of the service: the only reader of environment variables, and the one place that refuses them. */
import { appKeyPattern, keptAppKey } from './app-key.ts';
import {
  readAppUrl,
  readCookieDomain,
  readFrontendUrl,
  readHost,
  readStatefulDomains,
} from './config-addresses.ts';
import { type MysqlSettings, readDatabase, type SqliteSettings } from './config-database.ts';
import { readList } from './config-list.ts';
import { quote, refuse } from './config-refusal.ts';

export type { MysqlSettings, SqliteSettings } from './config-database.ts';
export { ConfigError } from './config-refusal.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly database: SqliteSettings | MysqlSettings;
  /** Base of the links in responses, without a trailing slash. */
  readonly appUrl: string;
  /** 32 bytes each. The first signs and encrypts; all of them verify and decrypt. */
  readonly appKeys: readonly [Buffer, ...Buffer[]];
  /** The single allowed cross-origin, e.g. `http://localhost:5173`. */
  readonly frontendUrl: string;
  /** Lower-case `host`, `host:port` or `host:*`; the host of `appUrl` is always among them. */
  readonly statefulDomains: readonly string[];
  /** Domain of the CSRF cookie, for a client on another host name below it; null for the service's host alone. */
  readonly cookieDomain: string | null;
  readonly sessionLifetimeMinutes: number;
  readonly rememberLifetimeDays: number;
  /** Proxy hops whose `X-Forwarded-*` is believed. */
  readonly trustProxy: number;
  /** `when-empty`: demo data only where the database has no rows yet. */
  readonly seedDemo: boolean | 'when-empty';
  /** Allowed locales; the first is the default. */
  readonly locales: readonly [string, ...string[]];
  readonly logLevel: LogLevel;
  /** Requests that one address may make in a minute; 0 for any number. */
  readonly requestLimit: number;
  /** Token that reads `/metrics` from other machines; null for this machine alone. */
  readonly metricsToken: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultStatefulDomains = 'localhost,localhost:3000,localhost:5173,127.0.0.1,127.0.0.1:3000';

/**
 * Reads the settings from environment variables; one that is unset or empty takes its default.
 * @param environment the variables, e.g. `process.env`
 * @param keptKey gives the key of an embedded database where `APP_KEY` is not set; called last, with its path
 * @throws ConfigError on the first setting that cannot be used
 */
export function readConfig(environment: Environment, keptKey: (path: string) => Buffer = keptAppKey): Config {
  const host = readHost(read(environment, 'HOST', '127.0.0.1'));
  const port = readInteger(environment, 'PORT', 3000, 1, 65535);
  const database = readDatabase(read(environment, 'DATABASE_URL', 'sqlite:./data/millwright.db'));
  const appUrl = readAppUrl(
    read(environment, 'APP_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
  );
  return {
    host,
    port,
    database,
    appUrl,
    frontendUrl: readFrontendUrl(read(environment, 'FRONTEND_URL', 'http://localhost:5173')),
    statefulDomains: readStatefulDomains(
      read(environment, 'STATEFUL_DOMAINS', defaultStatefulDomains),
      new URL(appUrl).host,
    ),
    cookieDomain: readCookieDomain(read(environment, 'COOKIE_DOMAIN', ''), appUrl),
    sessionLifetimeMinutes: readInteger(environment, 'SESSION_LIFETIME', 120, 1, 525_600),
    rememberLifetimeDays: readInteger(environment, 'REMEMBER_LIFETIME', 30, 1, 3650),
    trustProxy: readInteger(environment, 'TRUST_PROXY', 0, 0, 100),
    seedDemo: readSeedDemo(read(environment, 'SEED_DEMO', ''), database.kind),
    locales: readLocales(read(environment, 'LOCALES', 'en,fr')),
    logLevel: readLogLevel(read(environment, 'LOG_LEVEL', 'info')),
    requestLimit: readInteger(environment, 'REQUEST_LIMIT', 0, 0, 1_000_000),
    metricsToken: readToken(read(environment, 'METRICS_TOKEN', '')),
    appKeys: readAppKeys(environment, database, keptKey),
  };
}

function read(environment: Environment, name: string, fallback: string): string {
  return environment[name]?.trim() || fallback;
}

function readInteger(
  environment: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = read(environment, name, String(fallback));
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw refuse(name, quote(value), `give a whole number from ${min} to ${max}.`);
}

function readSeedDemo(value: string, kind: 'sqlite' | 'mysql'): boolean | 'when-empty' {
  if (value === '') return kind === 'sqlite' ? 'when-empty' : false;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw refuse('SEED_DEMO', quote(value), 'give true or false.');
}

function readLocales(value: string): [string, ...string[]] {
  const allowed = 'give codes of languages separated by commas, as BCP 47 writes them: en,fr or pt-BR.';
  const [first = '', ...rest] = readList('LOCALES', value, allowed);
  const wrong = [first, ...rest].find((locale) => !isLanguage(locale));
  if (wrong !== undefined) throw refuse('LOCALES', quote(wrong), allowed);
  return [first, ...rest];
}

/** Whether it is the code of a language that exists, in its usual spelling: what people choose is compared to it. */
function isLanguage(code: string): boolean {
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(code)) return false;
  try {
    const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return Intl.getCanonicalLocales(code)[0] === code && known.of(code.split('-')[0] ?? '') !== undefined;
  } catch {
    return false;
  }
}

/** METRICS_TOKEN, as it can stand in a header. */
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

function readAppKeys(
  environment: Environment,
  database: SqliteSettings | MysqlSettings,
  keptKey: (path: string) => Buffer,
): [Buffer, ...Buffer[]] {
  const previous = readPreviousKeys(read(environment, 'APP_PREVIOUS_KEYS', ''));
  const given = read(environment, 'APP_KEY', '');
  if (given !== '') return [readKey('APP_KEY', given), ...previous];
  if (database.kind === 'mysql') {
    throw refuse('APP_KEY', 'not set', `with mysql:// it is required. ${howToMakeAKey}`);
  }
  return [keptKey(database.path), ...previous];
}

const howToMakeAKey = 'Give 32 random bytes in base64, e.g. from: openssl rand -base64 32';

function readPreviousKeys(value: string): Buffer[] {
  const name = 'APP_PREVIOUS_KEYS';
  if (value === '') return [];
  const keys = value.split(',').map((entry) => readKey(name, entry.trim()));
  const twice = keys.some((key, index) => keys.findIndex((other) => other.equals(key)) !== index);
  if (twice)
    throw refuse(
      name,
      `a list of ${keys.length} secrets`,
      'one stands there twice; give each earlier key once.',
    );
  return keys;
}

function readKey(name: string, value: string): Buffer {
  if (appKeyPattern.test(value)) return Buffer.from(value, 'base64');
  throw refuse(name, `a secret of ${value.length} characters`, howToMakeAKey);
}
