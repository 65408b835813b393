/** The settings of the service: the only reader of environment variables, and the one place that refuses them. */
import { resolve } from 'node:path';
import { appKeyPattern, keptAppKey } from './app-key.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface SqliteSettings {
  readonly kind: 'sqlite';
  /** Absolute path of the file, or `:memory:`. */
  readonly path: string;
}

export interface MysqlSettings {
  readonly kind: 'mysql';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

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
  readonly sessionLifetimeMinutes: number;
  readonly rememberLifetimeDays: number;
  /** Proxy hops whose `X-Forwarded-*` is believed. */
  readonly trustProxy: number;
  /** `when-empty`: demo data only where the database has no rows yet. */
  readonly seedDemo: boolean | 'when-empty';
  /** Allowed locales; the first is the default. */
  readonly locales: readonly [string, ...string[]];
  readonly logLevel: LogLevel;
}

/** A setting that cannot be used. The message is one line that names the variable, the value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
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
    sessionLifetimeMinutes: readInteger(environment, 'SESSION_LIFETIME', 120, 1, 525_600),
    rememberLifetimeDays: readInteger(environment, 'REMEMBER_LIFETIME', 30, 1, 3650),
    trustProxy: readInteger(environment, 'TRUST_PROXY', 0, 0, 100),
    seedDemo: readSeedDemo(read(environment, 'SEED_DEMO', ''), database.kind),
    locales: readLocales(read(environment, 'LOCALES', 'en,fr')),
    logLevel: readLogLevel(read(environment, 'LOG_LEVEL', 'info')),
    appKeys: readAppKeys(environment, database, keptKey),
  };
}

function read(environment: Environment, name: string, fallback: string): string {
  return environment[name]?.trim() || fallback;
}

/** `shown` is the value as it may be printed: quoted, on one line, and never a secret. */
function refuse(name: string, shown: string, allowed: string): ConfigError {
  return new ConfigError(`${name} is ${shown}, which is not allowed: ${allowed}`);
}

function quote(value: string): string {
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}

function list(value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
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

function readHost(value: string): string {
  if (/^[A-Za-z0-9._-]+$|^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/.test(value)) return value;
  throw refuse('HOST', quote(value), 'give a host name or an IP address, without scheme or port.');
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

function readDatabase(value: string): SqliteSettings | MysqlSettings {
  if (value.startsWith('sqlite:')) return readSqlite(value.slice('sqlite:'.length));
  const allowed = 'give sqlite:PATH, sqlite::memory: or mysql://user:password@host:port/database.';
  const url = value.startsWith('mysql://') ? parseUrl(value) : null;
  const database = decode(url?.pathname.slice(1) ?? '');
  const [user, password] = [decode(url?.username ?? ''), decode(url?.password ?? '')];
  if (
    !url?.hostname ||
    !user ||
    !database ||
    database.includes('/') ||
    password === null ||
    url.search ||
    url.hash
  ) {
    throw refuse('DATABASE_URL', quote(withoutPassword(value)), allowed);
  }
  const host = decode(url.hostname.replace(/^\[|\]$/g, '')) ?? url.hostname;
  return { kind: 'mysql', host, port: Number(url.port || 3306), user, password, database };
}

function readSqlite(path: string): SqliteSettings {
  if (path === ':memory:') return { kind: 'sqlite', path };
  if (path === '' || path.startsWith('//') || path.includes('\0') || /[/\\]$/.test(path)) {
    throw refuse(
      'DATABASE_URL',
      quote(`sqlite:${path}`),
      'give sqlite: followed by the path of a file, or sqlite::memory:.',
    );
  }
  return { kind: 'sqlite', path: resolve(path) };
}

/** Null where percent signs do not decode. */
function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** Hides all that may hold a secret, also in an address that does not parse: up to the last `@`, and the query. */
function withoutPassword(url: string): string {
  return url.replace(/\/\/.*@/s, '//***@').replace(/\?.*$/s, '?***');
}

function readAppUrl(value: string): string {
  const url = parseUrl(value);
  if (!url || !isPlainWebUrl(url)) {
    throw refuse(
      'APP_URL',
      quote(withoutPassword(value)),
      'give an http:// or https:// address without user, query or fragment, like https://assets.example.com.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readFrontendUrl(value: string): string {
  const url = parseUrl(value);
  if (!url || !isPlainWebUrl(url) || url.pathname !== '/') {
    throw refuse(
      'FRONTEND_URL',
      quote(withoutPassword(value)),
      'give one origin, scheme and host and no path, like https://app.example.com.',
    );
  }
  return url.origin;
}

function isPlainWebUrl(url: URL): boolean {
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return web && !url.username && !url.password && !url.search && !url.hash && !url.href.endsWith('#');
}

function readStatefulDomains(value: string, appHost: string): string[] {
  const domains = list(value.toLowerCase());
  const wrong = domains.find((domain) => !isHostPattern(domain));
  if (wrong !== undefined) {
    throw refuse(
      'STATEFUL_DOMAINS',
      quote(wrong),
      'give hosts separated by commas, like app.example.com, app.example.com:8080 or localhost:*, without scheme or path.',
    );
  }
  return [...new Set([...domains, appHost])];
}

function isHostPattern(domain: string): boolean {
  const [, port = '*'] = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}|\*))?$/.exec(
    domain,
  ) ?? [null, ''];
  return port === '*' || (port !== '' && Number(port) >= 1 && Number(port) <= 65535);
}

function readSeedDemo(value: string, kind: 'sqlite' | 'mysql'): boolean | 'when-empty' {
  if (value === '') return kind === 'sqlite' ? 'when-empty' : false;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw refuse('SEED_DEMO', quote(value), 'give true or false.');
}

function readLocales(value: string): [string, ...string[]] {
  const locales = list(value);
  const [first, ...rest] = locales;
  const wrong = locales.find((locale) => !/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(locale));
  if (first === undefined || wrong !== undefined) {
    throw refuse(
      'LOCALES',
      quote(wrong ?? value),
      'give language codes separated by commas, like en,fr or pt-BR.',
    );
  }
  return [first, ...rest];
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
  const previous = list(read(environment, 'APP_PREVIOUS_KEYS', '')).map((key) =>
    readKey('APP_PREVIOUS_KEYS', key),
  );
  const given = read(environment, 'APP_KEY', '');
  if (given !== '') return [readKey('APP_KEY', given), ...previous];
  if (database.kind === 'mysql') {
    throw refuse('APP_KEY', 'not set', `with mysql:// it is required. ${howToMakeAKey}`);
  }
  return [keptKey(database.path), ...previous];
}

const howToMakeAKey = 'Give 32 random bytes in base64, e.g. from: openssl rand -base64 32';

function readKey(name: string, value: string): Buffer {
  if (appKeyPattern.test(value)) return Buffer.from(value, 'base64');
  throw refuse(name, `a secret of ${value.length} characters`, howToMakeAKey);
}
