/** One line of structured log per request: no bodies, no query values, no secrets. */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

/** What a request has done, for the log and the metrics. */
export interface RequestFacts {
  readonly method: string;
  /** The route's pattern, `/api/v1/zones/:id`: the same for every row, and without values. */
  readonly route: string;
  /** The row's, of the path, where the route has one. */
  readonly id: number | undefined;
  /** The client's address: behind trusted proxies the one that they tell. */
  readonly ip: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Times every request and hands its facts to each listener once the answer has been sent. */
export function observeRequests(
  listeners: readonly ((facts: RequestFacts, ctx: Context) => void)[],
): Middleware {
  return async (ctx, next) => {
    const began = performance.now();
    // A connection that is gone has no address any more.
    const { ip } = ctx;
    ctx.res.once('close', () => {
      const facts: RequestFacts = {
        method: ctx.method,
        route: routeOf(ctx),
        id: idOf(ctx),
        ip,
        // A client that went away before its answer was complete has not seen the status.
        status: ctx.res.writableFinished ? ctx.status : 499,
        milliseconds: performance.now() - began,
      };
      for (const listen of listeners) listen(facts, ctx);
    });
    await next();
  };
}

/** The pattern that matched; unknown paths are one route, so that a scanner cannot make a thousand. */
function routeOf(ctx: Context): string {
  const { _matchedRoute: matched } = ctx;
  return typeof matched === 'string' ? matched : '(none)';
}

/** The number of the path; what else stands in its place is somebody's own words. */
function idOf(ctx: Context): number | undefined {
  const params: unknown = ctx.params;
  if (typeof params !== 'object' || params === null || !('id' in params)) return undefined;
  return /^[1-9]\d{0,15}$/.test(String(params.id)) ? Number(params.id) : undefined;
}

/**
 * Writes the line. A health check is said only when it fails: it comes every few seconds.
 *
 * @param isQuiet whether other paths are said only when they fail: files of a page, which it loads by the dozen
 */
export function logRequests(
  log: Pick<Logger, 'info'>,
  isQuiet: (path: string) => boolean,
): (facts: RequestFacts, ctx: Context) => void {
  return ({ method, route, id, ip, status, milliseconds }, ctx) => {
    if (status < 400 && (ctx.path.startsWith('/health/') || isQuiet(ctx.path))) return;
    const { requestId, userId, siteId, count } = ctx.state;
    log.info(
      {
        requestId,
        ip,
        user: userId,
        site: siteId,
        method,
        route,
        id,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        queries: count?.queries,
      },
      'request',
    );
  };
}
