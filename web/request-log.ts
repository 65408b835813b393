/** One line of structured log per request: no bodies, no query values, no secrets. */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

/** What a request has done, for the log and the metrics. */
export interface RequestFacts {
  readonly method: string;
  /** The route's pattern, `/api/v1/zones/:id`: the same for every row, and without values. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Times every request and hands its facts to each listener once the answer has been sent. */
export function observeRequests(
  listeners: readonly ((facts: RequestFacts, ctx: Context) => void)[],
): Middleware {
  return async (ctx, next) => {
    const began = performance.now();
    ctx.res.once('close', () => {
      const facts: RequestFacts = {
        method: ctx.method,
        route: routeOf(ctx),
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

/** Writes the line. A health check is said only when it fails: it comes every few seconds. */
export function logRequests(log: Pick<Logger, 'info'>): (facts: RequestFacts, ctx: Context) => void {
  return ({ method, route, status, milliseconds }, ctx) => {
    if (ctx.path.startsWith('/health/') && status < 400) return;
    const { requestId, userId, siteId, count } = ctx.state;
    log.info(
      {
        requestId,
        user: userId,
        site: siteId,
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        queries: count?.queries,
      },
      'request',
    );
  };
}
