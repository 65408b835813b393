/**
 * Routes for whoever has their address: a link in a mail, a calendar. They come before CORS, sign-in and sessions. No cookie is read or
 * set, and no token of a page is asked for. What stands for a secret in their paths is in no log and in no figure.
 */
import Router, { type RouterContext } from '@koa/router';
import { refuseDryRun } from '../../auth/index.ts';
import { refusal } from '../../engine/serve/route-finder.ts';

/** Answers a request. What it throws as a Failure is answered as everywhere. */
type PublicHandler = (ctx: RouterContext) => Promise<void> | void;

interface PublicRoutes {
  /** Answers GET, and HEAD by the same without its body. @param path behind the prefix, `/calendars/:token.ics` */
  get(path: string, handle: PublicHandler): void;
  /** Refuses a dry run: what is done here is done. */
  post(path: string, handle: PublicHandler): void;
  /** Answers what is asked of these paths, by any method; passes everything else on. */
  readonly middleware: ReturnType<Router['routes']>;
}

/**
 * @param prefix in front of each path
 * @param first told of each request that is for one of them, with the methods that its path has
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
        // What the log and the figures call it.
        Object.assign(ctx, { _matchedRoute: String(layer.path).replaceAll(/:\w+/g, '***') });
      }
    },
  };
}
