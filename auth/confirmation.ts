/** Asks somebody who is signed in for their password again: whoever found the screen unlocked does not have it. */
import type { Context } from 'koa';
import { type Failure, invalid } from '../engine/failure.ts';
import { say } from '../engine/message.ts';
import { findAccountById } from './accounts.ts';
import { texts } from './messages.ts';
import { passwordMatches } from './passwords.ts';
import type { AuthParts } from './settings.ts';
import { addressKey, type Throttles } from './throttle.ts';

/** A password that was right when it was compared. Whoever acts on it asks again: see `lockOwnAccount`. */
export interface Confirmed {
  /** The hash that it matched. */
  readonly hash: string;
  /** Where a wrong password is told. */
  readonly field: string;
}

/**
 * @param field where a wrong password is told
 * @throws Failure 422 on that field; `rate_limited` (429) after five wrong ones in a minute
 */
export async function confirmPassword(
  ctx: Context,
  { database, throttles }: Pick<AuthParts, 'database'> & { throttles: Throttles },
  userId: number,
  password: string,
  field: string,
): Promise<Confirmed> {
  await throttles.confirmation.count(userId, addressKey(ctx.ip));
  const account = await findAccountById(database, userId);
  const matched = await passwordMatches(password, account?.password_hash ?? null);
  if (!account || !matched) throw wrongPassword(field);
  await throttles.confirmation.clear(userId, addressKey(ctx.ip));
  return { hash: account.password_hash, field };
}

export function wrongPassword(field: string): Failure {
  return invalid({ [field]: [say(texts.wrongPassword)] });
}
