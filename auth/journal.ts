/** Changes of people to their own account, in the journal beside all other changes. */
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { storedNow } from '../engine/values.ts';
import type { Changes } from '../engine/write/context.ts';
import { writeEntries } from '../engine/write/journal.ts';

const table = 'activities';

/** What an entry can record about an account: `user.login`, `user.password`, … */
type AccountAction = 'update' | 'login' | 'password' | 'two-factor-on' | 'two-factor-off' | 'recovery-codes';

/**
 * Writes an entry about a user's own account, in the transaction of the change. It belongs to the site where
 * they work, so that its managers see it.
 */
export async function recordAccount(
  trx: Knex,
  ctx: Context,
  userId: number,
  action: AccountAction,
  changes: Changes = {},
): Promise<void> {
  const { requestId } = ctx.state;
  const entry = {
    resource: 'user',
    recordId: userId,
    action,
    siteId: await siteOf(trx, userId),
    userId,
    changes,
    requestId: typeof requestId === 'string' ? requestId : null,
    now: new Date(),
  };
  await writeEntries(trx, table, [entry]);
}

/**
 * Records a sign-in, in the transaction that begins its session. It is not a change of the person's data, so no open edit of them
 * becomes stale.
 */
export async function recordSignIn(trx: Knex, ctx: Context, userId: number): Promise<void> {
  await trx('users').where({ id: userId, live: 1 }).update({ last_login_at: storedNow() });
  await recordAccount(trx, ctx, userId, 'login');
}

async function siteOf(trx: Knex, userId: number): Promise<number | null> {
  const row = await trx('users')
    .join('memberships', (on) =>
      on.on('memberships.user_id', 'users.id').andOn('memberships.site_id', 'users.current_site_id'),
    )
    .where('users.id', userId)
    .first('memberships.site_id');
  return row ? Number(row.site_id) : null;
}
