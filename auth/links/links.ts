/**
 * Links that are sent by mail: a random token, stored as its digest, with its purpose and its end. Links about an account work
 * once. Of one person and purpose, only the newest works.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { dialectOf } from '../../engine/database/query.ts';
import { showInstant } from '../../engine/values.ts';

type Purpose = 'reset' | 'invite' | 'confirm-email' | 'unsubscribe';

const [minute, hour, day] = [60, 3600, 86_400];

/** Seconds for which a link works. */
const lifetimes: Readonly<Record<Purpose, number>> = {
  reset: 60 * minute,
  invite: 7 * day,
  'confirm-email': 24 * hour,
  // As long as the notifications that the mail lists.
  unsubscribe: 90 * day,
};

/** A link as it is sent. */
interface SentLink {
  /** 32 random bytes in base64url. */
  readonly token: string;
  /** When it ends, ISO 8601 UTC. */
  readonly until: string;
}

/** A link that works. */
interface Link {
  readonly id: number;
  readonly userId: number;
  readonly purpose: Purpose;
  /** The data of the link, e.g. the address to be confirmed. */
  readonly data: string | null;
}

/** Makes a link that replaces the person's links of the same purpose. */
export async function makeLink(
  trx: Knex,
  userId: number,
  purpose: Purpose,
  data: string | null = null,
): Promise<SentLink> {
  await endLinks(trx, userId, [purpose]);
  return addLink(trx, userId, purpose, data);
}

/** Makes a link beside the person's other links. */
export async function addLink(
  trx: Knex,
  userId: number,
  purpose: Purpose,
  data: string | null,
): Promise<SentLink> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = trx.raw(dialectOf(trx).moment(lifetimes[purpose]));
  await trx('links').insert({ digest: digestOf(token), user_id: userId, purpose, data, expires_at });
  const row = await trx('links')
    .where({ digest: digestOf(token) })
    .first('expires_at');
  return { token, until: showInstant(row.expires_at) };
}

/** The link of a token, if it works for one of the purposes; null for any other token. */
export async function findLink(db: Knex, token: string, purposes: readonly Purpose[]): Promise<Link | null> {
  const row = await db('links')
    .where({ digest: digestOf(token) })
    .whereIn('purpose', [...purposes])
    .andWhere('expires_at', '>', db.raw(dialectOf(db).moment()))
    .first('id', 'user_id', 'purpose', 'data');
  return row
    ? { id: Number(row.id), userId: Number(row.user_id), purpose: row.purpose, data: row.data }
    : null;
}

/** The address that a user has not confirmed yet; null if there is none. */
export async function pendingEmail(db: Knex, userId: number): Promise<string | null> {
  const row = await db('links')
    .where({ user_id: userId, purpose: 'confirm-email' })
    .andWhere('expires_at', '>', db.raw(dialectOf(db).moment()))
    .first('data');
  return row?.data ?? null;
}

/** Sets the data of a link, if the link exists. */
export async function describeLink(db: Knex, token: string, data: string): Promise<void> {
  await db('links')
    .where({ digest: digestOf(token) })
    .update({ data });
}

/** Uses a link up. @returns whether it still existed: of two requests at once, one gets it */
export async function useLink(trx: Knex, { id }: Link): Promise<boolean> {
  return (await trx('links').where({ id }).delete()) === 1;
}

/** Ends links of a person: those of a purpose, or all of their account if no purpose is given. */
export async function endLinks(
  trx: Knex,
  userId: number,
  purposes: readonly Purpose[] = ['reset', 'invite', 'confirm-email'],
): Promise<void> {
  await trx('links')
    .where({ user_id: userId })
    .whereIn('purpose', [...purposes])
    .delete();
}

/** Deletes links that have ended. @returns how many */
export async function sweepLinks(db: Knex): Promise<number> {
  return db('links')
    .where('expires_at', '<=', db.raw(dialectOf(db).moment()))
    .delete();
}

function digestOf(token: string): string {
  return hash('sha256', token, 'hex');
}
