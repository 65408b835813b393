/** Answers requests without a route: 404 for an unknown path, 405 for a known one with another method. */
import type { Middleware } from 'koa';
import { acceptPatch } from '../../engine/request/json-body.ts';
import { type RouteFinder, refusal } from '../../engine/serve/route-finder.ts';
import type { Routers } from './routers.ts';

/** @throws Failure `not_found`, or `method_not_allowed` with `Allow` */
export function refuseUnmatched(routers: Pick<Routers, 'at'>, finder: RouteFinder): Middleware {
  return async (ctx, next) => {
    if (routers.at(ctx.path).match(ctx.path, ctx.method).route) return next();
    const methods = finder.methodsAt(ctx.path);
    if (ctx.method !== 'OPTIONS' || methods.length === 0) throw refusal(methods);
    ctx.status = 204;
    ctx.set('Allow', methods.join(', '));
    if (methods.includes('PATCH')) ctx.set('Accept-Patch', acceptPatch);
  };
}
