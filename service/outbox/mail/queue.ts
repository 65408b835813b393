/**
 * The queue of mails: stored with the change that causes them, and claimed by one node while it tries to send them. All moments
 * are by the clock of the database.
 */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { openSecret, sealSecret } from '../../../auth/index.ts';
import { dialectOf } from '../../../engine/database/query.ts';
import { quote } from '../../../engine/database/sql.ts';
import { transact } from '../../../engine/database/transaction.ts';

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
export interface HeldMail {
  readonly id: number;
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
  readonly holder: string;
}

type AppKeys = readonly Buffer[];

/** Longer than an attempt: a mail that is held longer belongs to a dead node. */
const leaseMs = 60_000;

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

/** Ids of due mails that are not held, the oldest first. */
export async function dueMails(db: Knex, limit: number): Promise<number[]> {
  const ids: number[] = await free(db).orderBy(['due_at', 'id']).limit(limit).pluck('id');
  return ids.map(Number);
}

/**
 * Claims a mail. @returns null if another process was faster. On a cluster, one of two nodes that write the row is rolled back
 * and retries
 */
export async function takeMail(db: Knex, appKeys: AppKeys, id: number): Promise<HeldMail | null> {
  const holder = randomUUID();
  const row = await transact(db, async (trx) => {
    const taken = await free(trx)
      .where({ id })
      .update({
        holder,
        leased_until: trx.raw(`${dialectOf(trx).milliseconds} + ?`, [leaseMs]),
        attempts: trx.raw('attempts + 1'),
      });
    return taken === 1 ? trx('mails').where({ id, holder }).first() : undefined;
  });
  if (!row) return null;
  const { uid, kind, address, content, sealed } = row;
  return {
    ...{ id, uid, kind, address, content, holder },
    userId: Number(row.user_id),
    token: sealed === null ? null : openSecret(appKeys, sealed, ownerOf(uid)),
    madeAt: Number(row.made_at),
    attempts: Number(row.attempts),
  };
}

/** Deletes a mail after its last attempt. */
export async function endMail(db: Knex, { id, holder }: HeldMail): Promise<void> {
  await db('mails').where({ id, holder }).delete();
}

/** Schedules another attempt, in this many milliseconds. */
export async function deferMail(db: Knex, { id, holder }: HeldMail, waitMs: number): Promise<void> {
  await db('mails')
    .where({ id, holder })
    .update({ ...released, due_at: db.raw(`${dialectOf(db).milliseconds} + ?`, [waitMs]) });
}

/** Releases a mail without an attempt. */
export async function returnMail(db: Knex, { id, holder }: HeldMail): Promise<void> {
  await db('mails')
    .where({ id, holder })
    .update({ ...released, attempts: db.raw('attempts - 1') });
}

const released = { holder: null, leased_until: null };

/** Milliseconds until a mail is due, or a held one may have been abandoned; null if none waits. */
export async function untilNextMail(db: Knex): Promise<number | null> {
  const now = dialectOf(db).milliseconds;
  const next = `min(case when leased_until > due_at then leased_until else due_at end) - ${now}`;
  const [row] = await db('mails').select(db.raw(`${next} as ${quote('wait')}`));
  return row?.wait === null || row?.wait === undefined ? null : Number(row.wait);
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
