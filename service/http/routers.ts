/** Routers: one for each resource, because a router tries every pattern that it has, and one for everything else. */
import Router from '@koa/router';

export interface Routers {
  readonly main: Router;
  /** That of a resource. @throws Error for a name that is none */
  of(name: string): Router;
  /** That which a path belongs to. */
  at(path: string): Router;
  readonly middleware: ReturnType<Router['routes']>;
}

/**
 * @param prefix in front of every resource, e.g. `/api/v1`
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

/** Case counts, as it does for what goes by the path elsewhere: CORS, Cache-Control, the proxy's own rules. */
function makeRouter(): Router {
  return new Router({ exclusive: false, sensitive: true });
}
