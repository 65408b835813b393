/**
 * Mails with notices: the waiting notices of a person are combined into one mail, at once or as a digest, and are checked again
 * when it is sent. `mail_due_at` of a notification is the time from which it needs a mail; it is null once it is in one.
 */
import type { Knex } from 'knex';
import { addLink } from '../../../auth/index.ts';
import { databaseNow } from '../../../engine/database/clock.ts';
import { dialectOf } from '../../../engine/database/query.ts';
import { transact } from '../../../engine/database/transaction.ts';
import { showInstant } from '../../../engine/values.ts';
import { chosenBy } from '../notifications/preferences.ts';
import { digestMoments } from './digest.ts';
import { queueMail } from './queue.ts';
import { mostRefusals } from './refusals.ts';

export const noticesKind = 'notices';

/** The stored content of such a mail until it is sent. */
export interface NoticesContent {
  /** Ids of notifications. */
  readonly ids: readonly number[];
}

/** The minimum interval between two such mails to a person. */
const pauseMs = 30_000;
/** By then another process may have added notices. */
const longestWaitMs = 5000;
/** The number of people processed together, and of notifications in one mail. */
const [mostPeople, mostIds] = [200, 5000];

interface Waiting {
  readonly userId: number;
  /** When the first waiting notice was created, in milliseconds since 1970. */
  readonly oldest: number;
  readonly timezone: string;
  readonly refusals: number;
  /** When the last such mail was sent to them, in milliseconds since 1970; 0 for never. */
  readonly mailedAt: number;
}

interface Row {
  readonly user_id: number;
  readonly timezone: string | null;
  readonly email_refusals: number;
  readonly notices_mailed_at: number | string | null;
  readonly oldest: string;
}

/** Makes due mails. @returns milliseconds until there is more to do, 0 for now */
export async function planNotices(
  db: Knex,
  appKeys: readonly Buffer[],
  planned: () => void,
): Promise<number> {
  const now = await databaseNow(db);
  const people = await waitingPeople(db, now);
  const chosen = await chosenBy(
    db,
    people.map(({ userId }) => userId),
  );
  for (const person of people) {
    const { digest = 'immediate', digest_time = '07:00' } = chosen.get(person.userId) ?? {};
    const moments =
      digest === 'immediate' ? null : digestMoments(now, { digest, digest_time, timezone: person.timezone });
    if (person.refusals >= mostRefusals) await forget(db, person.userId);
    else if (moments && (person.oldest > moments.last || person.mailedAt >= moments.last))
      await postpone(db, person.userId, now, moments.next);
    else if (await gather(db, appKeys, person)) planned();
  }
  if (people.length === mostPeople) return 0;
  return Math.max(100, Math.min(longestWaitMs, await untilNext(db, now)));
}

/** People with due notices, and without such a mail in the last half minute. */
async function waitingPeople(db: Knex, now: number): Promise<Waiting[]> {
  const rows: Row[] = await db('notifications as n')
    .join('users as u', 'u.id', 'n.user_id')
    .leftJoin('sites as s', 's.id', 'u.current_site_id')
    .where('n.mail_due_at', '<=', now)
    .where((rested) =>
      rested.whereNull('u.notices_mailed_at').orWhere('u.notices_mailed_at', '<=', now - pauseMs),
    )
    .groupBy('n.user_id', 's.timezone', 'u.email_refusals', 'u.notices_mailed_at')
    .orderBy('n.user_id')
    .limit(mostPeople)
    .select(
      'n.user_id',
      's.timezone',
      'u.email_refusals',
      'u.notices_mailed_at',
      db.raw('min(n.created_at) as oldest'),
    );
  return rows.map((row) => ({
    userId: Number(row.user_id),
    oldest: Date.parse(showInstant(row.oldest)),
    timezone: row.timezone ?? 'UTC',
    refusals: Number(row.email_refusals),
    mailedAt: Number(row.notices_mailed_at ?? 0),
  }));
}

/** The address does not work, so no mail is needed. */
async function forget(db: Knex, userId: number): Promise<void> {
  await db('notifications')
    .where({ user_id: userId })
    .whereNotNull('mail_due_at')
    .update({ mail_due_at: null });
}

/** Leaves due notices to the next digest. */
async function postpone(db: Knex, userId: number, now: number, next: number): Promise<void> {
  await db('notifications')
    .where({ user_id: userId })
    .where('mail_due_at', '<=', now)
    .update({ mail_due_at: next });
}

/**
 * Puts all waiting notices of a person into their one waiting mail. A mail that already waits, for a server that refused it,
 * becomes another mail, which is tried at once: it contains more than the former one, which may have been delivered after all.
 * @returns whether it contains anything
 */
function gather(
  db: Knex,
  appKeys: readonly Buffer[],
  { userId, mailedAt }: Pick<Waiting, 'userId' | 'mailedAt'>,
): Promise<boolean> {
  return transact(db, async (trx) => {
    // Of two nodes on a cluster, only one can continue: both insert the slot, and both write the same notifications.
    const user = await trx('users').where({ id: userId }).forUpdate().first('notices_mailed_at');
    // A mail was sent in the meantime: the interval or the digest applies.
    if (Number(user?.notices_mailed_at ?? 0) !== mailedAt) return false;
    const now = await databaseNow(trx);
    const slot = `${noticesKind} ${userId}`;
    const before = await trx('mails').where({ slot }).forUpdate().first();
    if (before && Number(before.leased_until ?? 0) > now) return false;
    const ids: number[] = await trx('notifications')
      .where({ user_id: userId })
      .whereNotNull('mail_due_at')
      .orderBy('id', 'desc')
      .pluck('id');
    if (ids.length === 0) return false;
    const waited: NoticesContent = before ? JSON.parse(before.content) : { ids: [] };
    const content: NoticesContent = { ids: [...ids.map(Number), ...waited.ids].slice(0, mostIds) };
    if (before) await trx('mails').where({ id: before.id }).delete();
    const { token } = await addLink(trx, userId, 'unsubscribe', null);
    await queueMail(trx, appKeys, { userId, kind: noticesKind, address: null, content, token, slot });
    await trx('notifications')
      .where({ user_id: userId })
      .whereNotNull('mail_due_at')
      .update({ mail_due_at: null, mailed_at: now });
    return true;
  });
}

/** Such a mail has been sent to a person. */
export async function restAfterNotices(db: Knex, userId: number): Promise<void> {
  await db('users')
    .where({ id: userId })
    .update({ notices_mailed_at: db.raw(dialectOf(db).milliseconds) });
}

async function untilNext(db: Knex, now: number): Promise<number> {
  const row = await db('notifications').where('mail_due_at', '>', now).min({ next: 'mail_due_at' }).first();
  return row?.next === null || row?.next === undefined ? longestWaitMs : Number(row.next) - now;
}
