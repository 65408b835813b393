/** Compresses answers: JSON and text, for clients that accept gzip. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import type { Context, Middleware } from 'koa';

/** A smaller answer fits into one packet anyway. */
const minBytes = 1024;

/** Up to this size, compressing takes less time than passing it to another thread. */
const maxBytesAtOnce = 64 * 1024;

/**
 * A third of the work of the default level, for lists that are a tenth longer. A stream is flushed with each chunk, so that the
 * client receives what has been read.
 */
const options = { level: 3 };
const streamOptions = { ...options, flush: constants.Z_SYNC_FLUSH };

const textual = /^(?:text\/|application\/(?:problem\+)?json\b)/;

/**
 * Compresses the answers of inner middleware. Entity tags do not change: they identify the state of a row, for `If-Match`, not
 * the sent bytes. No cache stores an answer of the API, and other answers vary by encoding.
 *
 * @param isSecret whether answers of a path contain secrets. If a client can choose parts of an answer, the length of the
 *   compressed answer reveals its secrets bit by bit (BREACH): neither such answers nor those with a cookie are compressed.
 */
export function compressAnswers(isSecret: (path: string) => boolean): Middleware {
  return async (ctx, next) => {
    await next();
    // Ranges refer to the uncompressed bytes.
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
    // If one of the two ends early, the other one is closed. Koa reports the error.
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
