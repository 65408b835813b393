/** Makes answers smaller on their way: JSON and text, for whoever takes gzip. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import type { Context, Middleware } from 'koa';

/** Below this many bytes an answer fits into one packet anyway. */
const minBytes = 1024;

/** Up to here packing takes less time than handing it to another thread does. */
const maxBytesAtOnce = 64 * 1024;

/**
 * A third of the work of the usual level, for lists that are a tenth longer. What is streamed is flushed with each chunk, so
 * that a client has what has been read.
 */
const options = { level: 3 };
const streamOptions = { ...options, flush: constants.Z_SYNC_FLUSH };

const textual = /^(?:text\/|application\/(?:problem\+)?json\b)/;

/**
 * Compresses what comes from further in. Entity tags stay as they are: they name the state of a row, for `If-Match`, and not
 * the bytes that were sent; no cache keeps an answer of the API, and what others may keep varies with the encoding.
 *
 * @param isSecret whether answers of a path hold secrets. Beside something that whoever asks has chosen, the length of a
 *   compressed answer tells of them bit by bit (BREACH): neither those are compressed nor what sets a cookie.
 */
export function compressAnswers(isSecret: (path: string) => boolean): Middleware {
  return async (ctx, next) => {
    await next();
    // Ranges are of the bytes as they are.
    if (ctx.res.hasHeader('Accept-Ranges')) return;
    if (ctx.headerSent || isSecret(ctx.path) || ctx.res.hasHeader('Set-Cookie')) return;
    if (ctx.status === 304) ctx.vary('Accept-Encoding');
    if (ctx.body === null || ctx.body === undefined || ctx.res.hasHeader('Content-Encoding')) return;
    if (!textual.test(ctx.type)) return;
    ctx.vary('Accept-Encoding');
    if (takesGzip(ctx)) await compress(ctx);
  };
}

function takesGzip(ctx: Context): boolean {
  return ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
}

async function compress(ctx: Context): Promise<void> {
  const { body } = ctx;
  if (body instanceof Readable) {
    ctx.set('Content-Encoding', 'gzip');
    // Whichever of the two ends before its time takes the other with it; who is told of it, Koa sees to.
    ctx.body = pipeline(body, createGzip(streamOptions), () => {});
    return;
  }
  const plain = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const length = Buffer.byteLength(plain);
  if (length < minBytes) {
    ctx.body = plain;
    return;
  }
  ctx.set('Content-Encoding', 'gzip');
  ctx.body = length <= maxBytesAtOnce ? gzipSync(plain, options) : await promisify(gzip)(plain, options);
}
