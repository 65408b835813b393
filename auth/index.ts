/** Sign-in, as the rest of the service uses it. */
import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context, Middleware } from 'koa';
import type { Actor } from '../engine/policy.ts';
import { deriveKeys } from './keys.ts';
import { passwordCost as usualCost } from './passwords/passwords.ts';
import { createActor } from './rights/actor.ts';
import { findPersonAt, readZones } from './rights/people.ts';
import { readSystemActor } from './rights/system-actor.ts';
import { createCors } from './sessions/cors.ts';
import { createCsrf } from './sessions/csrf.ts';
import { endSessions, sessionRowId } from './sessions/end.ts';
import { createSecurityHeaders } from './sessions/headers.ts';
import { requirePerson } from './sessions/profile.ts';
import { SessionRows } from './sessions/rows.ts';
import { createSessionMiddleware, sessionOf } from './sessions/session.ts';
import { createStatefulCheck } from './sessions/stateful.ts';
import { sweepExpired } from './sessions/sweep.ts';
import type { AuthParts } from './settings.ts';
import { createSignInGate } from './sign-in/gate.ts';
import { addRoutes, loginPath, logoutPath } from './sign-in/routes.ts';
import { createServices } from './sign-in/services.ts';
import { createThrottles } from './throttle.ts';

export { heaviest } from './lanes.ts';
export { addLink, describeLink, findLink } from './links/links.ts';
export { shareMachine } from './machine.ts';
export { networksOf } from './networks.ts';
export { hashPassword } from './passwords/passwords.ts';
export { passwordProblems } from './passwords/rules.ts';
export { findHolders } from './rights/holders.ts';
export { everything, permissionName, permissionNames } from './rights/permissions.ts';
export { toldCondition } from './rights/told.ts';
export { checkKeys, countLost, countSeals, forgetKeys, judgeKeys } from './second-factor/key-check.ts';
export { removeTwoFactor } from './second-factor/two-factor.ts';
export { openSecret, sealSecret } from './secret-box.ts';
export { endSessions, setPassword } from './sessions/end.ts';
export type { AccountMailKind, AuthLog, AuthParts, AuthSettings, Mailer } from './settings.ts';
export { countPeople, demoPassword, findDemoLogins, findDemoPeople } from './sign-in/people-facts.ts';
export { holdsSecrets, refuseDryRun } from './sign-in/routes.ts';
export { VisitorThrottle } from './throttle.ts';

/**
 * The parts that `service/app.ts` joins with the engine: headers, cors, gate and session in this order, csrf before each matched
 * route.
 */
export interface Auth {
  /** Security headers, on failures too: put it first. */
  readonly headers: Middleware;
  readonly cors: Middleware;
  /** Turns floods of sign-ins away, before anything is looked up for them. */
  readonly gate: Middleware;
  /** Gives stateful requests their session; others pass untouched. */
  readonly session: Middleware;
  /** Refuses stateful changes without the session's token: put it before every matched route. */
  readonly csrf: Middleware;
  /**
   * The user of the request, read again for each request.
   * @throws Failure `unauthenticated` (401)
   */
  authenticate(ctx: Context): Promise<Actor>;
  /** A user at one of their sites, without a session, to read what they may see there. Null if the user is deleted or does not belong to the site. */
  actorAt(userId: number, siteId: number): Promise<Actor | null>;
  /** Counts a fetch of a calendar. @throws Failure `rate_limited` (429) above 60 a minute */
  countFetch(ctx: Context, calendarId: number): Promise<void>;
  /** The service itself at a site, within a transaction; null if the site does not exist. */
  systemActor(db: Knex, siteId: number | null): Promise<Actor | null>;
  /** Time zones of all sites, by their ids. */
  zones(): Promise<Readonly<Record<string, string>>>;
  /** What the hooks of resources may use of sign-in. */
  readonly services: ReturnType<typeof createServices>;
  /** Adds the routes of sign-in, each behind `csrf`. */
  routes(router: Router): void;
  /**
   * Ends the sessions of a user on every node.
   * @param exceptId the cookie's id of a session that stays
   * @param database the transaction to use, if there is one
   */
  endSessionsOf(userId: number, exceptId?: string, database?: Knex): Promise<void>;
  /** Removes expired sessions and counters. Call it every few minutes. @returns how many */
  sweep(): Promise<number>;
}

/**
 * @param given may omit the cost of passwords. Only tests lower it, because they sign in thousands of times
 * @throws Error on an entry of `statefulDomains` that is not a host
 */
export function createAuth(given: Omit<AuthParts, 'passwordCost'> & Partial<AuthParts>): Auth {
  const parts: AuthParts = { passwordCost: usualCost, ...given };
  const { database, settings, log, resources } = parts;
  const isStateful = createStatefulCheck(settings.statefulDomains, settings.appUrl);
  const rows = new SessionRows(database, settings, log);
  const csrf = createCsrf(
    settings.cookies.token,
    deriveKeys(settings.appKeys, 'csrf token'),
    logoutPath,
    settings.cookieDomain,
  );
  const throttles = createThrottles(database);
  return {
    headers: createSecurityHeaders(),
    cors: createCors(settings.frontendUrl),
    gate: createSignInGate(loginPath),
    session: createSessionMiddleware(
      isStateful,
      rows,
      { name: settings.cookies.session, isSecure: settings.appUrl.startsWith('https:') },
      deriveKeys(settings.appKeys, 'session cookie'),
    ),
    csrf: csrf.middleware,
    authenticate: async (ctx) => {
      const person = await requirePerson(ctx, parts);
      return createActor(person, sessionRowId(sessionOf(ctx)?.id ?? ''), resources());
    },
    actorAt: async (userId, siteId) => {
      const person = await findPersonAt(database, userId, siteId);
      return person && createActor(person, '', resources());
    },
    countFetch: (ctx, calendarId) => throttles.fetch.count(ctx, calendarId),
    systemActor: (db, siteId) => readSystemActor(db, siteId, resources(), settings.locales[0]),
    zones: () => readZones(database),
    services: createServices({ ...parts, throttles }),
    routes: (router) => addRoutes(router, { ...parts, csrf, throttles }),
    endSessionsOf: (userId, exceptId, transaction = database) => endSessions(transaction, userId, exceptId),
    sweep: () => sweepExpired(database),
  };
}
