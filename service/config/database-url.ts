/** DATABASE_URL: the database, and the protection of the connection. */

import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import type {
  DatabaseSettings,
  MysqlSettings,
  SqliteSettings,
  TlsSettings,
} from '../../engine/database/settings.ts';
import { isDefaultPlace } from '../../engine/database/settings.ts';
import { quote, refuse, withoutPassword } from './refusal.ts';

/**
 * DATABASE_URL. Users, passwords and parameters are percent-decoded; a relative path is relative to the working folder.
 * @throws ConfigError, also if the file in `tls-ca` cannot be used
 */
export function readDatabase(value: string): DatabaseSettings {
  if (value.startsWith('sqlite:')) return readSqlite(value.slice('sqlite:'.length));
  const refusal = (why: string) => refuse('DATABASE_URL', quote(withoutPassword(value)), why);
  const [, host = ''] = /^mysql:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(value) ?? [];
  if (host.includes(','))
    throw refusal('it names several hosts; give one address, that of the proxy before them (docs/hosts.md).');
  const server = value.startsWith('mysql://') ? readServer(value, refusal) : null;
  if (server === null)
    throw refusal('give sqlite:PATH, sqlite::memory: or mysql://user:password@host:port/database.');
  return server;
}

/** The server of an address that begins with `mysql://`; null for an invalid one. */
function readServer(value: string, refusal: (why: string) => Error): MysqlSettings | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  const database = decode(url?.pathname.slice(1) ?? '');
  const [user, password] = [decode(url?.username ?? ''), decode(url?.password ?? '')];
  const sound = url?.hostname && url.port !== '0' && !url.hash;
  if (!sound || !user || !database || database.includes('/') || password === null) return null;
  const host = decode(url.hostname.replace(/^\[|\]$/g, '')) ?? url.hostname;
  const tls = readTls(url, host, refusal);
  return { kind: 'mysql', host, port: Number(url.port || 3306), tls, user, password, database };
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
