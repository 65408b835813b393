/** Asks a signed-in user for their password again: a person who found the screen unlocked does not have it. */
import type { Context } from 'koa';
import { type Failure, invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { texts } from '../messages.ts';
import { addressKey } from '../networks.ts';
import type { AuthParts } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { type Account, findAccountById } from './accounts.ts';
import { passwordMatches } from './passwords.ts';
import { takeOwnTurn } from './turns.ts';

type Parts = Pick<AuthParts, 'database'> & { readonly throttles: Throttles };

/** A password that was right when it was compared. Code that acts on it must check it again: see `lockOwnAccount`. */
export interface Confirmed {
  /** The hash that it matched. */
  readonly hash: string;
  /** The field for the error about a wrong password. */
  readonly field: string;
}

/**
 * @param field the field for the error about a wrong password
 * @throws Failure 422 on that field; `rate_limited` (429) after five wrong ones in a minute
 */
export async function confirmPassword(
  ctx: Context,
  parts: Parts,
  userId: number,
  password: string,
  field: string,
): Promise<Confirmed> {
  const account = await matchPassword(parts, userId, password, [userId, addressKey(ctx.ip)], ctx);
  if (!account) throw wrongPassword(field);
  return { hash: account.password_hash, field };
}

/**
 * The account if the password is its own; otherwise null.
 * @param who the person or address whose guesses count together
 * @param ctx the request, whose client may leave before its turn
 * @throws Failure `rate_limited` (429) after five wrong ones in a minute
 */
export async function matchPassword(
  { database, throttles }: Parts,
  userId: number,
  password: string,
  who: readonly (string | number)[],
  ctx?: Context,
): Promise<Account | null> {
  await throttles.confirmation.count(ctx ?? null, ...who);
  const account = await findAccountById(database, userId);
  const hash = account?.password_hash ?? null;
  const matched = await takeOwnTurn(userId, () => passwordMatches(password, hash), ctx);
  if (!account || !matched) return null;
  await throttles.confirmation.clear(...who);
  return account;
}

export function wrongPassword(field: string): Failure {
  return invalid({ [field]: [say(texts.wrongPassword)] });
}
