/** Asks somebody who is signed in for their password again: whoever found the screen unlocked does not have it. */
import type { Context } from 'koa';
import { invalid } from '../engine/failure.ts';
import { say } from '../engine/message.ts';
import { texts } from './messages.ts';
import { passwordMatches } from './passwords.ts';
import { findAccountById } from './people.ts';
import type { AuthParts } from './settings.ts';
import { addressKey, type Throttles } from './throttle.ts';

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
): Promise<void> {
  await throttles.confirmation.count(userId, addressKey(ctx.ip));
  const account = await findAccountById(database, userId);
  if (!(await passwordMatches(password, account?.password_hash ?? null)))
    throw invalid({ [field]: [say(texts.wrongPassword)] });
  await throttles.confirmation.clear(userId, addressKey(ctx.ip));
}
