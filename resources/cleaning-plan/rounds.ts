/** Updates the next dates of rounds: when they pass, and when the time zone of their site changes. */
import { type HookContext, storeInstant, type TaskContext } from '../../engine/index.ts';
import { lockBatches } from '../plan-work/batches.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { type RoundRule, roundDates } from './round-dates.ts';

interface Round extends RoundRule {
  readonly id: number;
  readonly next_due_at: string | null;
}

type Context = Pick<HookContext, 'rows' | 'now'>;

/** The number of rounds per batch. */
const batch = 500;

/** Moves the next date of every round whose date has passed. */
export async function advanceRounds({ db, now, at, signal }: TaskContext): Promise<void> {
  const due = db('cleaning_rounds').where('next_due_at', '<=', storeInstant(now));
  const sites: readonly number[] = await due.distinct('site_id').orderBy('site_id').pluck('site_id');
  for (const site of sites) {
    for (let found = batch; found === batch; ) {
      signal.throwIfAborted();
      found = (await at(site, ({ rows }) => advanceSite({ rows, now }, site))) ?? 0;
    }
  }
}

/** @returns the number of rounds */
async function advanceSite({ rows, now }: Context, siteId: number): Promise<number> {
  const timezone = await timezoneOf({ rows }, siteId);
  const rounds = rows<Round>('cleaning-rounds');
  const where = { site_id: siteId, next_due_at: { lte: now } };
  const passed = await rounds.find(where, { lock: 'update', limit: batch });
  await rounds.change(passed, (round) => ({ next_due_at: roundDates(round, timezone, now).next }));
  return passed.length;
}

/** Updates the rounds of a site after a change of its time zone. */
export async function followTimezoneInRounds(
  { rows, now }: Context,
  siteId: number,
  timezone: string,
): Promise<void> {
  const rounds = rows<Round>('cleaning-rounds');
  for await (const found of lockBatches(rounds, { site_id: siteId }, batch)) {
    await rounds.change(found, (round) => ({ next_due_at: roundDates(round, timezone, now).next }));
  }
}
