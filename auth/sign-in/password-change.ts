/** `PUT /user/password`: a new password for the one that is known. */
import type { Context } from 'koa';
import { transact } from '../../engine/database/transaction.ts';
import { type FieldErrors, invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { secret } from '../../engine/write/journal.ts';
import { recordAccount } from '../journal.ts';
import { texts } from '../messages.ts';
import { passwordChangeForm } from '../passwords/bodies.ts';
import { confirmPassword } from '../passwords/confirmation.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { passwordProblems } from '../passwords/rules.ts';
import type { Csrf } from '../sessions/csrf.ts';
import { setPassword } from '../sessions/end.ts';
import { lockOwnAccount } from '../sessions/own-account.ts';
import { requireUser } from '../sessions/profile.ts';
import type { AuthParts } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { requireStateful } from './login.ts';

type Parts = AuthParts & { readonly csrf: Csrf; readonly throttles: Throttles };

/**
 * `PUT /user/password` `{current_password, password, password_confirmation}` → 204. Every session of the user ends. The session
 * of this request continues under a new id, so that a copy of its cookie ends too. Of two changes at once one wins: the present
 * password of the other is no longer right.
 * @throws Failure 401 if the session was ended meanwhile; 422 on the fields; `rate_limited` (429) after five wrong passwords in a
 *   minute
 */
export function createChangePassword(parts: Parts) {
  const { database, csrf, log, mailer, passwordCost } = parts;
  return async (ctx: Context): Promise<void> => {
    const { id, email, username } = await requireUser(ctx, parts);
    const form = await passwordChangeForm.read(ctx);
    const errors: FieldErrors = {};
    const problems = passwordProblems(form.password, [email, username]);
    if (problems.length > 0) errors.password = problems;
    if (form.password !== form.password_confirmation) {
      errors.password_confirmation = [say(texts.passwordsDiffer)];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const session = requireStateful(ctx);
    const confirmed = await confirmPassword(ctx, parts, id, form.current_password, 'current_password');
    const password_hash = await hashPassword(form.password, passwordCost, id, ctx.state.signal);
    const next = await transact(
      database,
      async (trx) => {
        await lockOwnAccount(trx, ctx, id, confirmed);
        await setPassword(trx, id, password_hash);
        await recordAccount(trx, ctx, id, 'password', { password: [secret, secret] });
        await mailer.queue(trx, { userId: id, to: email, kind: 'password-changed' });
        return session.establish(trx, id, session.remember);
      },
      ctx.state.signal,
    );
    await session.takeUp(next);
    csrf.give(ctx);
    log.info({ event: 'password_changed', user: id, ip: ctx.ip }, 'password changed');
    ctx.status = 204;
  };
}
