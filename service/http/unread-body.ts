/**
 * What becomes of a connection whose request was answered before all of its body had come: refused for who asks, what it
 * is, or how much. What is left of it stands in front of the next request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { part } from './listener.ts';

/** Most bytes of a refused body that are read and thrown away to keep the connection. */
const maxDiscarded = 2 * 1024 * 1024;

/**
 * Reads a rest away, so that the connection serves the next request. Where it is large, the connection ends when the answer
 * has been sent, and a moment to read it. How long it may take to come is for the listener to say.
 */
export function discardUnread(): Middleware {
  return async (ctx, next) => {
    await next();
    if (!ctx.req.complete) discard(ctx.req, ctx.res);
  };
}

/**
 * Node itself reads on only where nobody has begun to, not from under a decompressor that has given up; and then it reads
 * whatever comes, for as long as it comes.
 */
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
