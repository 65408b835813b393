/** The client's address of a request: the same for limits, sessions and the log. */
import { isIP } from 'node:net';
import type { Middleware } from 'koa';

/**
 * Requires that a trusted proxy's client address (`X-Forwarded-For`) is an IP address. Otherwise the address of the connection is
 * used: any other text could be of any length in the sessions, and each would have its own limits.
 */
export function settleAddress(): Middleware {
  return (ctx, next) => {
    if (!isAddress(ctx.ip)) ctx.request.ip = ctx.req.socket.remoteAddress ?? '';
    return next();
  };
}

/** Without a zone (`fe80::1%eth0`): it can have any length, and is only valid on the proxy's machine. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
