/** The driver of MariaDB and MySQL, and how it is told where a server is. */
import { createRequire } from 'node:module';
import { once } from '../../memoize.ts';
import type { DatabaseHost } from '../settings.ts';

/** Loads it with the first connection: an embedded database does without its eighty modules. */
export const loadDriver = once((): typeof import('mysql2') => createRequire(import.meta.url)('mysql2'));

interface HostOptions {
  readonly host: string;
  readonly port: number;
  readonly ssl?: { readonly verifyIdentity: boolean; readonly ca?: string };
}

/** What of a connection is the host's own. */
export function hostOptions({ host, port, tls }: DatabaseHost): HostOptions {
  const ssl = { verifyIdentity: tls?.verifyHost ?? true, ...(tls && tls.ca !== null && { ca: tls.ca }) };
  // An unknown certificate ends the connection before the password is sent.
  return { host, port, ...(tls && { ssl }) };
}
