/**
 * Links that are sent by mail: a random token, kept as its digest, with its purpose and its end. Those about an account work once, and of a
 * person and a purpose the newest alone.
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
  // As long as the notifications of which the mail told.
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
  /** What it is about, e.g. the address to be confirmed. */
  readonly data: string | null;
}

/** Makes a link in place of those of the same purpose that the person has. */
export async function makeLink(
  trx: Knex,
  userId: number,
  purpose: Purpose,
  data: string | null = null,
): Promise<SentLink> {
  await endLinks(trx, userId, [purpose]);
  return addLink(trx, userId, purpose, data);
}

/** Makes a link beside those that the person has. */
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

/** The link of a token, where it works for one of the purposes; null for any other token. */
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

/** The address that a user has not confirmed yet; null for none. */
export async function pendingEmail(db: Knex, userId: number): Promise<string | null> {
  const row = await db('links')
    .where({ user_id: userId, purpose: 'confirm-email' })
    .andWhere('expires_at', '>', db.raw(dialectOf(db).moment()))
    .first('data');
  return row?.data ?? null;
}

/** Says what a link is about, where it is there. */
export async function describeLink(db: Knex, token: string, data: string): Promise<void> {
  await db('links')
    .where({ digest: digestOf(token) })
    .update({ data });
}

/** Uses a link up. @returns whether it was still there: of two who follow it at once one does */
export async function useLink(trx: Knex, { id }: Link): Promise<boolean> {
  return (await trx('links').where({ id }).delete()) === 1;
}

/** Ends links of a person; all of their account where no purpose is named. */
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
