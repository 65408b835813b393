/** The cookie of a session: its secret id, and our signature of it. */
import type { Context } from 'koa';
import { memoize } from '../../engine/memoize.ts';
import { sign, verify } from '../keys.ts';

/** Most cookies whose signatures are remembered. */
const maxCookies = 2000;
/** Two texts of 32 bytes in base64url, with a dot between them. */
const cookieLength = 43 + 1 + 43;

/**
 * Reads the id in a cookie of ours, or an empty text: an id that we did not sign never reaches the database. The signature only
 * depends on the keys of this process, so each cookie is checked once.
 */
export function cookieReader(name: string, keys: readonly Buffer[]): (ctx: Context) => string {
  const idOf = memoize((cookie) => {
    const [, id = '', signature = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(cookie) ?? [];
    return id !== '' && verify(keys, id, signature) ? id : '';
  }, maxCookies);
  return (ctx) => {
    const cookie = ctx.cookies.get(name) ?? '';
    // What is no cookie of ours is not remembered either: it may be long.
    return cookie.length === cookieLength ? idOf(cookie) : '';
  };
}

/** @param maxAge in milliseconds; undefined: until the browser closes */
export function writeCookie(
  ctx: Context,
  name: string,
  id: string,
  keys: readonly Buffer[],
  maxAge: number | undefined,
): void {
  ctx.cookies.set(name, `${id}.${sign(keys, id)}`, {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
    maxAge,
  });
}
