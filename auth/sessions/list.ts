/** The sessions of a user, and how they end one. */

import type { Context } from 'koa';
import { dialectOf } from '../../engine/database/query.ts';
import { Failure } from '../../engine/failure.ts';
import { showInstant } from '../../engine/values.ts';
import type { OwnSession } from '../answers.ts';
import type { AuthParts } from '../settings.ts';
import { browserName } from './browser-name.ts';
import type { Csrf } from './csrf.ts';
import { sessionRowId } from './end.ts';
import { requireUser } from './profile.ts';
import { sessionOf } from './session.ts';

interface SessionRow {
  id: string;
  ip: string | null;
  user_agent: string | null;
  remember: number;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

/**
 * `GET /user/sessions` → `{data: [{id, address, browser, remember, current, created_at, last_seen_at, expires_at}]}`,
 * last seen first. The `id` is the digest under which the row is kept: it is no cookie, and none can be made of it.
 */
export function createListSessions(parts: AuthParts) {
  return async (ctx: Context): Promise<void> => {
    const { id } = await requireUser(ctx, parts);
    const { database } = parts;
    const rows: SessionRow[] = await database('sessions')
      .where({ user_id: id })
      .andWhere('expires_at', '>', database.raw(dialectOf(database).moment()))
      .orderBy([{ column: 'last_seen_at', order: 'desc' }, { column: 'id' }])
      .limit(100)
      .select('id', 'ip', 'user_agent', 'remember', 'created_at', 'last_seen_at', 'expires_at');
    const current = currentRow(ctx);
    const data: OwnSession[] = rows.map((row) => ({
      id: row.id,
      address: row.ip,
      browser: browserName(row.user_agent),
      remember: Number(row.remember) === 1,
      current: row.id === current,
      created_at: showInstant(row.created_at),
      last_seen_at: showInstant(row.last_seen_at),
      expires_at: showInstant(row.expires_at),
    }));
    ctx.body = { data };
  };
}

/**
 * `DELETE /user/sessions/{id}` → 204; for the current one, a logout.
 * @throws Failure `not_found` (404) for a session that is not the user's own: the same answer, whether it exists or not
 */
export function createEndSession(parts: AuthParts & { readonly csrf: Csrf }) {
  return async (ctx: Context, rowId: string): Promise<void> => {
    const { id } = await requireUser(ctx, parts);
    if (rowId === currentRow(ctx)) {
      sessionOf(ctx)?.end();
      parts.csrf.take(ctx);
    } else if ((await parts.database('sessions').where({ id: rowId, user_id: id }).delete()) === 0) {
      throw new Failure('not_found');
    }
    ctx.status = 204;
  };
}

function currentRow(ctx: Context): string | null {
  const id = sessionOf(ctx)?.id ?? null;
  return id === null ? null : sessionRowId(id);
}
