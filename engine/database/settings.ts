/** What the settings say of a database. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** An embedded database. */
export interface SqliteSettings {
  readonly kind: 'sqlite';
  /** Absolute path of the file, or `:memory:`. */
  readonly path: string;
}

/** A server of MariaDB or MySQL, or several that hold the same. */
export interface MysqlSettings {
  readonly kind: 'mysql';
  /** Of several the first is written to that takes writes. */
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Where a server listens, and how the way there is protected. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
  /** Null: whatever is sent can be read on its way. */
  readonly tls: TlsSettings | null;
}

export interface TlsSettings {
  /** PEM of the authorities that may have signed the server's certificate; null for those that Node.js knows. */
  readonly ca: string | null;
  /** Whether the certificate has to name the host. */
  readonly verifyHost: boolean;
}

export type DatabaseSettings = SqliteSettings | MysqlSettings;

/** A host as it stands in an address. */
export function hostName({ host, port }: DatabaseHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** DATABASE_URL where nothing is said. Its folder is made; that of another place has to be there. */
export const defaultDatabaseUrl = 'sqlite:./data/millwright.db';

/** Whether it is the default's file: the only one that a start fills with demo data by itself. */
export function isDefaultPlace(database: DatabaseSettings): boolean {
  return database.kind === 'sqlite' && database.path === resolve(defaultDatabaseUrl.slice('sqlite:'.length));
}

/** Makes the folder of the default place, and no other: a path that is mistyped shall not begin an empty database. */
export function makeDefaultFolder(path: string): void {
  if (isDefaultPlace({ kind: 'sqlite', path })) mkdirSync(dirname(path), { recursive: true });
}
