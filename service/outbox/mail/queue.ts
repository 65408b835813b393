/**
 * The queue of mails: stored with the change that causes them, and claimed by one node while it tries to send them. All moments
 * are by the clock of the database.
 */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { openSecret, sealSecret } from '../../../auth/index.ts';
import { dialectOf } from '../../../engine/database/query.ts';
import type { Job } from '../sending.ts';

/** The stored data of a mail until it is sent. */
interface NewMail {
  readonly userId: number;
  readonly kind: string;
  /** The recipient's address; null for the present address of the person when it is sent. */
  readonly address: string | null;
  /** Its content, as JSON. */
  readonly content: unknown;
  /** A token in it, which is stored nowhere else. */
  readonly token?: string | undefined;
  /** Held by the only mail of its kind that may wait for a person. */
  readonly slot?: string;
}

/** A mail that this process has claimed, so that no other one sends it. */
export interface HeldMail extends Job {
  /** Never changes: `Message-ID` is derived from it. */
  readonly uid: string;
  readonly userId: number;
  readonly kind: string;
  readonly address: string | null;
  readonly content: string;
  readonly token: string | null;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

type AppKeys = readonly Buffer[];

/** Longer than an attempt: a mail that is held longer belongs to a dead node. */
export const leaseMs = 55_000;

const readAtOnce = 500;

/** Adds a mail, due at once. @throws the database's error if its slot is taken */
export async function queueMail(trx: Knex, appKeys: AppKeys, mail: NewMail): Promise<void> {
  const uid = randomUUID();
  const now = trx.raw(dialectOf(trx).milliseconds);
  await trx('mails').insert({
    uid,
    user_id: mail.userId,
    kind: mail.kind,
    slot: mail.slot ?? null,
    address: mail.address,
    content: JSON.stringify(mail.content),
    sealed: mail.token === undefined ? null : sealSecret(appKeys, mail.token, ownerOf(uid)),
    made_at: now,
    due_at: now,
    attempts: 0,
  });
}

export async function isMailDue(db: Knex): Promise<boolean> {
  return (await free(db).first('id')) !== undefined;
}

/** Claims due mails that are not held, the oldest first. Another process may be faster, and then there may be more. */
export async function claimMails(
  trx: Knex,
  appKeys: AppKeys,
  { holder, claimedAt }: Pick<Job, 'holder' | 'claimedAt'>,
  limit: number,
): Promise<{ readonly claimed: readonly HeldMail[]; readonly more: boolean }> {
  const due: number[] = await free(trx).orderBy(['due_at', 'id']).limit(limit).pluck('id');
  const leased_until = trx.raw(`${dialectOf(trx).milliseconds} + ?`, [leaseMs]);
  const taken = due.length > 0 && (await free(trx).whereIn('id', due).update({ holder, leased_until }));
  const rows = taken ? await trx('mails').whereIn('id', due).where({ holder }).orderBy(['due_at', 'id']) : [];
  const claimed = rows.map(({ id, uid, kind, address, content, sealed, ...row }) => ({
    ...{ id: Number(id), uid, kind, address, content, holder, claimedAt },
    userId: Number(row.user_id),
    token: sealed === null ? null : openSecret(appKeys, sealed, ownerOf(uid)),
    madeAt: Number(row.made_at),
    attempts: Number(row.attempts) + 1,
  }));
  return { claimed, more: claimed.length < due.length };
}

/** Deletes a mail after its last attempt. */
export async function endMail(trx: Knex, { id }: HeldMail): Promise<void> {
  await trx('mails').where({ id }).delete();
}

/** Releases a mail; after an attempt with the time until the next one, in milliseconds. */
export async function returnMail(
  trx: Knex,
  { id, attempts }: HeldMail,
  waitMs: number | null,
): Promise<void> {
  const due_at = trx.raw(`${dialectOf(trx).milliseconds} + ?`, [waitMs ?? 0]);
  const tried = waitMs === null ? {} : { due_at, attempts };
  await trx('mails')
    .where({ id })
    .update({ holder: null, leased_until: null, ...tried });
}

/** The number of waiting mails. */
export async function countMails(db: Knex): Promise<number> {
  const row = await db('mails').count({ count: '*' }).first();
  return Number(row?.count ?? 0);
}

/**
 * The number of waiting mails with a link that no key can decrypt: these are not sent. @param but a kind that makes a new link
 * itself
 */
export async function countUnopened(db: Knex, appKeys: AppKeys, but: string): Promise<number> {
  let unopened = 0;
  for (let after = 0; ; ) {
    const waiting = db('mails').where('id', '>', after).whereNot({ kind: but }).whereNotNull('sealed');
    const rows = await waiting.orderBy('id').limit(readAtOnce).select('id', 'uid', 'sealed');
    for (const { uid, sealed } of rows) if (openSecret(appKeys, sealed, ownerOf(uid)) === null) unopened += 1;
    if (rows.length < readAtOnce) return unopened;
    after = Number(rows.at(-1).id);
  }
}

function free(db: Knex): Knex.QueryBuilder {
  const now = db.raw(dialectOf(db).milliseconds);
  return db('mails')
    .where('due_at', '<=', now)
    .where((held) => held.whereNull('leased_until').orWhere('leased_until', '<=', now));
}

function ownerOf(uid: string): string {
  return `mail ${uid}`;
}
