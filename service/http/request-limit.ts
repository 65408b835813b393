/** Limits on what a request may be, before anything is read from it. */
import type { Middleware } from 'koa';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure, invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { tellQuotas } from '../../engine/serve/quota.ts';

/** Most parameters in a query string. Beyond a thousand the parser would leave the rest out in silence. */
const maxParameters = 200;
/** Most characters of a parameter, as it was sent: name, value and what encodes them. */
const longestParameter = 4096;

const tooMany = say('There are more than {limit} parameters in the query.');
const tooLong = say('A parameter of the query has more than {limit} characters.');

/** Most characters of a header that is read, those together that were sent more than once. A browser cuts its `Referer` there, too. */
const longestHeader = 4096;
/** Of what a client takes, a list of a few words: whoever reads it looks at quotation marks anew for each. */
const longestList = 1024;
/**
 * Those that are read, but cookies, which are those of everything on this host. What proxies add for others (tokens of people, say) may
 * be long: `mostHeaderBytes` bounds all together.
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
    ...['x-forwarded-proto', 'x-request-id', 'x-xsrf-token'],
  ].map((name) => [name, longestHeader] as const),
]);

/** A name or an address with or without a port, or nothing (RFC 9110, 7.2): no user, no path, no space. */
const hostValue = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/**
 * @throws Failure `malformed_request` for a request that does not say which host it is for, says it twice, or says what is no
 *   host (RFC 9112, 3.2): a proxy in front may have taken it for another one's
 */
export function requireHost(): Middleware {
  return ({ req }, next) => {
    const { host } = req.headers;
    // Node keeps the first of two, and tells of neither.
    const given = req.rawHeaders.filter(isHostName).length;
    const right = host === undefined ? req.httpVersion !== '1.1' : given === 1 && hostValue.test(host);
    if (!right) throw new Failure('malformed_request');
    return next();
  };
}

/** Names stand in the even places of raw headers, values in the odd ones. */
function isHostName(name: string, at: number): boolean {
  return at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';
}

/** @throws Failure `headers_too_large` for a header that is longer than any that means something, before anybody reads it */
export function limitHeaders(): Middleware {
  return ({ req: { headers } }, next) => {
    for (const [name, most] of longestOf) {
      const value = headers[name];
      if (value !== undefined && value.length > most) throw new Failure('headers_too_large');
    }
    return next();
  };
}

/** @throws Failure `validation_failed` for a query string with too many parameters, or one that is too long */
export function limitQuery(): Middleware {
  return (ctx, next) => {
    const parameters = ctx.querystring === '' ? [] : ctx.querystring.split('&');
    if (parameters.length > maxParameters) throw invalid({ query: [say(tooMany, { limit: maxParameters })] });
    if (parameters.some(({ length }) => length > longestParameter))
      throw invalid({ query: [say(tooLong, { limit: longestParameter })] });
    return next();
  };
}

/**
 * Lets an address make so many requests a minute, counted by this node alone: it protects the node, while
 * guessing at passwords is limited elsewhere, on all nodes together.
 *
 * @param perMinute 0 for no limit
 * @param isFree whether requests of a path are not counted: those that cost next to nothing, of which a page loads many at once
 * @param shared whether this process is one of several of the node, whose parent counts for all
 * What is left stands in the answer.
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
    // Without a parent the process is about to end, and goes by what it counts itself.
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
