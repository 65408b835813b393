/** Texts that are answered again and again: compressed once, with an entity tag, and not sent to clients that have them already. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { once } from '../memoize.ts';

/** Each as small as it gets. Brotli is a tenth smaller and takes twenty times as long: for what is packed once for everybody. */
const packings = {
  br: (plain: Buffer) => promisify(brotliCompress)(plain),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: 9 }),
};
type Packing = keyof typeof packings;

export interface KeptAnswer {
  readonly plain: Buffer;
  /** What it is packed with when it is first asked for so, the best first. */
  readonly packed: readonly { readonly encoding: Packing; load(): Promise<Buffer> }[];
  /** Weak (RFC 9110, 8.8.1): the same for all of them. */
  readonly etag: string;
}

/** What a kept answer is sent with. */
interface KeptHeaders {
  /** Its media type. */
  readonly type: string;
  /** Whether it is the same for everybody, so that caches on the way may keep it, too. */
  readonly shared: boolean;
}

/** @param encodings what it may be packed with, the best first */
export function keepAnswer(text: string | Buffer, encodings: readonly Packing[] = ['gzip']): KeptAnswer {
  const plain = Buffer.from(text);
  const etag = `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
  const packed = encodings.map((encoding) => ({ encoding, load: once(() => packings[encoding](plain)) }));
  return { plain, packed, etag };
}

/**
 * Answers it, or a 304 where `If-None-Match` names it (weak comparison). A cache has to ask each time whether it is
 * still right.
 */
export async function answerKept(
  ctx: Context,
  kept: KeptAnswer,
  { type, shared }: KeptHeaders,
): Promise<void> {
  ctx.status = 200;
  ctx.set({ ETag: kept.etag, 'Cache-Control': shared ? 'no-cache' : 'private, no-cache' });
  // Who asks is known by a cookie: another one may be another person.
  ctx.vary(shared ? 'Accept-Encoding' : 'Accept-Encoding, Cookie');
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const packed = packedFor(ctx, kept);
  ctx.type = type.startsWith('image/') ? type : `${type}; charset=utf-8`;
  if (packed) ctx.set('Content-Encoding', packed.encoding);
  ctx.body = packed ? await packed.load() : kept.plain;
}

/** The smallest encoding that the client accepts; browsers accept several equally. Null if it prefers none. */
function packedFor(ctx: Context, { packed }: KeptAnswer): KeptAnswer['packed'][number] | null {
  const wanted = ctx.acceptsEncodings(...packed.map(({ encoding }) => encoding), 'identity');
  if (wanted === false || wanted === 'identity') return null;
  return packed.find(({ encoding }) => ctx.acceptsEncodings(encoding) === encoding) ?? null;
}
