/** Routers: one for each resource, because a router tries all its patterns, and one for all other routes. */
import Router from '@koa/router';

export interface Routers {
  readonly main: Router;
  /** The router of a resource. @throws Error for an unknown name */
  of(name: string): Router;
  /** The router of a path. */
  at(path: string): Router;
  readonly middleware: ReturnType<Router['routes']>;
}

/**
 * @param prefix before every resource, e.g. `/api/v1`
 * @param names of the resources, each the first segment of its paths
 */
export function createRouters(prefix: string, names: Iterable<string>): Routers {
  const main = makeRouter();
  const routers = new Map([...names].map((name) => [name, makeRouter()]));
  const nameIn = (path: string): string =>
    path.startsWith(`${prefix}/`) ? (path.slice(prefix.length + 1).split('/', 1)[0] ?? '') : '';
  const others = main.routes();
  const routes = new Map([...routers].map(([name, router]) => [name, router.routes()]));
  return {
    main,
    of: (name) => {
      const router = routers.get(name);
      if (!router) throw new Error(`There is no resource ${name}.`);
      return router;
    },
    at: (path) => routers.get(nameIn(path)) ?? main,
    middleware: (ctx, next) => {
      const own = routes.get(nameIn(ctx.path));
      return own ? own(ctx, () => others(ctx, next)) : others(ctx, next);
    },
  };
}

/** Case-sensitive, like other rules that use the path: CORS, Cache-Control, the proxy's own rules. */
function makeRouter(): Router {
  return new Router({ exclusive: false, sensitive: true });
}
