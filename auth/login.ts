/** Signing in and out: the CSRF cookie, the login with e-mail and password, the logout. */
import type { Context } from 'koa';
import { storedNow } from '../engine/codec.ts';
import { Failure, invalid } from '../engine/failure.ts';
import { say } from '../engine/message.ts';
import type { Csrf } from './csrf.ts';
import { flag, optional, readForm, text } from './form.ts';
import { texts } from './messages.ts';
import { fingerprint, passwordMatches } from './passwords.ts';
import { findAccount, updatePerson } from './people.ts';
import { type RequestSession, sessionOf } from './session.ts';
import type { AuthParts } from './settings.ts';

/**
 * The session of a request that must be able to have one.
 * @throws Failure `forbidden` (403), which names STATEFUL_DOMAINS, for one that is not stateful. Such a request is a
 *   page we do not know, or a navigation: it must neither start a session nor replace the one in the browser.
 */
export function requireStateful(ctx: Context): RequestSession {
  const session = sessionOf(ctx);
  if (!session) throw new Failure('forbidden', { message: say(texts.notStateful) });
  return session;
}

/** `GET /spa/csrf-cookie` → 204 with the cookie `XSRF-TOKEN`, bound to the session there is or to a new one. */
export function createCsrfCookie({ csrf }: { csrf: Csrf }) {
  return async (ctx: Context): Promise<void> => {
    await requireStateful(ctx).begin();
    csrf.give(ctx);
    ctx.status = 204;
  };
}

/**
 * `POST /auth/login` `{email, password, remember?}` → 200 `{two_factor}`.
 * @throws Failure 403 when not stateful; 422 on the fields, or on `email` for credentials that do not fit, with one
 *   message and after the same work whether the e-mail, the password or the whole user is wrong
 */
export function createLogin({ database, csrf, log }: Pick<AuthParts, 'database' | 'log'> & { csrf: Csrf }) {
  return async (ctx: Context): Promise<void> => {
    const session = requireStateful(ctx);
    const form = await readForm(ctx, { email: text, password: text, remember: optional(flag, false) });
    const account = await findAccount(database, form.email);
    const matched = await passwordMatches(form.password, account?.password_hash ?? null);
    if (!account || !matched) {
      log.info({ event: 'login_failed', user_id: account?.id ?? null, ip: ctx.ip }, 'login refused');
      throw invalid({ email: [say(texts.badCredentials)] });
    }
    if (account.hasTwoFactor) {
      const proof = fingerprint(account.password_hash);
      await session.owe({ user_id: account.id, remember: form.remember, since: Date.now(), proof });
    } else {
      await session.establish(account.id, form.remember);
      await updatePerson(database, account.id, { last_login_at: storedNow() });
      log.info({ event: 'login', user_id: account.id, ip: ctx.ip }, 'signed in');
    }
    csrf.give(ctx);
    ctx.status = 200;
    ctx.body = { two_factor: account.hasTwoFactor };
  };
}

/** `POST /auth/logout` → 204, whether or not a session is there. */
export function createLogout({ csrf }: { csrf: Csrf }) {
  return async (ctx: Context): Promise<void> => {
    const session = sessionOf(ctx);
    if (session) {
      session.end();
      csrf.take(ctx);
    }
    ctx.status = 204;
  };
}
