/** Sign-in, as the rest of the service meets it. */
import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context, Middleware } from 'koa';
import type { Actor } from '../engine/actor.ts';
import { createActor } from './actor.ts';
import { createCors } from './cors.ts';
import { createCsrf } from './csrf.ts';
import { deriveKeys } from './keys.ts';
import { createCsrfCookie, createLogin, createLogout } from './login.ts';
import { nobodysHash } from './passwords.ts';
import { createSetLocale, createShowUser, createSwitchSite, requirePerson } from './profile.ts';
import { createSessionMiddleware } from './session.ts';
import { endSessions, SessionRows } from './session-rows.ts';
import type { AuthParts } from './settings.ts';
import { createStatefulCheck } from './stateful.ts';

export { hashPassword } from './passwords.ts';
export { permissionNames } from './permissions.ts';
export { hashRecoveryCode } from './recovery-codes.ts';
export { sealSecret } from './secret-box.ts';
export { endSessions } from './session-rows.ts';
export type { AuthLog, AuthParts, AuthSettings } from './settings.ts';

/** What `app.ts` joins with the engine. In this order: cors, session, then csrf in front of each matched route. */
export interface Auth {
  readonly cors: Middleware;
  /** Gives stateful requests their session; others pass untouched. */
  readonly session: Middleware;
  /** Refuses stateful changes without the session's token: to be put before every matched route. */
  readonly csrf: Middleware;
  /**
   * Who asks, read anew for each request.
   * @throws Failure `unauthenticated` (401)
   */
  authenticate(ctx: Context): Promise<Actor>;
  /** Adds the routes of sign-in, without `csrf` in front of them. */
  routes(router: Router): void;
  /**
   * Ends the sessions of a user on every node.
   * @param exceptId the cookie's id of a session that stays
   * @param database the transaction to do it in, where there is one
   */
  endSessionsOf(userId: number, exceptId?: string, database?: Knex): Promise<void>;
}

const logoutPath = '/api/v1/auth/logout';

/** @throws Error on an entry of `statefulDomains` that is no host */
export function createAuth(parts: AuthParts): Auth {
  const { database, settings, log, resources } = parts;
  const isStateful = createStatefulCheck(settings.statefulDomains, settings.appUrl);
  const rows = new SessionRows(database, settings, log);
  nobodysHash().catch((error: unknown) => log.warn({ err: error }, 'passwords cannot be prepared for'));
  const csrf = createCsrf(deriveKeys(settings.appKeys, 'csrf token'), logoutPath);
  return {
    cors: createCors(settings.frontendUrl),
    session: createSessionMiddleware(isStateful, rows, deriveKeys(settings.appKeys, 'session cookie')),
    csrf: csrf.middleware,
    authenticate: async (ctx) => createActor(await requirePerson(ctx, parts), resources()),
    endSessionsOf: (userId, exceptId, transaction = database) => endSessions(transaction, userId, exceptId),
    routes(router) {
      router.get('/spa/csrf-cookie', createCsrfCookie({ csrf }));
      router.post('/api/v1/auth/login', createLogin({ database, csrf, log }));
      router.post(logoutPath, createLogout({ csrf }));
      router.get('/api/v1/user', createShowUser(parts));
      router.patch('/api/v1/user/site', createSwitchSite(parts));
      router.patch('/api/v1/user/locale', createSetLocale(parts));
    },
  };
}
