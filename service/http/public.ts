/**
 * Routes for anyone who has their address: a link in a mail, a calendar. They come before CORS, sign-in and sessions. They
 * neither read nor set cookies, and need no CSRF token. Secrets in their paths appear in no log and no metric.
 */
import Router, { type RouterContext } from '@koa/router';
import { refuseDryRun } from '../../auth/index.ts';
import { refusal } from '../../engine/serve/route-finder.ts';

/** Answers a request. A thrown Failure is answered as usual. */
type PublicHandler = (ctx: RouterContext) => Promise<void> | void;

interface PublicRoutes {
  /** Answers GET, and HEAD in the same way without a body. @param path after the prefix, `/calendars/:token.ics` */
  get(path: string, handle: PublicHandler): void;
  /** Refuses a dry run, because these requests cannot be rolled back. */
  post(path: string, handle: PublicHandler): void;
  /** Answers requests to these paths, with any method; passes all others on. */
  readonly middleware: ReturnType<Router['routes']>;
}

/**
 * @param prefix before each path
 * @param first called for each request to one of them, with the methods of its path
 */
export function createPublicRoutes(
  prefix: string,
  first: (ctx: RouterContext, methods: readonly string[]) => void = () => {},
): PublicRoutes {
  const router = new Router({ ...(prefix && { prefix }), sensitive: true });
  const routes = router.routes();
  return {
    get: (path, handle) => void router.get(path, handle),
    post: (path, handle) => void router.post(path, refuseDryRun, handle),
    middleware: async (ctx, next) => {
      const { path: layers, route } = router.match(ctx.path, ctx.method);
      const [layer] = layers;
      if (!layer) return next();
      const methods = [...new Set(layers.flatMap((one) => one.methods))].sort();
      first(ctx as RouterContext, methods);
      try {
        if (route) return await routes(ctx, async () => {});
        if (ctx.method !== 'OPTIONS') throw refusal(methods);
        ctx.status = 204;
        ctx.set('Allow', methods.join(', '));
      } finally {
        // Its name in the log and the metrics.
        Object.assign(ctx, { _matchedRoute: String(layer.path).replaceAll(/:\w+/g, '***') });
      }
    },
  };
}
