/** A user's own account while they change it. */
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { Failure } from '../../engine/failure.ts';
import { type Account, lockAccount } from '../passwords/accounts.ts';
import { type Confirmed, wrongPassword } from '../passwords/confirmation.ts';
import { sessionRowId } from './end.ts';
import { sessionOf } from './session.ts';

/**
 * Locks the account of the user until the transaction ends, and checks again what was true when the request began: while a
 * password is compared, another request may change it, or end the session.
 * @param confirmed the password that was compared, if one was needed
 * @throws Failure `unauthenticated` (401) if the user or the session is gone; 422 as for a wrong password if it is no longer the
 *   one that was compared
 */
export async function lockOwnAccount(
  trx: Knex,
  ctx: Context,
  userId: number,
  confirmed?: Confirmed,
): Promise<Account> {
  const account = await lockAccount(trx, userId);
  if (!account) throw new Failure('unauthenticated');
  // First: a change of the password also ends the session, and the password is the useful reason.
  if (confirmed && confirmed.hash !== account.password_hash) throw wrongPassword(confirmed.field);
  if (!(await isSessionThere(trx, ctx, userId))) throw new Failure('unauthenticated');
  return account;
}

async function isSessionThere(trx: Knex, ctx: Context, userId: number): Promise<boolean> {
  const id = sessionOf(ctx)?.id ?? null;
  if (id === null) return false;
  const rows = trx('sessions').where({ id: sessionRowId(id), user_id: userId });
  return (await rows.forUpdate().first('id')) !== undefined;
}
