/** DATABASE_URL: the database, and the protection of the connection. */

import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import type {
  DatabaseHost,
  DatabaseSettings,
  MysqlSettings,
  SqliteSettings,
  TlsSettings,
} from '../../engine/database/settings.ts';
import { hostName, isDefaultPlace } from '../../engine/database/settings.ts';
import { quote, refuse, withoutPassword } from './refusal.ts';

/**
 * DATABASE_URL. Users, passwords and parameters are percent-decoded; a relative path is relative to the working folder.
 * @throws ConfigError, also if the file in `tls-ca` cannot be used
 */
export function readDatabase(value: string): DatabaseSettings {
  if (value.startsWith('sqlite:')) return readSqlite(value.slice('sqlite:'.length));
  return readServers(
    'DATABASE_URL',
    value,
    'give sqlite:PATH, sqlite::memory: or mysql://user:password@host:port/database, with several hosts as host:port,host:port.',
  );
}

/**
 * DATABASE_READ_URL: further servers with the same data; null if it is not set.
 * @throws ConfigError
 */
export function readReadDatabase(value: string, database: DatabaseSettings): MysqlSettings | null {
  if (value === '') return null;
  const name = 'DATABASE_READ_URL';
  if (database.kind === 'sqlite')
    throw refuse(
      name,
      quote(withoutPassword(value)),
      'only a mysql:// database can be read from other hosts.',
    );
  return readServers(
    name,
    value,
    'give mysql://user:password@host:port/database, with several hosts as host:port,host:port.',
  );
}

/** The servers of an address that begins with `mysql://`. @param allowed the expected value, for the error */
function readServers(name: string, value: string, allowed: string): MysqlSettings {
  const refusal = (why: string) => refuse(name, quote(withoutPassword(value)), why);
  const [, head = '', list = '', rest = ''] = /^(mysql:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(value) ?? [];
  const [first, ...more] = list.split(',').map((host) => readServer(`${head}${host}${rest}`, refusal));
  if (first === undefined || first === null || more.includes(null)) throw refusal(allowed);
  const servers = [first, ...more.filter((one) => one !== null)];
  const names = servers.map(({ host }) => hostName(host).toLowerCase());
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice !== undefined) throw refusal(`the host ${twice} is listed twice; give each host once.`);
  const { user, password, database } = first;
  const hosts: MysqlSettings['hosts'] = [first.host, ...servers.slice(1).map(({ host }) => host)];
  return { kind: 'mysql', hosts, user, password, database };
}

type Server = Omit<MysqlSettings, 'kind' | 'hosts'> & { readonly host: DatabaseHost };

/** An address with one host; null for an invalid one. */
function readServer(value: string, refusal: (why: string) => Error): Server | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  const database = decode(url?.pathname.slice(1) ?? '');
  const [user, password] = [decode(url?.username ?? ''), decode(url?.password ?? '')];
  const sound = url?.hostname && url.port !== '0' && !url.hash;
  if (!sound || !user || !database || database.includes('/') || password === null) return null;
  const host = decode(url.hostname.replace(/^\[|\]$/g, '')) ?? url.hostname;
  const tls = readTls(url, host, refusal);
  return { host: { host, port: Number(url.port || 3306), tls }, user, password, database };
}

function readSqlite(path: string): SqliteSettings {
  if (path === ':memory:') return { kind: 'sqlite', path };
  const noFile = path === '' || path.startsWith('//') || path.includes('\0') || /[/\\]$/.test(path);
  if (noFile || path.includes('?')) {
    throw refuse(
      'DATABASE_URL',
      quote(`sqlite:${path}`),
      'give sqlite: followed by the path of a file, or sqlite::memory:, without parameters.',
    );
  }
  const settings: SqliteSettings = { kind: 'sqlite', path: resolve(path) };
  const folder = dirname(settings.path);
  if (!isDefaultPlace(settings) && !isFolder(folder)) {
    throw refuse(
      'DATABASE_URL',
      quote(`sqlite:${path}`),
      `give a file in a folder that exists; ${folder} does not exist.`,
    );
  }
  return settings;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The parameters `tls=true` and `tls-ca=PATH`. Few certificates contain IP addresses: see below. */
function readTls(url: URL, host: string, refusal: (why: string) => Error): TlsSettings | null {
  const allowed = 'give tls=true or tls-ca=PATH, the path of a PEM file.';
  const parameters = new Map<string, string>();
  for (const part of url.search.slice(1).split('&').filter(Boolean)) {
    const [name = '', ...rest] = part.split('=');
    const value = decode(rest.join('='));
    if (name !== 'tls' && name !== 'tls-ca')
      throw refusal(`there is no parameter ${quote(name)}; ${allowed}`);
    if (parameters.has(name)) throw refusal(`the parameter ${name} is given twice; ${allowed}`);
    if (!value) throw refusal(`the parameter ${name} has no value; ${allowed}`);
    parameters.set(name, value);
  }
  const [wanted, path] = [parameters.get('tls'), parameters.get('tls-ca')];
  if (wanted !== undefined && wanted !== 'true' && wanted !== 'false') {
    throw refusal(`tls is ${quote(wanted)}, which is neither true nor false; ${allowed}`);
  }
  if (path !== undefined && wanted === 'false') throw refusal(`tls=false contradicts tls-ca; ${allowed}`);
  if (path !== undefined) return { ca: readAuthorities(path, refusal), verifyHost: isIP(host) === 0 };
  if (wanted !== 'true') return null;
  // Public authorities sign for anyone: without a name to compare, any certificate would be accepted.
  if (isIP(host))
    throw refusal('tls=true needs a host name to compare the certificate with; give one, or tls-ca=PATH.');
  return { ca: null, verifyHost: true };
}

function readAuthorities(path: string, refusal: (why: string) => Error): string {
  try {
    const pem = readFileSync(resolve(path), 'utf8');
    new X509Certificate(pem);
    return pem;
  } catch (error) {
    const read = error instanceof Error && 'syscall' in error && 'code' in error;
    const why = read ? `cannot be read (${String(error.code)})` : 'has no certificate';
    throw refusal(`the file ${quote(path)} of tls-ca ${why}; give the path of a PEM file.`);
  }
}

/** Null for an invalid percent encoding. */
function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
