/** Notification preferences of people. */
import type { Knex } from 'knex';
import { faultOf } from '../../../engine/database/fault.ts';
import { dialectOf } from '../../../engine/database/query.ts';
import { transact } from '../../../engine/database/transaction.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import { type Channel, kindsOf } from './kinds.ts';

/** When mails are sent: immediately, or once a day or week at a time in the time zone of the site. */
export const digests = ['immediate', 'daily', 'weekly'] as const;

export interface Preferences {
  readonly digest: (typeof digests)[number];
  /** HH:MM */
  readonly digest_time: string;
  readonly kinds: Readonly<Record<string, Channel>>;
}

const usual = { digest: 'immediate', digest_time: '07:00' } as const;
const table = 'notification_preferences';

type Stored = Preferences;

/** A change of preferences. */
type Changes = Partial<Omit<Preferences, 'kinds'>> & {
  readonly kinds?: Readonly<Record<string, Channel | undefined>>;
};

/** The stored preferences of several people: only the kinds that they have changed. */
export async function chosenBy(db: Knex, userIds: readonly number[]): Promise<ReadonlyMap<number, Stored>> {
  const rows = await db(table)
    .whereIn('user_id', [...userIds])
    .select();
  return new Map(rows.map((row) => [Number(row.user_id), storedIn(row)]));
}

/** The preferences of a person, with every kind. */
export async function readPreferences(db: Knex, registry: Registry, userId: number): Promise<Preferences> {
  return completed(registry, (await chosenBy(db, [userId])).get(userId));
}

/** The channel of a kind for a person. */
export function channelOf(chosen: Stored | undefined, registry: Registry, kind: string): Channel {
  return chosen?.kinds[kind] ?? kindsOf(registry).get(kind)?.channel ?? 'none';
}

/** Changes the given preferences only. @returns all preferences after that */
export async function changePreferences(
  db: Knex,
  registry: Registry,
  userId: number,
  changes: Changes,
): Promise<Preferences> {
  return transact(db, async (trx) => {
    const row = (await lockRow(trx, userId)) ?? (await addRow(trx, userId));
    const before = storedIn(row);
    const after = { ...before, ...changes, kinds: Object.assign({}, before.kinds, changes.kinds) };
    await trx(table)
      .where({ user_id: userId })
      .update({ ...after, kinds: JSON.stringify(after.kinds) });
    // The due times of waiting notices are computed again.
    await trx('notifications')
      .where({ user_id: userId })
      .whereNotNull('mail_due_at')
      .update({ mail_due_at: trx.raw(dialectOf(trx).milliseconds) });
    return completed(registry, after);
  });
}

const lockRow = (trx: Knex, userId: number) => trx(table).where({ user_id: userId }).forUpdate().first();

async function addRow(trx: Knex, userId: number) {
  try {
    await trx(table).insert({ user_id: userId, ...usual, kinds: '{}' });
  } catch (error) {
    // Another request was faster.
    if (faultOf(error)?.kind !== 'duplicate') throw error;
  }
  return lockRow(trx, userId);
}

function storedIn(row: Record<string, unknown>): Stored {
  const digest = digests.find((one) => one === row.digest) ?? usual.digest;
  return { digest, digest_time: String(row.digest_time), kinds: JSON.parse(String(row.kinds)) };
}

function completed(registry: Registry, chosen: Stored | undefined): Preferences {
  const names = [...kindsOf(registry).keys()];
  const kinds = Object.fromEntries(names.map((kind) => [kind, channelOf(chosen, registry, kind)]));
  return { ...(chosen ?? usual), kinds };
}
