/** Signing in and out: the CSRF cookie, the login with e-mail and password, the logout. */

import type { Context } from 'koa';
import { Failure, invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { readNoIntent } from '../../engine/request/intent.ts';
import { readJsonBody } from '../../engine/request/json-body.ts';
import type { Static } from '../../engine/typebox.ts';
import type { loginAnswer } from '../answers.ts';
import { texts } from '../messages.ts';
import { addressKey } from '../networks.ts';
import { emailKey, findAccount } from '../passwords/accounts.ts';
import { loginForm } from '../passwords/bodies.ts';
import { passwordMatches } from '../passwords/passwords.ts';
import { takeSignInTurn } from '../passwords/turns.ts';
import type { Csrf } from '../sessions/csrf.ts';
import { type RequestSession, sessionOf } from '../sessions/session.ts';
import type { AuthParts } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { signIn } from './sign-in.ts';

type Parts = Pick<AuthParts, 'database' | 'log' | 'passwordCost'> & {
  readonly csrf: Csrf;
  readonly throttles: Throttles;
};

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

/**
 * `GET /spa/csrf-cookie` → 204 with the cookie `XSRF-TOKEN`, bound to the session there is or to a new one.
 * @throws Failure 403 when not stateful; `rate_limited` (429) for very many new sessions from one address
 */
export function createCsrfCookie({ csrf, throttles }: { csrf: Csrf; throttles: Throttles }) {
  return async (ctx: Context): Promise<void> => {
    const session = requireStateful(ctx);
    if (session.id === null) {
      // Each is a row: a loop without cookies must not fill the table.
      await throttles.visit.count(ctx, addressKey(ctx.ip));
      await session.begin();
    }
    csrf.give(ctx);
    ctx.status = 204;
  };
}

/**
 * `POST /auth/login` `{email, password, remember?}` → 200 `{two_factor}`.
 * @throws Failure 403 when not stateful; 422 on the fields, or on `email` for credentials that do not fit, with one
 *   message and after the same work whether the e-mail, the password or the whole user is wrong; 429 after five
 *   failures in a minute for the same e-mail and address, and where too many of either wait for their turn; 503 where
 *   too many wait in all
 */
export function createLogin(parts: Parts) {
  const { csrf, throttles, log, database, passwordCost } = parts;
  return async (ctx: Context): Promise<void> => {
    const session = requireStateful(ctx);
    await readJsonBody(ctx);
    readNoIntent(ctx.query);
    const { remember = false, ...form } = await loginForm.read(ctx);
    const address = addressKey(ctx.ip);
    const email = emailKey(form.email);
    const attempt = { email, address, isKnown: () => throttles.signIn.knows(address) };
    const { account, outcome } = await takeSignInTurn(ctx, attempt, async () => {
      // Before the comparison, so that attempts sent at once cannot all slip through.
      await throttles.signIn.count(ctx, email, address);
      const account = await findAccount(database, form.email);
      const matched = await passwordMatches(form.password, account?.password_hash ?? null, passwordCost);
      const outcome =
        account && matched ? await signIn(parts, ctx, session, account, { ...form, remember }) : null;
      if (outcome !== null) await throttles.signIn.forgive(email, address);
      return { account, outcome };
    });
    if (!account || outcome === null) {
      log.info({ event: 'login_failed', user: account?.id ?? null, ip: ctx.ip }, 'login refused');
      throw invalid({ email: [say(texts.badCredentials)] });
    }
    if (outcome === 'established') {
      log.info({ event: 'login', user: account.id, ip: ctx.ip }, 'signed in');
    }
    csrf.give(ctx);
    ctx.status = 200;
    ctx.body = { two_factor: outcome === 'owing' } satisfies Static<typeof loginAnswer>;
  };
}

/**
 * `POST /auth/logout` → 204, with or without a session, and with any query: a user does not stay signed in for
 * a parameter too many.
 */
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
