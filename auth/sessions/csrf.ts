/** Protection against cross-site request forgery: a token bound to the session, in a cookie that scripts of ours read. */
import type { Context, Middleware } from 'koa';
import { Failure } from '../../engine/failure.ts';
import { sign, verify } from '../keys.ts';
import { type RequestSession, sessionOf } from './session.ts';

const csrfHeader = 'X-XSRF-TOKEN';
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export interface Csrf {
  /** Refuses a stateful request that would change something and does not carry its session's token (419). */
  readonly middleware: Middleware;
  /** Sets the cookie with the token of the request's present session. */
  give(ctx: Context): void;
  /** Takes the cookie away, when its session ends. */
  take(ctx: Context): void;
}

/**
 * @param name of the cookie
 * @param keys sign the tokens; all of them verify, so that a new APP_KEY breaks no open page
 * @param domain of the cookie, if the client's pages are on another host name; null for this host only
 * @param logoutPath the one path that needs no token without a session: there is nothing to forge
 */
export function createCsrf(
  name: string,
  keys: readonly Buffer[],
  logoutPath: string,
  domain: string | null = null,
): Csrf {
  const write = (ctx: Context, token: string, maxAge: number | undefined) =>
    ctx.cookies.set(name, token, {
      signed: false,
      httpOnly: false,
      sameSite: 'lax',
      overwrite: true,
      maxAge,
      ...(domain !== null && { domain }),
    });
  return {
    middleware: async (ctx, next) => {
      const session = sessionOf(ctx);
      if (session && changing.has(ctx.method) && !(session.id === null && ctx.path === logoutPath)) {
        requireToken(session, ctx.get(csrfHeader), keys);
      }
      return next();
    },
    give(ctx) {
      const session = sessionOf(ctx);
      if (!session?.id) throw new Error('There is no session for a CSRF token.');
      // base64url: the same text whether a client decodes the cookie's value or not.
      write(ctx, sign(keys, session.id), session.cookieLifetime);
    },
    take: (ctx) => void write(ctx, '', undefined),
  };
}

/**
 * The token is a MAC of the session's id, so one that an attacker got for a session of their own, or planted
 * as a cookie from a subdomain, fits no other session.
 */
function requireToken(session: RequestSession, token: string, keys: readonly Buffer[]): void {
  if (session.id === null || !verify(keys, session.id, token)) throw new Failure('csrf_mismatch');
}
