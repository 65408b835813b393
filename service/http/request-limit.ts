/** Limits of a request, checked before anything is read from it. */
import type { Middleware } from 'koa';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure, invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { tellQuotas } from '../../engine/serve/quota.ts';

/** The maximum number of query parameters. Above a thousand, the parser would silently drop the rest. */
const maxParameters = 200;
/** The maximum length of a parameter, as sent: encoded name and value. */
const longestParameter = 4096;

const tooMany = say('There are more than {limit} parameters in the query.');
const tooLong = say('A parameter of the query has more than {limit} characters.');

/** The maximum length of a header that is read, repeated ones together. Browsers also cut their `Referer` at this length. */
const longestHeader = 4096;
/** For lists of a few words, such as accepted types: their readers scan for quotation marks again for each. */
const longestList = 1024;
/**
 * Headers that are read, except cookies, which belong to everything on this host. Headers that proxies add for other services
 * (such as tokens) may be long: `mostHeaderBytes` limits all together.
 */
const longestOf = new Map<string, number>([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language'].map(
    (name) => [name, longestList] as const,
  ),
  ...[
    ...['access-control-request-headers', 'content-encoding', 'content-type', 'idempotency-key', 'if-match'],
    ...[
      'if-none-match',
      'if-range',
      'origin',
      'prefer',
      'range',
      'referer',
      'user-agent',
      'x-forwarded-for',
      'x-forwarded-host',
    ],
    ...['x-actor', 'x-forwarded-proto', 'x-request-id', 'x-xsrf-token'],
  ].map((name) => [name, longestHeader] as const),
]);

/** A name or an address with or without a port, or nothing (RFC 9110, 7.2): no user, no path, no space. */
const hostValue = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/**
 * @throws Failure `malformed_request` for a request without a host, with two, or with an invalid one (RFC 9112, 3.2): a proxy
 *   could have read it as a request for another host
 */
export function requireHost(): Middleware {
  return ({ req }, next) => {
    const { host } = req.headers;
    // Node silently keeps the first of two.
    const given = req.rawHeaders.filter(isHostName).length;
    const right = host === undefined ? req.httpVersion !== '1.1' : given === 1 && hostValue.test(host);
    if (!right) throw new Failure('malformed_request');
    return next();
  };
}

/** Raw headers have names at even positions and values at odd ones. */
function isHostName(name: string, at: number): boolean {
  return at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';
}

/** @throws Failure `headers_too_large` for a header that is too long for any valid content, before it is read */
export function limitHeaders(): Middleware {
  return ({ req: { headers } }, next) => {
    for (const [name, most] of longestOf) {
      const value = headers[name];
      if (value !== undefined && value.length > most) throw new Failure('headers_too_large');
    }
    return next();
  };
}

/** @throws Failure `validation_failed` for a query string with too many parameters, or with one that is too long */
export function limitQuery(): Middleware {
  return (ctx, next) => {
    // Koa's parser drops a question mark that begins a query: the parameter would be another one, or ignored.
    if (ctx.querystring.startsWith('?')) ctx.querystring = `%3F${ctx.querystring.slice(1)}`;
    const parameters = ctx.querystring === '' ? [] : ctx.querystring.split('&');
    if (parameters.length > maxParameters) throw invalid({ query: [say(tooMany, { limit: maxParameters })] });
    if (parameters.some(({ length }) => length > longestParameter))
      throw invalid({ query: [say(tooLong, { limit: longestParameter })] });
    return next();
  };
}

/**
 * Limits the requests per address and minute, counted by this node alone: it protects the node. Password guessing is limited
 * elsewhere, over all nodes.
 *
 * @param perMinute 0 for no limit
 * @param isFree whether requests to a path are not counted: cheap ones, of which a page loads many at once
 * @param shared whether this process is one of several of the node, whose parent counts for all. The answer contains the rest of
 *   the limit.
 * @throws Failure `rate_limited` with `Retry-After`
 */
export function limitRequests(
  perMinute: number,
  { isFree, shared }: { isFree: (path: string) => boolean; shared: boolean },
): Middleware {
  if (perMinute === 0) return (_ctx, next) => next();
  const limit = { points: perMinute, duration: 60 };
  const own = new RateLimiterMemory(limit);
  const common = shared ? new RateLimiterCluster({ ...limit, keyPrefix: 'requests' }) : own;
  return async (ctx, next) => {
    if (isFree(ctx.path)) return next();
    // Without a parent the process is about to stop, and uses its own counts.
    const limiter = shared && !process.connected ? own : common;
    const refused = (error: unknown) => {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    };
    const counted = await limiter.consume(ctx.ip).catch(refused);
    const { consumedPoints, remainingPoints: remaining, msBeforeNext: resetMs } = counted;
    tellQuotas(ctx, [
      { name: 'requests', limit: perMinute, windowSeconds: limit.duration, remaining, resetMs },
    ]);
    if (consumedPoints > perMinute) {
      const seconds = Math.max(1, Math.ceil(resetMs / 1000));
      throw new Failure('rate_limited', { headers: { 'Retry-After': String(seconds) } });
    }
    await next();
  };
}
