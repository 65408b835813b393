/** Loads the driver of MariaDB and MySQL, and makes its options. */
import { createRequire } from 'node:module';
import { once } from '../../memoize.ts';
import type { DatabaseHost } from '../settings.ts';

/** Loaded with the first connection: an embedded database does not need its eighty modules. */
export const loadDriver = once((): typeof import('mysql2') => createRequire(import.meta.url)('mysql2'));

interface HostOptions {
  readonly host: string;
  readonly port: number;
  readonly ssl?: { readonly verifyIdentity: boolean; readonly ca?: string };
}

/** The connection options of a host. */
export function hostOptions({ host, port, tls }: DatabaseHost): HostOptions {
  const ssl = { verifyIdentity: tls?.verifyHost ?? true, ...(tls && tls.ca !== null && { ca: tls.ca }) };
  // An unknown certificate ends the connection before the password is sent.
  return { host, port, ...(tls && { ssl }) };
}
