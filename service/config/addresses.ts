/** Settings with addresses: of the service itself and of its clients. */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { AuthSettings } from '../../auth/index.ts';
import { readList } from './list.ts';
import { quote, refuse, withoutPassword } from './refusal.ts';

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

/** APP_URL, without a trailing slash. */
export function readAppUrl(value: string): string {
  const url = parseUrl(value);
  if (!url || !isPlainWebUrl(url)) {
    throw refuse(
      'APP_URL',
      quote(withoutPassword(value)),
      'give an http:// or https:// address without user, query or fragment, like https://assets.example.com.',
    );
  }
  return withoutSlash(url.href);
}

/** An address without trailing slashes. */
export function withoutSlash(address: string): string {
  return address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;
}

/** FRONTEND_URL in the form of a browser's origin: lower case, no default port, no slash. */
export function readFrontendUrl(value: string): string {
  const url = parseUrl(value);
  if (!url || !isPlainWebUrl(url) || url.pathname !== '/') {
    throw refuse(
      'FRONTEND_URL',
      quote(withoutPassword(value)),
      'give one origin: scheme and host, without a path, like https://app.example.com.',
    );
  }
  return url.origin;
}

function isPlainWebUrl(url: URL): boolean {
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return (
    web &&
    isHost(url.hostname) &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash &&
    !url.href.endsWith('#')
  );
}

/**
 * STATEFUL_DOMAINS in lower case, followed by the hosts of the service and of its client.
 * @param urls APP_URL and FRONTEND_URL, whose `host` or `host:port` is always stateful
 * @param listening if this is a loopback address, pages may use any name of this machine
 */
export function readStatefulDomains(
  value: string,
  urls: readonly string[],
  listening: { readonly host: string; readonly port: number },
): string[] {
  const allowed =
    'give hosts separated by commas, like app.example.com, app.example.com:8080, *.example.com or localhost:*, without scheme or path.';
  const domains = readList('STATEFUL_DOMAINS', value.toLowerCase(), allowed);
  const wrong = domains.find((domain) => !isHostPattern(domain));
  if (wrong !== undefined) throw refuse('STATEFUL_DOMAINS', quote(wrong), allowed);
  const own = isLoopback(listening.host) ? namesOfThisMachine.map((name) => `${name}:${listening.port}`) : [];
  return [...new Set([...domains, ...urls.map((url) => new URL(url).host), ...own])];
}

/** The names by which a machine refers to itself. */
export const namesOfThisMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** HOST as in an address. */
export function inAddress(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Whether a host is this machine. @param written in the form of HOST, or as in an address */
export function isLoopback(written: string): boolean {
  const host = written.replace(/^\[|\]$/g, '');
  return host.toLowerCase() === 'localhost' || (isIPv4(host) ? host.startsWith('127.') : isLoopback6(host));
}

/** In any notation. */
function isLoopback6(host: string): boolean {
  return isIPv6(host) && new URL(`http://${inAddress(host.split('%', 1)[0] ?? '')}`).hostname === '[::1]';
}

/**
 * The default of APP_URL: with the name `localhost` if that leads here, because the pages of a client use it, and their requests
 * need its cookies. `localhost` does not lead to other loopback addresses (127.0.0.2).
 */
export function addressOf(host: string, port: number): string {
  const near = isLoopback(host) && (host === '127.0.0.1' || !isIPv4(host));
  return `http://${near ? 'localhost' : inAddress(host)}:${port}`;
}

/** A wildcard needs at least two names after it: `*.com` would include other people's pages. */
function isHostPattern(domain: string): boolean {
  const [, below, host = '', port = '*'] =
    /^(\*\.)?(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}|\*))?$/.exec(domain) ?? [];
  if (below && (!host.includes('.') || isIP(host))) return false;
  return isHost(host) && (port === '*' || (Number(port) >= 1 && Number(port) <= 65535));
}

const names = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/i;

/** Whether it is a name, an IPv4 address or an IPv6 address in brackets. A host that ends in a number must be an address. */
export function isHost(host: string): boolean {
  if (host.startsWith('[')) return isIPv6(host.slice(1, -1));
  return names.test(host) && (isIPv4(host) || !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(host));
}

/** HOST: a name or an IP address to listen on. */
export function readHost(value: string): string {
  if (isIPv6(value) || (!value.startsWith('[') && isHost(value))) return value;
  throw refuse('HOST', quote(value), 'give a host name or an IP address, without scheme or port.');
}

/** The names of cookies from COOKIE_PREFIX; empty for the usual ones. */
export function readCookies(prefix: string): AuthSettings['cookies'] {
  if (prefix === '') return { session: 'millwright_session', token: 'XSRF-TOKEN' };
  if (/^[A-Za-z\d][\w-]{0,39}$/.test(prefix))
    return { session: `${prefix}_session`, token: `${prefix}-XSRF-TOKEN` };
  throw refuse(
    'COOKIE_PREFIX',
    quote(prefix),
    'give letters, digits, "-" and "_", at most 40, like plant-1.',
  );
}

/**
 * COOKIE_DOMAIN: a parent domain of APP_URL's host, whose pages may read the CSRF cookie if client and service have different
 * host names; null for the service's host only.
 */
export function readCookieDomain(value: string, appUrl: string): string | null {
  if (value === '') return null;
  const domain = value.toLowerCase().replace(/^\./, '');
  const { hostname } = new URL(appUrl);
  const fits = domain.includes('.') && (hostname === domain || hostname.endsWith(`.${domain}`));
  if (fits && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) && /[a-z]/.test(domain)) return domain;
  throw refuse(
    'COOKIE_DOMAIN',
    quote(value),
    `give a domain that the host of APP_URL (${hostname}) is in, like example.com.`,
  );
}
