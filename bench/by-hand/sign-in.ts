/** The user: cookie, session, person and permissions, all looked up for each request; and permission checks. */
import type { Knex } from 'knex';
import type { Context, Middleware } from 'koa';
import { verify } from '../../auth/keys.ts';
import { sessionRowId } from '../../auth/sessions/end.ts';
import { allowedOrigins, type ContenderSettings } from '../settings.ts';
import { toDate, toStored } from './database.ts';
import { HttpError } from './errors.ts';

export interface Visitor {
  readonly id: number;
  readonly siteId: number;
  readonly isHeadquarters: boolean;
  readonly permissions: ReadonlySet<string>;
}

const minute = 60_000;

export function createSignIn(knex: Knex, { cookieKeys, tokenKeys }: ContenderSettings) {
  /** Finds the session of the cookie and its user; without them nothing is set. */
  const signIn: Middleware = async (ctx, next) => {
    const sessionId = allowedOrigins.has(ctx.get('Origin')) ? readSessionId(ctx, cookieKeys) : null;
    const userId = sessionId === null ? null : await findSession(knex, sessionId);
    if (sessionId !== null && userId !== null) {
      ctx.state.sessionId = sessionId;
      ctx.state.visitor = await findVisitor(knex, userId);
    }
    await next();
  };

  const checkToken: Middleware = async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.state.sessionId) {
      if (!verify(tokenKeys, ctx.state.sessionId, ctx.get('X-XSRF-TOKEN'))) {
        throw new HttpError(419, 'csrf_mismatch', 'CSRF token mismatch.');
      }
    }
    await next();
  };

  const permit =
    (permission: string): Middleware =>
    async (ctx, next) => {
      const visitor: Visitor | undefined = ctx.state.visitor;
      if (!visitor) throw new HttpError(401, 'unauthenticated', 'Please sign in.');
      if (!visitor.permissions.has(permission) && !visitor.permissions.has('*')) {
        throw new HttpError(403, 'forbidden', `You need the permission ${permission}.`);
      }
      await next();
    };

  return { signIn, checkToken, permit };
}

function readSessionId(ctx: Context, keys: readonly Buffer[]): string | null {
  const [id, signature] = ctx.cookies.get('millwright_session')?.split('.') ?? [];
  return id && signature && verify(keys, id, signature) ? id : null;
}

async function findSession(knex: Knex, sessionId: string): Promise<number | null> {
  const now = new Date();
  const session = await knex('sessions')
    .where('id', sessionRowId(sessionId))
    .where('expires_at', '>', toStored(now))
    .first('id', 'user_id', 'remember', 'last_seen_at');
  if (!session) return null;
  // Idle time starts here. Once a minute is enough.
  if (now.getTime() - toDate(session.last_seen_at).getTime() > minute) {
    await knex('sessions')
      .where('id', session.id)
      .update({ last_seen_at: toStored(now) });
  }
  return session.user_id;
}

async function findVisitor(knex: Knex, userId: number): Promise<Visitor | null> {
  const row = await knex('users')
    .join('memberships', (on) =>
      on.on('memberships.user_id', 'users.id').andOn('memberships.site_id', 'users.current_site_id'),
    )
    .join('sites', 'sites.id', 'memberships.site_id')
    .where({ 'users.id': userId, 'users.live': 1 })
    .first('users.id', 'memberships.id as membership_id', 'sites.id as site_id', 'sites.is_headquarters');
  if (!row) return null;
  const permissions = await knex('membership_roles')
    .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
    .where('membership_roles.membership_id', row.membership_id)
    .pluck('role_permissions.permission');
  return {
    id: row.id,
    siteId: row.site_id,
    isHeadquarters: row.is_headquarters === 1,
    permissions: new Set(permissions),
  };
}
