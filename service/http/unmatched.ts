/** Answers what no route has answered: 404 for an unknown path, 405 for a known one with another method. */
import type { Middleware } from 'koa';
import { Failure } from '../../engine/failure.ts';
import type { Routers } from './routers.ts';

/** @throws Failure `not_found`, or `method_not_allowed` with `Allow` */
export function refuseUnmatched(routers: Pick<Routers, 'at'>): Middleware {
  return async (ctx, next) => {
    const { path: known, route } = routers.at(ctx.path).match(ctx.path, ctx.method);
    if (route) return next();
    const methods = [...new Set(known.flatMap((layer) => layer.methods))].sort();
    if (methods.length === 0) throw new Failure('not_found');
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', methods.join(', '));
      return;
    }
    throw new Failure('method_not_allowed', { headers: { Allow: methods.join(', ') } });
  };
}
