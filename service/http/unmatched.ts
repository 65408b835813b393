/** Answers what no route has answered: 404 for an unknown path, 405 for a known one with another method. */
import type { Middleware } from 'koa';
import { Failure } from '../../engine/failure.ts';
import { acceptPatch } from '../../engine/request/json-body.ts';
import { isRowId } from '../../engine/serve/route-table.ts';
import type { Routers } from './routers.ts';

/**
 * @param canBeThere whether a path names something that can be there, by those who know what a resource has
 * @throws Failure `not_found`, or `method_not_allowed` with `Allow`
 */
export function refuseUnmatched(
  routers: Pick<Routers, 'at'>,
  canBeThere: (path: string) => boolean,
): Middleware {
  return async (ctx, next) => {
    const { path: known, route } = routers.at(ctx.path).match(ctx.path, ctx.method);
    if (route) return next();
    const own = known.filter(({ paramNames }) => paramNames.length === 0);
    // What is a path of its own (`/things/counts`) is no row, and what no row can have as its id is no path.
    const there = own.length > 0 ? own : known.filter((layer) => namesRow(layer, ctx.path));
    const methods = [...new Set(there.flatMap((layer) => layer.methods))].sort();
    if (methods.length === 0 || !canBeThere(ctx.path)) throw new Failure('not_found');
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', methods.join(', '));
      if (methods.includes('PATCH')) ctx.set('Accept-Patch', acceptPatch);
      return;
    }
    throw new Failure('method_not_allowed', { headers: { Allow: methods.join(', ') } });
  };
}

function namesRow(layer: ReturnType<Routers['main']['match']>['path'][number], path: string): boolean {
  const { id } = layer.params(path, layer.captures(path));
  return id === undefined || isRowId(id);
}
