/**
 * Handles the unread body of a request that was answered early, because of its user, its type or its size. The rest of the body
 * precedes the next request on the connection.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { part } from './listener.ts';

/** The maximum number of bytes of a refused body that are read and discarded to keep the connection. */
const maxDiscarded = 2 * 1024 * 1024;

/**
 * Discards the rest, so that the connection can serve the next request. If the rest is large, the connection is closed shortly
 * after the answer has been sent. The listener limits the time.
 */
export function discardUnread(): Middleware {
  return async (ctx, next) => {
    await next();
    if (!ctx.req.complete) discard(ctx.req, ctx.res);
  };
}

/** Node itself only discards a body that was never read, not one whose decompressor has failed; and then it has no limit. */
function discard(request: IncomingMessage, response: ServerResponse): void {
  let left = maxDiscarded;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.removeAllListeners('data').pause();
    if (response.writableFinished) part(request.socket);
    else response.once('finish', () => part(request.socket));
  });
  request.resume();
}
