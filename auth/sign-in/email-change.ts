/** Another e-mail address for oneself: where mails leave the machine it is confirmed by a link that is sent to it. */
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { faultOf } from '../../engine/database/fault.ts';
import { transact } from '../../engine/database/transaction.ts';
import { invalid } from '../../engine/failure.ts';
import { isEmail } from '../../engine/kinds/email.ts';
import { say } from '../../engine/message.ts';
import type { Static } from '../../engine/typebox.ts';
import { searchText, sortKey, tidyText } from '../../engine/values.ts';
import type { ownEmail } from '../answers.ts';
import { recordAccount } from '../journal.ts';
import { endLinks, findLink, makeLink, pendingEmail, useLink } from '../links/links.ts';
import { texts } from '../messages.ts';
import { findAccount, findNames, lockAccount } from '../passwords/accounts.ts';
import { confirmEmailForm, emailChangeForm } from '../passwords/bodies.ts';
import { confirmPassword } from '../passwords/confirmation.ts';
import { updatePerson } from '../rights/people.ts';
import { lockOwnAccount } from '../sessions/own-account.ts';
import { requireUser } from '../sessions/profile.ts';
import type { AuthParts, Mailer } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { badLink } from './forgotten-password.ts';
import { requireStateful } from './login.ts';

/** Sends a link to the new address that a user wants. @returns whether it is free */
export async function beginEmailChange(
  trx: Knex,
  mailer: Mailer,
  userId: number,
  email: string,
): Promise<boolean> {
  const holder = await findAccount(trx, email);
  if (holder && holder.id !== userId) return false;
  const link = await makeLink(trx, userId, 'confirm-email', email);
  await mailer.queue(trx, { userId, to: email, kind: 'confirm-email', link });
  return true;
}

/** What follows a change of a user's address: links that were sent to the old one end, and the old one gets a mail. */
export async function followEmailChange(
  trx: Knex,
  mailer: Mailer,
  userId: number,
  formerly: string,
): Promise<void> {
  await endLinks(trx, userId);
  await trx('users').where({ id: userId }).update({ email_refusals: 0 });
  await mailer.queue(trx, { userId, to: formerly, kind: 'email-changed' });
}

/** `GET /user/email` → `{data: {email, pending}}`. */
export function createShowEmail(parts: AuthParts) {
  return async (ctx: Context): Promise<void> => {
    const { id, email } = await requireUser(ctx, parts);
    await tellEmail(ctx, parts, id, email);
  };
}

async function tellEmail(ctx: Context, { database }: AuthParts, id: number, email: string): Promise<void> {
  const data: Static<typeof ownEmail> = { email, pending: await pendingEmail(database, id) };
  ctx.body = { data };
}

/** As the column has room. */
const longest = 255;

/**
 * `PUT /user/email` `{email, current_password}` → as `GET /user/email`. No permission is asked. Where mails leave the machine, the
 * new address is pending.
 * @throws Failure 401 if the session was ended meanwhile; 422 on the fields; `rate_limited` (429) after five wrong passwords in a
 *   minute, or five links in an hour
 */
export function createChangeEmail(parts: AuthParts & { readonly throttles: Throttles }) {
  const { database, mailer, throttles } = parts;
  return async (ctx: Context): Promise<void> => {
    const { id } = await requireUser(ctx, parts);
    const form = await emailChangeForm.read(ctx);
    const email = tidyText(form.email);
    const isRight = isEmail(email) && email.length <= longest;
    if (!isRight) throw invalid({ email: [say(texts.notEmail, { limit: longest })] });
    const confirmed = await confirmPassword(ctx, parts, id, form.current_password, 'current_password');
    if (mailer.sends) await throttles.resets.count(ctx, id);
    const now = await orTaken('email', () =>
      transact(
        database,
        async (trx) => {
          await lockOwnAccount(trx, ctx, id, confirmed);
          const present = (await findNames(trx, id))?.email ?? '';
          if (email === present) return present;
          if (!mailer.sends) return changeEmail(trx, parts, ctx, id, email);
          if (!(await beginEmailChange(trx, mailer, id, email))) throw taken('email');
          return present;
        },
        ctx.state.signal,
      ),
    );
    await tellEmail(ctx, parts, id, now);
  };
}

/**
 * `POST /auth/confirm-email` `{token}` → 204, with or without a session.
 * @throws Failure 403 when not stateful; 422 on `token`, also if another user has the address by now
 */
export function createConfirmEmail(parts: AuthParts) {
  const { database } = parts;
  return async (ctx: Context): Promise<void> => {
    requireStateful(ctx);
    const { token } = await confirmEmailForm.read(ctx);
    const link = await findLink(database, token, ['confirm-email']);
    const email = link?.data ?? null;
    if (!link || email === null) throw badLink();
    const { userId } = link;
    await orTaken('token', () =>
      transact(database, async (trx) => {
        if (!(await lockAccount(trx, userId)) || !(await useLink(trx, link))) throw badLink();
        await changeEmail(trx, parts, ctx, userId, email);
      }),
    );
    ctx.status = 204;
  };
}

/** @throws Failure 422 on the field if another account has the address */
async function orTaken<T>(field: string, change: () => Promise<T>): Promise<T> {
  return change().catch((error: unknown) => {
    throw faultOf(error)?.kind === 'duplicate' ? taken(field) : error;
  });
}

const taken = (field: string) => invalid({ [field]: [say(texts.emailTaken)] });

/** @returns the new address */
async function changeEmail(
  trx: Knex,
  { mailer, log }: AuthParts,
  ctx: Context,
  userId: number,
  email: string,
): Promise<string> {
  const formerly = await storeEmail(trx, userId, email);
  await recordAccount(trx, ctx, userId, 'update', { email: [formerly, email] });
  await followEmailChange(trx, mailer, userId, formerly);
  log.info({ event: 'email_changed', user: userId, ip: ctx.ip }, 'e-mail address changed');
  return email;
}

/** @returns the address as it was */
async function storeEmail(trx: Knex, userId: number, email: string): Promise<string> {
  const names = await trx('users')
    .where({ id: userId })
    .first('first_name', 'last_name', 'username', 'email');
  const { first_name, last_name, username, email: formerly } = names;
  const search_text = searchText([first_name, last_name, username, email]);
  await updatePerson(trx, userId, { email, email_key: sortKey(email), search_text });
  return formerly;
}
