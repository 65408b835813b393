/** Sign-in, as the rest of the service meets it. */
import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context, Middleware } from 'koa';
import type { Actor } from '../engine/policy.ts';
import { createActor } from './actor.ts';
import { createCors } from './cors.ts';
import { createCsrf } from './csrf.ts';
import { createSecurityHeaders } from './headers.ts';
import { deriveKeys } from './keys.ts';
import { passwordCost as usualCost } from './passwords.ts';
import { requirePerson } from './profile.ts';
import { addRoutes, loginPath, logoutPath } from './routes.ts';
import { createServices } from './services.ts';
import { createSessionMiddleware, sessionOf } from './session.ts';
import { endSessions, sessionRowId } from './session-end.ts';
import { SessionRows } from './session-rows.ts';
import type { AuthParts } from './settings.ts';
import { createSignInGate } from './sign-in-gate.ts';
import { createStatefulCheck } from './stateful.ts';
import { sweepExpired } from './sweep.ts';
import { readSystemActor } from './system-actor.ts';
import { createThrottles } from './throttle.ts';

export { csrfCookie } from './csrf.ts';
export { checkKeys, countLost, countSeals, forgetKeys, judgeKeys } from './key-check.ts';
export { shareMachine } from './machine.ts';
export { passwordProblems } from './password-rules.ts';
export { hashPassword } from './passwords.ts';
export { countPeople, demoPassword, findDemoLogins, findDemoPeople } from './people-facts.ts';
export { everything, permissionNames } from './permissions.ts';
export { holdsSecrets } from './routes.ts';
export { endSessions, setPassword } from './session-end.ts';
export type { AuthLog, AuthParts, AuthSettings } from './settings.ts';
export { removeTwoFactor } from './two-factor.ts';

/** What `service/app.ts` joins with the engine: headers, cors, gate and session in this order, csrf before each matched route. */
export interface Auth {
  /** Security headers, on failures too: to be put first. */
  readonly headers: Middleware;
  readonly cors: Middleware;
  /** Turns floods of sign-ins away, before anything is looked up for them. */
  readonly gate: Middleware;
  /** Gives stateful requests their session; others pass untouched. */
  readonly session: Middleware;
  /** Refuses stateful changes without the session's token: to be put before every matched route. */
  readonly csrf: Middleware;
  /**
   * Who asks, read anew for each request.
   * @throws Failure `unauthenticated` (401)
   */
  authenticate(ctx: Context): Promise<Actor>;
  /**
   * The service itself at a site, within a transaction; null where the site is gone.
   */
  systemActor(db: Knex, siteId: number | null): Promise<Actor | null>;
  /** What the hooks of resources may ask of sign-in. */
  readonly services: ReturnType<typeof createServices>;
  /** Adds the routes of sign-in, each behind `csrf`. */
  routes(router: Router): void;
  /**
   * Ends the sessions of a user on every node.
   * @param exceptId the cookie's id of a session that stays
   * @param database the transaction to do it in, where there is one
   */
  endSessionsOf(userId: number, exceptId?: string, database?: Knex): Promise<void>;
  /** Removes expired sessions and counters: to be called every few minutes. @returns how many */
  sweep(): Promise<number>;
}

/**
 * @param given the cost of passwords may be left out: it is lower for tests alone, which sign in thousands of times
 * @throws Error on an entry of `statefulDomains` that is no host
 */
export function createAuth(given: Omit<AuthParts, 'passwordCost'> & Partial<AuthParts>): Auth {
  const parts: AuthParts = { passwordCost: usualCost, ...given };
  const { database, settings, log, resources } = parts;
  const isStateful = createStatefulCheck(settings.statefulDomains, settings.appUrl);
  const rows = new SessionRows(database, settings, log);
  const csrf = createCsrf(deriveKeys(settings.appKeys, 'csrf token'), logoutPath, settings.cookieDomain);
  const throttles = createThrottles(database);
  return {
    headers: createSecurityHeaders(),
    cors: createCors(settings.frontendUrl),
    gate: createSignInGate(loginPath),
    session: createSessionMiddleware(isStateful, rows, deriveKeys(settings.appKeys, 'session cookie')),
    csrf: csrf.middleware,
    authenticate: async (ctx) => {
      const person = await requirePerson(ctx, parts);
      return createActor(person, sessionRowId(sessionOf(ctx)?.id ?? ''), resources());
    },
    systemActor: (db, siteId) => readSystemActor(db, siteId, resources(), settings.locales[0]),
    services: createServices({ ...parts, throttles }),
    routes: (router) => addRoutes(router, { ...parts, csrf, throttles }),
    endSessionsOf: (userId, exceptId, transaction = database) => endSessions(transaction, userId, exceptId),
    sweep: () => sweepExpired(database),
  };
}
