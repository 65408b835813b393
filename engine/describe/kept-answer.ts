/** Texts that are answered again and again: packed once, with an entity tag, and not sent at all to whoever has them already. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';

export interface KeptAnswer {
  readonly plain: Buffer;
  readonly packed: Buffer;
  /** Weak (RFC 9110, 8.8.1): the same for both. */
  readonly etag: string;
}

/** What a kept answer is sent with. */
export interface KeptHeaders {
  /** Its media type. */
  readonly type: string;
  /** Whether it is the same for everybody, so that caches on the way may keep it, too. */
  readonly shared: boolean;
}

export async function keepAnswer(text: string | Buffer): Promise<KeptAnswer> {
  const plain = Buffer.from(text);
  const etag = `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
  return { plain, packed: await promisify(gzip)(plain, { level: 9 }), etag };
}

/**
 * Answers it, or a 304 where `If-None-Match` names it (weak comparison). Whoever keeps it has to ask each time whether it is
 * still right.
 */
export function answerKept(ctx: Context, kept: KeptAnswer, { type, shared }: KeptHeaders): void {
  ctx.status = 200;
  ctx.set({ ETag: kept.etag, 'Cache-Control': shared ? 'no-cache' : 'private, no-cache' });
  // Who asks is known by a cookie: another one may be another person.
  ctx.vary(shared ? 'Accept-Encoding' : 'Accept-Encoding, Cookie');
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const takesGzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.type = `${type}; charset=utf-8`;
  if (takesGzip) ctx.set('Content-Encoding', 'gzip');
  ctx.body = takesGzip ? kept.packed : kept.plain;
}
