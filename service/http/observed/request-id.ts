/** Gives every request an id, which its answer, its log line and its journal entries carry. */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

const acceptable = /^[\w.-]{8,64}$/;

/** Takes the id that a proxy in front has given, where it is one; else makes one. */
export function requestIds(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = acceptable.test(given) ? given : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
  };
}
