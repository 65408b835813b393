/** Texts that are answered often: compressed once, with an entity tag, and not sent again to clients that have them. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { once } from '../memoize.ts';

/**
 * Brotli is a tenth to a fifth smaller. Its strongest level takes twenty to sixty times as long: for texts that are compressed
 * once for everyone.
 */
const packings = {
  br: (plain: Buffer, level: number) =>
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: 9 }),
};
type Packing = keyof typeof packings;

export interface KeptAnswer {
  readonly plain: Buffer;
  /** Compressed forms, made on first use, the smallest first. */
  readonly packed: readonly { readonly encoding: Packing; load(): Promise<Buffer> }[];
  /** Weak (RFC 9110, 8.8.1): the same for all forms. */
  readonly etag: string;
}

/** The headers of a kept answer. */
interface KeptHeaders {
  /** Its media type. */
  readonly type: string;
  /** Whether it is the same for everyone, so that shared caches may store it, too. */
  readonly shared: boolean;
}

/**
 * @param encodings possible compressions, the smallest first
 * @param brotliLevel 9 makes it an eighth smaller than gzip, in five times its time: for texts of one user
 */
export function keepAnswer(
  text: string | Buffer,
  encodings: readonly Packing[] = ['gzip'],
  brotliLevel = constants.BROTLI_MAX_QUALITY,
): KeptAnswer {
  const plain = Buffer.from(text);
  const etag = `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
  const packed = encodings.map((encoding) => ({
    encoding,
    load: once(() => packings[encoding](plain, brotliLevel)),
  }));
  return { plain, packed, etag };
}

/** Answers the text, or a 304 if `If-None-Match` contains its tag (weak comparison). Caches must revalidate each time. */
export async function answerKept(
  ctx: Context,
  kept: KeptAnswer,
  { type, shared }: KeptHeaders,
): Promise<void> {
  ctx.status = 200;
  ctx.set({ ETag: kept.etag, 'Cache-Control': shared ? 'no-cache' : 'private, no-cache' });
  // The cookie identifies the user: another cookie may be another user.
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
