/** One structured log line per request: no bodies, no query values, no secrets. */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

/** The facts of a request, for the log and the metrics. */
export interface RequestFacts {
  readonly method: string;
  /** The route's pattern, `/api/v1/zones/:id`: the same for every row, and without values. */
  readonly route: string;
  /** The id of the row in the path, if the route has one. */
  readonly id: number | undefined;
  /** The client's address: behind trusted proxies the one that they report. */
  readonly ip: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Times every request and passes its facts to each listener after the answer has been sent. */
export function observeRequests(
  listeners: readonly ((facts: RequestFacts, ctx: Context) => void)[],
): Middleware {
  return async (ctx, next) => {
    const began = performance.now();
    // A closed connection no longer has an address.
    const { ip } = ctx;
    ctx.res.once('close', () => {
      const facts: RequestFacts = {
        method: ctx.method,
        route: routeOf(ctx),
        id: idOf(ctx),
        ip,
        // A client that left before its answer was complete has not seen the status.
        status: ctx.res.writableFinished ? ctx.status : 499,
        milliseconds: performance.now() - began,
      };
      for (const listen of listeners) listen(facts, ctx);
    });
    await next();
  };
}

/** The matched pattern. All unknown paths are one route, so that a scanner cannot create thousands. */
function routeOf(ctx: Context): string {
  const { _matchedRoute: matched } = ctx;
  return typeof matched === 'string' ? matched : '(none)';
}

/** The number in the path; any other text there could be personal data. */
function idOf(ctx: Context): number | undefined {
  const params: unknown = ctx.params;
  if (typeof params !== 'object' || params === null || !('id' in params)) return undefined;
  return /^[1-9]\d{0,15}$/.test(String(params.id)) ? Number(params.id) : undefined;
}

/**
 * Writes the line. A health check is only logged if it fails: it arrives every few seconds.
 *
 * @param isQuiet whether other paths are only logged if they fail: files of a page, which loads dozens of them
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
