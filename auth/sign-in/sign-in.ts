/** The end of a sign-in whose password was right: checks again what was true at the comparison, and begins the session. */
import type { Context } from 'koa';
import { transact } from '../../engine/database/transaction.ts';
import { recordSignIn } from '../journal.ts';
import { type Account, findAccountById, lockAccount } from '../passwords/accounts.ts';
import { fingerprint, hashPassword, isWeakerThan, passwordMatches } from '../passwords/passwords.ts';
import type { RequestSession } from '../sessions/session.ts';
import type { AuthParts } from '../settings.ts';

/** The result: a session, or a session that still needs its second factor. */
type SignedIn = 'established' | 'owing';

type Parts = Pick<AuthParts, 'database' | 'passwordCost'>;

interface Credentials {
  readonly password: string;
  readonly remember: boolean;
}

/**
 * Begins the session, with its entry in the journal, in one transaction. If a second factor was turned on meanwhile, the session
 * needs it.
 * @param account as it was read when its password was compared
 * @returns null if another password is stored by now, or the user was deleted: the same as for a wrong one
 */
export async function signIn(
  parts: Parts,
  ctx: Context,
  session: RequestSession,
  account: Account,
  { password, remember }: Credentials,
): Promise<SignedIn | null> {
  const { database, passwordCost } = parts;
  const stronger = await strengthen(account, password, passwordCost);
  const begun = await transact(
    database,
    async (trx) => {
      const now = await lockAccount(trx, account.id);
      if (now?.password_hash !== account.password_hash) return null;
      if (stronger !== null) await trx('users').where({ id: now.id }).update({ password_hash: stronger });
      if (now.hasTwoFactor) {
        const proof = fingerprint(stronger ?? now.password_hash);
        const pending = { user_id: now.id, remember, proof };
        return { outcome: 'owing', next: await session.owe(trx, pending) } as const;
      }
      await recordSignIn(trx, ctx, now.id);
      return { outcome: 'established', next: await session.establish(trx, now.id, remember) } as const;
    },
    ctx.state.signal,
  );
  if (begun) {
    await session.takeUp(begun.next);
    return begun.outcome;
  }
  // If two sign-ins come at once, the other one may have hashed this password again.
  const now = stronger === null ? null : await findAccountById(database, account.id);
  if (!now || isWeakerThan(now.password_hash, passwordCost)) return null;
  if (!(await passwordMatches(password, now.password_hash))) return null;
  return signIn(parts, ctx, session, now, { password, remember });
}

/** A new hash of a password whose hash was made at a lower cost than is asked for now; null for any other. */
async function strengthen(
  { id, password_hash }: Account,
  password: string,
  cost: number,
): Promise<string | null> {
  return isWeakerThan(password_hash, cost) ? hashPassword(password, cost, id) : null;
}
