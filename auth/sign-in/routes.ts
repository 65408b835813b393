/** The paths of sign-in, and who answers them. */
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { prefersDryRun } from '../../engine/request/request.ts';
import { texts } from '../messages.ts';
import {
  createBeginTwoFactor,
  createConfirmTwoFactor,
  createRemoveTwoFactor,
  createReplaceRecoveryCodes,
  createShowTwoFactor,
} from '../second-factor/routes.ts';
import type { Csrf } from '../sessions/csrf.ts';
import { createEndSession, createListSessions } from '../sessions/list.ts';
import { createSetLocale, createShowUser, createSwitchSite, unauthenticated } from '../sessions/profile.ts';
import { sessionOf } from '../sessions/session.ts';
import type { AuthParts, AuthSettings } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { createChallenge, noLoginPending } from './challenge.ts';
import { createChangeEmail, createConfirmEmail, createShowEmail } from './email-change.ts';
import { createForgotPassword, createResetPassword } from './forgotten-password.ts';
import { createCsrfCookie, createLogin, createLogout } from './login.ts';
import { createChangePassword } from './password-change.ts';

type Parts = AuthParts & { readonly csrf: Csrf; readonly throttles: Throttles };
type Handler = (ctx: Context) => Promise<void>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const api = '/api/v1';
export const loginPath = `${api}/auth/login`;
export const logoutPath = `${api}/auth/logout`;
const challengePath = `${api}/auth/two-factor-challenge`;

/** Whether answers of a path may hold secrets: codes, keys, or the result of a comparison of passwords. */
export function holdsSecrets(path: string): boolean {
  return /^\/api\/v1\/(?:auth|user\/two-factor)(?:\/|$)/.test(path);
}

/**
 * Adds the routes, each behind the CSRF check. A request that needs a sign-in and has none gets that refusal first: a page whose
 * session has ended must ask its user to sign in, not for another token.
 */
export function addRoutes(router: Router, parts: Parts): void {
  const endSession = createEndSession(parts);
  const routes: readonly [Method, string, Handler][] = [
    ['get', '/spa/csrf-cookie', createCsrfCookie(parts)],
    ['post', loginPath, createLogin(parts)],
    ['post', challengePath, createChallenge(parts)],
    ['post', logoutPath, createLogout(parts)],
    ['post', `${api}/auth/forgot-password`, createForgotPassword(parts)],
    ['post', `${api}/auth/reset-password`, createResetPassword(parts)],
    ['post', `${api}/auth/confirm-email`, createConfirmEmail(parts)],
    ['get', `${api}/user`, createShowUser(parts)],
    ['patch', `${api}/user/site`, createSwitchSite(parts)],
    ['patch', `${api}/user/locale`, createSetLocale(parts)],
    ['put', `${api}/user/password`, createChangePassword(parts)],
    ['get', `${api}/user/email`, createShowEmail(parts)],
    ['put', `${api}/user/email`, createChangeEmail(parts)],
    ['get', `${api}/user/sessions`, createListSessions(parts)],
    ['get', `${api}/user/two-factor`, createShowTwoFactor(parts)],
    ['post', `${api}/user/two-factor`, createBeginTwoFactor(parts)],
    ['post', `${api}/user/two-factor/confirm`, createConfirmTwoFactor(parts)],
    ['post', `${api}/user/two-factor/recovery-codes`, createReplaceRecoveryCodes(parts)],
    ['delete', `${api}/user/two-factor`, createRemoveTwoFactor(parts)],
  ];
  const { middleware: csrf } = parts.csrf;
  for (const [method, path, handle] of routes)
    router[method](path, doorOf(path, parts.settings), csrf, refuseDryRun, handle);
  router.delete(`${api}/user/sessions/:id`, requireSession(parts.settings), csrf, refuseDryRun, (ctx) =>
    endSession(ctx, ctx.params.id ?? ''),
  );
}

/** This cannot be undone, so it must not look like a dry run. @throws Failure `validation_failed` */
export const refuseDryRun: Middleware = (ctx, next) => {
  if (ctx.method !== 'GET' && prefersDryRun(ctx.get('Prefer'))) {
    throw invalid({ Prefer: [say(texts.noDryRun)] });
  }
  return next();
};

/** The checks before the token. */
function doorOf(path: string, settings: AuthSettings): Middleware {
  if (path.startsWith(`${api}/user`)) return requireSession(settings);
  return path === challengePath ? requirePending : (_ctx, next) => next();
}

/** The handler checks who it is, and whether the user still exists. @throws Failure `unauthenticated` (401) */
const requireSession =
  (settings: AuthSettings): Middleware =>
  (ctx, next) => {
    if ((sessionOf(ctx)?.userId ?? null) === null) throw unauthenticated(ctx, settings);
    return next();
  };

/** If no session is possible, the handler gives the reason. @throws Failure `unauthenticated` (401) */
const requirePending: Middleware = (ctx, next) => {
  const session = sessionOf(ctx);
  if (session && !session.pending) throw noLoginPending();
  return next();
};
