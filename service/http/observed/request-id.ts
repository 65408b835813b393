/** Assigns an id to every request, for its answer, its log line and its journal entries. */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

const acceptable = /^[\w.-]{8,64}$/;

/** Uses the id from a proxy, if it is a valid one; else creates one. */
export function requestIds(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = acceptable.test(given) ? given : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
  };
}
