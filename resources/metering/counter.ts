/** The readings of a counter, in the order of their times, never in that of their arrival. */
import { minus, plus, thousandths } from './units.ts';

const day = 86_400_000;
/** The number of days of the average. */
const averagedDays = 90;

/** A reading of a counter. */
export interface CounterReading {
  readonly value: number;
  /** ISO 8601 UTC */
  readonly read_at: string;
  /** A new counter started at 0: the value is the run since then. */
  readonly is_reset: boolean;
}

/** One with the total run at that time, across all resets. */
export interface CountedReading extends CounterReading {
  readonly total: number;
}

/** The total run at a reading. @param before the previous one in time; null for the first */
export function totalAt(reading: CounterReading, before: CountedReading | null): number {
  return before === null ? reading.value : plus(before.total, gainOf(reading, before));
}

/** The run between two readings. */
export function gainOf({ value, is_reset }: CounterReading, before: CounterReading): number {
  return is_reset ? value : minus(value, before.value);
}

/** The reason why a reading does not fit between its neighbours in time. */
export type Misfit<R extends CounterReading> =
  | { readonly kind: 'backwards'; readonly from: R | null; readonly until: R | null }
  /** One of the two gained more than is possible since the previous one. */
  | { readonly kind: 'too much'; readonly most: number; readonly since: R };

/**
 * Checks a reading between its neighbours in time.
 *
 * @param before and
 * @param after null if there is none
 * @param maxPerDay null for no limit
 * @returns null if it fits
 */
export function misfitOf<R extends CounterReading>(
  reading: R,
  before: R | null,
  after: R | null,
  maxPerDay: number | null,
): Misfit<R> | null {
  // Before and after a reset, any values are possible.
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

/** Whether a counter shows less than before without a reset. */
function runsBackwards(reading: CounterReading, before: CounterReading): boolean {
  return !reading.is_reset && reading.value < before.value;
}

/** The maximum run: part of a day counts as a whole day. */
function mostBetween(from: CounterReading, until: CounterReading, maxPerDay: number): number {
  const days = Math.max(1, (Date.parse(until.read_at) - Date.parse(from.read_at)) / day);
  return Math.floor(thousandths(maxPerDay) * days) / 1000;
}

/** The start of the readings for the average, if this one is the latest. */
export function averagedFrom({ read_at }: CounterReading): string {
  return new Date(Date.parse(read_at) - averagedDays * day).toISOString();
}

/** The maximum average: two readings close together yield no useful daily value. */
export const mostPerDay = 999_999_999_999;

/**
 * The daily gain of a counter, with three decimals.
 *
 * @param first the earliest reading of the averaged days
 * @returns null if both are the same
 */
export function averagePerDay(first: CountedReading, latest: CountedReading): number | null {
  const milliseconds = Date.parse(latest.read_at) - Date.parse(first.read_at);
  if (milliseconds <= 0) return null;
  const average = Math.round((thousandths(minus(latest.total, first.total)) * day) / milliseconds) / 1000;
  return average <= mostPerDay ? average : null;
}
