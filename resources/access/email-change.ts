/** A user's own new e-mail address, if it must be confirmed first. */
import type { Knex } from 'knex';
import { type Actor, type HookContext, type Message, say, storeInstant } from '../../engine/index.ts';

interface EmailWrite extends HookContext {
  readonly row: { email: string };
  readonly previous: { readonly id: number; readonly email: string } | null;
  fail(field: 'email', message: Message): void;
}

/** Keeps a user's address until the new one is confirmed by the link that is sent to it. */
export async function holdEmail({ row, previous, actor, db, services, fail }: EmailWrite): Promise<void> {
  const { email } = row;
  if (!services.confirmsEmails || previous?.id !== actor.id || email === previous.email) return;
  row.email = previous.email;
  if (!(await services.beginEmailChange(previous.id, email, db))) fail('email', say(taken));
}

/** The address that waits for confirmation: only shown to that user. */
export async function loadPendingEmail(
  userIds: readonly number[],
  db: Knex,
  { id }: Actor,
): Promise<Map<number, string | null>> {
  const own = await db('links')
    .where({ user_id: id ?? 0, purpose: 'confirm-email' })
    .andWhere('expires_at', '>', storeInstant(new Date().toISOString()))
    .first('data');
  return new Map(userIds.map((userId) => [userId, userId === id ? (own?.data ?? null) : null]));
}

const taken = say('The e-mail address has already been taken.');
