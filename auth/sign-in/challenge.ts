/** The second step of a login: a one-time code, or a recovery code. */
import type { Context } from 'koa';
import { transact } from '../../engine/database/transaction.ts';
import { Failure, invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { readNoIntent } from '../../engine/request/intent.ts';
import { recordSignIn } from '../journal.ts';
import { texts } from '../messages.ts';
import { addressKey } from '../networks.ts';
import { type Account, findAccountById, lockAccount } from '../passwords/accounts.ts';
import { challengeForm } from '../passwords/bodies.ts';
import { fingerprint } from '../passwords/passwords.ts';
import { useRecoveryCode, useTotpCode } from '../second-factor/two-factor.ts';
import type { Csrf } from '../sessions/csrf.ts';
import type { PendingLogin } from '../sessions/rows.ts';
import type { AuthParts } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { requireStateful } from './login.ts';

type Parts = AuthParts & { readonly csrf: Csrf; readonly throttles: Throttles };

/**
 * `POST /auth/two-factor-challenge` `{code}` or `{recovery_code}` → 204, and the session begins.
 * @throws Failure `unauthenticated` (401) if no login waits, or has waited for over ten minutes; 422 on the field sent;
 *   `rate_limited` (429) after five failures in a minute
 */
export function createChallenge(parts: Parts) {
  const { database, settings, csrf, throttles, log } = parts;
  return async (ctx: Context): Promise<void> => {
    const session = requireStateful(ctx);
    const { pending } = session;
    if (!pending || !stillStands(pending, await findAccountById(database, pending.user_id))) {
      throw noLoginPending();
    }
    const { user_id, remember } = pending;
    readNoIntent(ctx.query);
    const { field, value } = await readCode(ctx);
    await throttles.challenge.count(ctx, user_id, addressKey(ctx.ip));
    await throttles.challengeAnywhere.count(ctx, user_id);
    const use = field === 'code' ? useTotpCode : useRecoveryCode;
    const [fate, next] = await transact(
      database,
      async (trx) => {
        if (!stillStands(pending, await lockAccount(trx, user_id))) throw noLoginPending();
        const fate = await use(trx, settings.appKeys, user_id, value);
        if (fate !== 'used') return [fate, null];
        await recordSignIn(trx, ctx, user_id);
        const next = await session.establish(trx, user_id, remember);
        // Ended meanwhile, or completed by another code: one login is one session.
        if (!next.replaces) throw noLoginPending();
        return [fate, next];
      },
      ctx.state.signal,
    );
    if (next === null) {
      log.warn(
        { event: 'challenge_failed', user: user_id, ip: ctx.ip, [field]: fate },
        'second factor refused',
      );
      throw invalid({ [field]: [say(field === 'code' ? texts.wrongCode : texts.wrongRecoveryCode)] });
    }
    await throttles.challenge.clear(user_id, addressKey(ctx.ip));
    await throttles.challengeAnywhere.clear(user_id);
    await session.takeUp(next);
    csrf.give(ctx);
    log.info({ event: 'login', user: user_id, ip: ctx.ip, second_factor: field }, 'signed in');
    ctx.status = 204;
  };
}

/** Whether nothing has happened to the account since its password was matched. */
function stillStands({ proof }: PendingLogin, account: Account | null): boolean {
  if (!account?.hasTwoFactor) return false;
  return fingerprint(account.password_hash) === proof;
}

/** No password was given here, or too long ago. */
export function noLoginPending(): Failure {
  return new Failure('unauthenticated', { message: say(texts.noLoginPending) });
}

/** The one of the two that was given; a form sends the other one empty, as null, or not at all. */
async function readCode(ctx: Context): Promise<{ field: 'code' | 'recovery_code'; value: string }> {
  const { code, recovery_code } = await challengeForm.read(ctx);
  if (code && !recovery_code) return { field: 'code', value: code };
  if (recovery_code && !code) return { field: 'recovery_code', value: recovery_code };
  throw invalid({ code: [say(texts.oneCode)] });
}
