/** Decides which requests may have a session: those that a browser sends from a page of ours. */
import type { IncomingHttpHeaders } from 'node:http';
import { memoize } from '../../engine/memoize.ts';

interface HostPattern {
  readonly hostname: string;
  /** Whether any name below `hostname` matches, in place of `hostname` itself. */
  readonly below: boolean;
  /** `default`: 80 for http, 443 for https. */
  readonly port: number | 'default' | 'any';
}

interface Host {
  readonly hostname: string;
  readonly port: number;
  readonly defaultPort: number;
}

/** The pages of one client come from few origins; other origins that are sent may push them out. */
const maxOrigins = 100;

/**
 * Makes the decision from the settings once.
 *
 * Stateful is a request whose host of `Origin`, else of `Referer`, is listed, or one with
 * `Sec-Fetch-Site: same-origin` and no `Origin` (contract, "Requests and sessions"). All three are headers
 * that a page cannot set for itself, so another site's page can never make a request stateful.
 *
 * @param domains entries of STATEFUL_DOMAINS: `app.example.com` (default ports only), `localhost:5173`,
 *   `localhost:*`, `*.example.com` (names below it, not itself), `[::1]:3000`
 * @param appUrl the service's own address, always stateful
 * @throws Error that names an entry of another form
 */
export function createStatefulCheck(
  domains: readonly string[],
  appUrl: string,
): (headers: IncomingHttpHeaders) => boolean {
  const own = hostOf(appUrl);
  const patterns = domains.map(parsePattern);
  if (own) patterns.push({ hostname: own.hostname, below: false, port: own.port });
  const listed = (host: Host | null) => host !== null && patterns.some((pattern) => matches(pattern, host));
  const listedOrigin = memoize((origin) => listed(hostOfOrigin(origin)), maxOrigins);

  return (headers) => {
    const { origin, referer } = headers;
    // If there is an Origin, only the Origin counts: a Referer must not overrule a foreign, `null` or malformed one.
    if (origin !== undefined) return listedOrigin(origin);
    if (headers['sec-fetch-site'] === 'same-origin') return true;
    return referer !== undefined && listed(hostOf(referer));
  };
}

/**
 * The host of an `Origin` header, which has exactly one `scheme://host[:port]`. Two origins (Node joins
 * repeated headers with a comma), `null`, a path or a user name are no host at all.
 */
function hostOfOrigin(origin: string): Host | null {
  return /^https?:\/\/[^\s/?#@,\\]+$/i.test(origin) ? hostOf(origin) : null;
}

function hostOf(address: string): Host | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return { hostname, port: port === '' ? defaultPort : Number(port), defaultPort };
}

function parsePattern(entry: string): HostPattern {
  const below = entry.startsWith('*.');
  const [, name, port] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d+|\*))?$/.exec(below ? entry.slice(2) : entry) ?? [];
  // The URL parser brings names to the form in which browsers send them: lower case, punycode, short IPv6.
  const host = name === undefined ? null : hostOf(`http://${name}`);
  if (!host || /[/?#@\\]/.test(entry))
    throw new Error(`${JSON.stringify(entry)} is not a host for STATEFUL_DOMAINS.`);
  if (port === undefined) return { hostname: host.hostname, below, port: 'default' };
  return { hostname: host.hostname, below, port: port === '*' ? 'any' : Number(port) };
}

function matches(pattern: HostPattern, host: Host): boolean {
  const named = pattern.below
    ? // With its dot, so that `*.example.com` does not take `evilexample.com`.
      host.hostname.endsWith(`.${pattern.hostname}`)
    : host.hostname === pattern.hostname;
  if (!named || pattern.port === 'any') return named;
  return host.port === (pattern.port === 'default' ? host.defaultPort : pattern.port);
}
