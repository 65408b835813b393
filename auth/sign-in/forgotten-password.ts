/** A new password for a user who has forgotten theirs, or has none yet, by a link that is sent to their address. */
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { transact } from '../../engine/database/transaction.ts';
import { type Failure, type FieldErrors, invalid } from '../../engine/failure.ts';
import { isEmail } from '../../engine/kinds/email.ts';
import { render, say, spokenLanguages } from '../../engine/message.ts';
import { texts as problems, typeTexts } from '../../engine/messages.ts';
import type { Static } from '../../engine/typebox.ts';
import { secret } from '../../engine/write/journal.ts';
import type { linkAnswer } from '../answers.ts';
import { recordAccount } from '../journal.ts';
import { findLink, makeLink, useLink } from '../links/links.ts';
import { texts } from '../messages.ts';
import { addressKey } from '../networks.ts';
import { emailKey, findAccount, findNames, lockAccount } from '../passwords/accounts.ts';
import { forgottenForm, resetForm } from '../passwords/bodies.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { passwordProblems } from '../passwords/rules.ts';
import { setPassword } from '../sessions/end.ts';
import type { AuthParts, Mailer } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { requireStateful } from './login.ts';

type Parts = AuthParts & { readonly throttles: Throttles };
type Handler = (ctx: Context) => Promise<void>;

/**
 * `POST /auth/forgot-password` `{email}` → 202 `{message}`, with or without an account of that address. The work is done after
 * the answer is sent, so that the time does not tell either.
 * @throws Failure 403 when not stateful; 422 on `email` for what is no address; `rate_limited` (429) for the sixth in a minute for the same e-mail and address
 */
export function createForgotPassword(parts: Parts): Handler {
  const { throttles, log, settings } = parts;
  return async (ctx) => {
    requireStateful(ctx);
    const { email } = await forgottenForm.read(ctx);
    if (!isEmail(email.trim()))
      throw invalid({ email: [say(problems.type, { field: say('email'), type: typeTexts.email })] });
    await throttles.forgotten.count(ctx, emailKey(email), addressKey(ctx.ip));
    ctx.res.once('close', () => {
      sendReset(parts, email).catch((err: unknown) => log.error({ err }, 'A link could not be sent.'));
    });
    const locale = ctx.acceptsLanguages(spokenLanguages()) || settings.locales[0];
    ctx.status = 202;
    ctx.body = { message: render(texts.linkOnItsWay, locale) } satisfies Static<typeof linkAnswer>;
  };
}

/** An account gets at most five an hour, because another person may be asking. */
async function sendReset({ database, throttles, mailer, log }: Parts, email: string): Promise<void> {
  const account = await findAccount(database, email);
  if (!account || !(await throttles.resets.allows(account.id))) return;
  await transact(database, async (trx) => {
    if (await lockAccount(trx, account.id)) await sendLink(trx, mailer, account.id, 'reset');
  });
  log.info({ event: 'password_forgotten', user: account.id }, 'link to choose a password sent');
}

/** Sends a user, whose row is locked, a link to choose a password. */
export async function sendLink(
  trx: Knex,
  mailer: Mailer,
  userId: number,
  kind: 'reset' | 'invite',
): Promise<void> {
  const names = await findNames(trx, userId);
  if (!names) return;
  const link = await makeLink(trx, userId, kind);
  await mailer.queue(trx, { userId, to: names.email, kind, link });
}

/**
 * `POST /auth/reset-password` `{token, password, password_confirmation}` → 204. Every session of the user ends, and the request signs no one in: the
 * second factor stays. A password that is refused does not use the link up.
 * @throws Failure 403 when not stateful; 422 on `token`, for any problem with it, or on the password
 */
export function createResetPassword(parts: Parts): Handler {
  const { database, log, mailer, passwordCost } = parts;
  return async (ctx) => {
    requireStateful(ctx);
    const form = await resetForm.read(ctx);
    const link = await findLink(database, form.token, ['reset', 'invite']);
    const names = link && (await findNames(database, link.userId));
    const errors: FieldErrors = {};
    const problems = passwordProblems(form.password, names ? [names.email, names.username] : []);
    if (problems.length > 0) errors.password = problems;
    if (form.password !== form.password_confirmation)
      errors.password_confirmation = [say(texts.passwordsDiffer)];
    if (!link || !names) throw badLink(errors);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const { userId } = link;
    const hash = await hashPassword(form.password, passwordCost, userId, ctx.state.signal);
    await transact(
      database,
      async (trx) => {
        if (!(await lockAccount(trx, userId)) || !(await useLink(trx, link))) throw badLink();
        await setPassword(trx, userId, hash);
        await recordAccount(trx, ctx, userId, 'password', { password: [secret, secret] });
        await mailer.queue(trx, { userId, to: names.email, kind: 'password-reset' });
      },
      ctx.state.signal,
    );
    log.info({ event: 'password_reset', user: userId, ip: ctx.ip }, 'password reset by a link');
    ctx.status = 204;
  };
}

/** One answer for a token that is unknown, used up, expired, or of a deleted user. */
export function badLink(errors: FieldErrors = {}): Failure {
  return invalid({ ...errors, token: [say(texts.badLink)] });
}
