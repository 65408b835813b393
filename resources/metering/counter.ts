/** What a counter's readings say together, in the order of the moments at which they were read: never in that of their arrival. */
import { minus, plus, thousandths } from './units.ts';

const day = 86_400_000;
/** The average is that of so many days. */
const averagedDays = 90;

/** A reading as counters look at it. */
export interface CounterReading {
  readonly value: number;
  /** ISO 8601 UTC */
  readonly read_at: string;
  /** A new counter began at 0: the value is what has run since. */
  readonly is_reset: boolean;
}

/** One with what had run by then, over all resets. */
export interface CountedReading extends CounterReading {
  readonly total: number;
}

/** What had run when a reading was taken. @param before the one before it in time; null for the first */
export function totalAt(reading: CounterReading, before: CountedReading | null): number {
  return before === null ? reading.value : plus(before.total, gainOf(reading, before));
}

/** What ran from one reading to the next. */
export function gainOf({ value, is_reset }: CounterReading, before: CounterReading): number {
  return is_reset ? value : minus(value, before.value);
}

/** Why a reading cannot stand between its neighbours in time. */
export type Misfit<R extends CounterReading> =
  | { readonly kind: 'backwards'; readonly from: R | null; readonly until: R | null }
  /** One of the two gained more than there can be since the one before it. */
  | { readonly kind: 'too much'; readonly most: number; readonly since: R };

/**
 * Judges a reading between its neighbours in time.
 *
 * @param before and
 * @param after null where there is none
 * @param maxPerDay null for any
 * @returns null where it fits
 */
export function misfitOf<R extends CounterReading>(
  reading: R,
  before: R | null,
  after: R | null,
  maxPerDay: number | null,
): Misfit<R> | null {
  // Before a reset anything may have been read, and after it as well.
  const from = reading.is_reset ? null : before;
  const until = after?.is_reset ? null : after;
  if ((from && runsBackwards(reading, from)) || (until && runsBackwards(until, reading)))
    return { kind: 'backwards', from, until };
  for (const [one, earlier] of [
    [reading, before],
    [after, reading],
  ] as const) {
    if (maxPerDay === null || !one || !earlier) continue;
    const most = mostBetween(earlier, one, maxPerDay);
    if (gainOf(one, earlier) > most) return { kind: 'too much', most, since: earlier };
  }
  return null;
}

/** Whether a counter shows less than before, though no new one was put in. */
function runsBackwards(reading: CounterReading, before: CounterReading): boolean {
  return !reading.is_reset && reading.value < before.value;
}

/** The most that can have run: within a day as much as in a whole one. */
function mostBetween(from: CounterReading, until: CounterReading, maxPerDay: number): number {
  const days = Math.max(1, (Date.parse(until.read_at) - Date.parse(from.read_at)) / day);
  return Math.floor(thousandths(maxPerDay) * days) / 1000;
}

/** The moment from which on readings are looked at for the average, where this one is the latest. */
export function averagedFrom({ read_at }: CounterReading): string {
  return new Date(Date.parse(read_at) - averagedDays * day).toISOString();
}

/** So much and no more an average can be: two readings a moment apart say nothing of a day. */
export const mostPerDay = 999_999_999_999;

/**
 * What a counter gains in a day, with three decimals.
 *
 * @param first the earliest reading of the days that are looked at
 * @returns null where the two are one
 */
export function averagePerDay(first: CountedReading, latest: CountedReading): number | null {
  const milliseconds = Date.parse(latest.read_at) - Date.parse(first.read_at);
  if (milliseconds <= 0) return null;
  const average = Math.round((thousandths(minus(latest.total, first.total)) * day) / milliseconds) / 1000;
  return average <= mostPerDay ? average : null;
}
