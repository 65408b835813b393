/** Whose request it is: one address for the limits, the sessions and the log. */
import { isIP } from 'node:net';
import type { Middleware } from 'koa';

/**
 * Holds what a trusted proxy says of the client's address (`X-Forwarded-For`) to being one. Anything else counts as the address
 * of the connection: it would be a text of any length in the sessions, and a new beginning for every limit.
 */
export function settleAddress(): Middleware {
  return (ctx, next) => {
    if (!isAddress(ctx.ip)) ctx.request.ip = ctx.req.socket.remoteAddress ?? '';
    return next();
  };
}

/** No zone (`fe80::1%eth0`): it can be of any length, and means something on the proxy's own machine alone. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
