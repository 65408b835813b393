/**
 * Counters of attempts in a period, stored in our own database, so that all nodes count together. They use the clock of the
 * database: if the clock of a node were ahead, it would lock people out for that time.
 */

import type { Knex } from 'knex';
import { dialectOf, query, run } from '../engine/database/query.ts';
import { transact } from '../engine/database/transaction.ts';
import type { Quota } from '../engine/serve/quota.ts';

/** A limit: a number of tries, from the first one until the time has run out. */
export interface LimitOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/** A limit for one person or address. */
export interface Counter extends LimitOptions {
  /** The prefix and whom it is for, as a digest. */
  readonly key: string;
}

/** The state of counters after a try. */
interface Tried {
  /** The milliseconds until a try is possible again; 0 if the try was taken. */
  readonly waitMs: number;
  readonly quotas: readonly Quota[];
}

/** Thrown to undo a transaction: a counter has no tries left. */
class UsedUp extends Error {
  readonly tried: Tried;

  constructor(tried: Tried) {
    super('A limit is used up.');
    this.tried = tried;
  }
}

/**
 * Takes a try from each counter, or from none if one of them is used up. The rows stay locked until that is known: tries at the
 * same moment queue up, and none slips through.
 */
export async function takeTries(database: Knex, counters: readonly Counter[]): Promise<Tried> {
  // Always in the same order, so that two requests for the same rows wait for each other without a deadlock.
  const sorted = [...counters].sort((left, right) => (left.key < right.key ? -1 : 1));
  try {
    return await transact(database, async (trx) => {
      await countOne(trx, sorted);
      const tried = await standingOf(trx, counters);
      if (tried.waitMs > 0) throw new UsedUp(tried);
      return tried;
    });
  } catch (error) {
    if (error instanceof UsedUp) return error.tried;
    throw error;
  }
}

/** Takes a try from each counter within a transaction. The caller must undo the transaction if a counter is used up. */
export async function takeWithin(trx: Knex, counters: readonly Counter[]): Promise<Tried> {
  await countOne(
    trx,
    counters.toSorted((left, right) => (left.key < right.key ? -1 : 1)),
  );
  return standingOf(trx, counters);
}

async function countOne(trx: Knex, counters: readonly Counter[]): Promise<void> {
  const { milliseconds: now, onDuplicate } = dialectOf(trx);
  const given = onDuplicate.given('expire');
  await run(trx, {
    // MySQL assigns from left to right: `points` must still see the old `expire`.
    text:
      `insert into rate_limits (\`key\`, points, expire) values ${counters.map(() => `(?, 1, ${now} + ?)`).join(', ')} ` +
      `${onDuplicate.head} points = case when rate_limits.expire <= ${now} then 1 else rate_limits.points + 1 end, ` +
      `expire = case when rate_limits.expire <= ${now} then ${given} else rate_limits.expire end`,
    bindings: counters.flatMap(({ key, duration }) => [key, duration * 1000]),
  });
}

/** The state of counters after a try was taken from each. If one has had too many, the others get it back. */
async function standingOf(trx: Knex, counters: readonly Counter[]): Promise<Tried> {
  const marks = counters.map(() => '?').join(', ');
  const rows = await query(trx, {
    text: `select \`key\`, points, expire - ${dialectOf(trx).milliseconds} as remaining from rate_limits where \`key\` in (${marks})`,
    bindings: counters.map(({ key }) => key),
  });
  const standings = counters.map((counter) => {
    const row = rows.find(({ key }) => key === counter.key);
    return { counter, tries: Number(row?.points ?? 0), resetMs: Math.max(1, Number(row?.remaining ?? 0)) };
  });
  const over = standings.filter(({ counter, tries }) => tries > counter.points);
  const quotas = standings.map(({ counter: { keyPrefix, points, duration }, tries, resetMs }) => ({
    name: keyPrefix,
    limit: points,
    windowSeconds: duration,
    remaining: Math.max(0, points - (over.length > 0 ? tries - 1 : tries)),
    resetMs,
  }));
  // A limit that ran out between the two statements is used up, too.
  return { waitMs: Math.max(0, ...over.map(({ resetMs }) => resetMs)), quotas };
}

/** The milliseconds until all counters have tries again, if nothing is taken now; 0 if all have some. */
export async function waitWithoutTry(database: Knex, counters: readonly Counter[]): Promise<number> {
  const marks = counters.map(() => '?').join(', ');
  const { milliseconds: now } = dialectOf(database);
  const rows = await query(database, {
    text: `select \`key\`, points, expire - ${now} as remaining from rate_limits where \`key\` in (${marks}) and expire > ${now}`,
    bindings: counters.map(({ key }) => key),
  });
  const usedUp = rows.filter((row) =>
    counters.some(({ key, points }) => key === row.key && Number(row.points) >= points),
  );
  return Math.max(0, ...usedUp.map(({ remaining }) => Math.max(1, Number(remaining))));
}

/** Whether any of these counters has counted something in its period. */
export async function holdsAny(database: Knex, counters: readonly Counter[]): Promise<boolean> {
  const marks = counters.map(() => '?').join(', ');
  const rows = await query(database, {
    text: `select 1 from rate_limits where \`key\` in (${marks}) and expire > ${dialectOf(database).milliseconds} limit 1`,
    bindings: counters.map(({ key }) => key),
  });
  return rows.length > 0;
}

/** What happens to counters after a successful try. */
interface Forgiveness {
  /** These get one try back. */
  readonly giveBack: readonly Counter[];
  /** These forget all tries. */
  readonly forget: readonly Counter[];
  /** These begin again, with one try from now. */
  readonly remember?: readonly Counter[];
  /** Each missing counter takes a try from these. If they are used up, it does not begin. */
  readonly within?: readonly Counter[];
}

/** Gives back, forgets and remembers, in one transaction. */
export async function forgiveTries(
  database: Knex,
  { giveBack, forget, remember = [], within = [] }: Forgiveness,
): Promise<void> {
  await transact(database, async (trx) => {
    for (const { key } of giveBack) {
      const text = 'update rate_limits set points = points - 1 where `key` = ? and points > 0';
      await run(trx, { text, bindings: [key] });
    }
    for (const { key } of forget) {
      await run(trx, { text: 'delete from rate_limits where `key` = ?', bindings: [key] });
    }
    for (const counter of remember) {
      if (!(await holdsAny(trx, [counter])) && !(await takesOne(trx, within))) continue;
      const text = `replace into rate_limits (\`key\`, points, expire) values (?, 1, ${dialectOf(trx).milliseconds} + ?)`;
      await run(trx, { text, bindings: [counter.key, counter.duration * 1000] });
    }
  });
}

/** Takes a try from each counter within a transaction, which continues even if a counter is used up. */
async function takesOne(trx: Knex, counters: readonly Counter[]): Promise<boolean> {
  if (counters.length === 0) return true;
  await countOne(trx, counters);
  return (await standingOf(trx, counters)).waitMs === 0;
}
