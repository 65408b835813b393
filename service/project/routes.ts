/** Routes that a project adds itself, with the same checks before them as every other route. */
import Router, { type RouterMiddleware } from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { Auth } from '../../auth/index.ts';
import type { Actor } from '../../engine/policy.ts';
import { readJsonBody } from '../../engine/request/json-body.ts';
import { readAsking } from '../../engine/serve/routes.ts';
import type { ProjectOptions } from './options.ts';

interface Parts {
  readonly database: Knex;
  /** Before every path. */
  readonly prefix: string;
  readonly auth: Pick<Auth, 'csrf' | 'authenticate'>;
}

/** Adds them to a router. Before each of them, the user is authenticated, and the session's CSRF token and `X-Actor` are checked. */
export function addOwnRoutes(
  router: Router,
  { routes }: ProjectOptions,
  { database, prefix, auth }: Parts,
): void {
  if (!routes) return;
  const own = new Router({ prefix, sensitive: true });
  const actors = new WeakMap<Context, Actor>();
  const asked = { authenticate: auth.authenticate, guard: auth.csrf };
  const known: RouterMiddleware = async (ctx, next) => {
    const { actor } = await readAsking(ctx, asked);
    actors.set(ctx, actor);
    return next();
  };
  routes(own, {
    database,
    readBody: readJsonBody,
    actorOf: (ctx) => {
      const actor = actors.get(ctx);
      if (!actor) throw new Error('Only what a route of the project is asked for has somebody who asks.');
      return actor;
    },
  });
  for (const { methods, stack } of own.stack) {
    // Middleware would run for every path below the prefix, also for those of other routes.
    if (methods.length === 0)
      throw new Error('`routes` adds routes alone: middleware goes with each of them.');
    stack.unshift(known);
  }
  router.use(own.routes());
}
