/** The settings of a database. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** An embedded database. */
export interface SqliteSettings {
  readonly kind: 'sqlite';
  /** Absolute path of the file, or `:memory:`. */
  readonly path: string;
}

/** A MariaDB or MySQL server. */
export interface MysqlSettings extends DatabaseHost {
  readonly kind: 'mysql';
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The address of a server, and the protection of the connection. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
  /** Null: the connection is not encrypted. */
  readonly tls: TlsSettings | null;
}

export interface TlsSettings {
  /** PEM of the certificate authorities that may have signed the server's certificate; null for those of Node.js. */
  readonly ca: string | null;
  /** Whether the certificate must contain the host name. */
  readonly verifyHost: boolean;
}

export type DatabaseSettings = SqliteSettings | MysqlSettings;

/** A host as in an address. */
export function hostName({ host, port }: DatabaseHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The default of DATABASE_URL. Its folder is created; the folder of any other file must exist. */
export const defaultDatabaseUrl = 'sqlite:./data/millwright.db';

/** Whether it is the default file: the only one that a start fills with demo data by itself. */
export function isDefaultPlace(database: DatabaseSettings): boolean {
  return database.kind === 'sqlite' && database.path === resolve(defaultDatabaseUrl.slice('sqlite:'.length));
}

/** Creates the folder of the default file, and no other: a mistyped path must not create an empty database. */
export function makeDefaultFolder(path: string): void {
  if (isDefaultPlace({ kind: 'sqlite', path })) mkdirSync(dirname(path), { recursive: true });
}
