/** Another e-mail address for oneself: where mails leave the machine it is confirmed by a link that is sent to it. */
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { faultOf } from '../../engine/database/fault.ts';
import { transact } from '../../engine/database/transaction.ts';
import { invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import type { Static } from '../../engine/typebox.ts';
import { searchText, sortKey } from '../../engine/values.ts';
import type { ownEmail } from '../answers.ts';
import { recordAccount } from '../journal.ts';
import { endLinks, findLink, makeLink, pendingEmail, useLink } from '../links/links.ts';
import { texts } from '../messages.ts';
import { findAccount, lockAccount } from '../passwords/accounts.ts';
import { confirmEmailForm } from '../passwords/bodies.ts';
import { updatePerson } from '../rights/people.ts';
import { requireUser } from '../sessions/profile.ts';
import type { AuthParts, Mailer } from '../settings.ts';
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
    const data: Static<typeof ownEmail> = { email, pending: await pendingEmail(parts.database, id) };
    ctx.body = { data };
  };
}

/**
 * `POST /auth/confirm-email` `{token}` → 204, with or without a session.
 * @throws Failure 403 when not stateful; 422 on `token`, also if another user has the address by now
 */
export function createConfirmEmail({ database, mailer, log }: AuthParts) {
  return async (ctx: Context): Promise<void> => {
    requireStateful(ctx);
    const { token } = await confirmEmailForm.read(ctx);
    const link = await findLink(database, token, ['confirm-email']);
    const email = link?.data ?? null;
    if (!link || email === null) throw badLink();
    const { userId } = link;
    try {
      await transact(database, async (trx) => {
        if (!(await lockAccount(trx, userId)) || !(await useLink(trx, link))) throw badLink();
        const formerly = await storeEmail(trx, userId, email);
        await recordAccount(trx, ctx, userId, 'update', { email: [formerly, email] });
        await followEmailChange(trx, mailer, userId, formerly);
      });
    } catch (error) {
      if (faultOf(error)?.kind !== 'duplicate') throw error;
      throw invalid({ token: [say(texts.emailTaken)] });
    }
    log.info({ event: 'email_changed', user: userId, ip: ctx.ip }, 'e-mail address changed');
    ctx.status = 204;
  };
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
