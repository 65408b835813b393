/** The amount of work: minutes between two moments, and money for minutes. */
import { toHundredths } from '../../engine/index.ts';

const minute = 60_000;

/** The maximum duration of an entry, in minutes: a day. */
export const longest = 24 * 60;

/**
 * Whole minutes between two moments, half a minute rounded up.
 *
 * @param from ISO 8601
 * @param until not before it
 */
export function minutesBetween(from: string, until: string): number {
  return Math.floor((Date.parse(until) - Date.parse(from)) / minute + 0.5);
}

/** Whether there is more than a day between two moments. */
export function isTooLong(from: string, until: string): boolean {
  return Date.parse(until) - Date.parse(from) > longest * minute;
}

/**
 * The cost of minutes at a rate per hour, rounded to the cent, half a cent up. It is computed in whole cents: 50 minutes at 33.33
 * are 27.775, so 27.78.
 *
 * @throws RangeError for a rate with more than two decimals
 */
export function amountOf(minutes: number, hourlyRate: number): number {
  const hundredths = toHundredths(hourlyRate);
  if (hundredths === null) throw new RangeError(`${hourlyRate} is no amount of money.`);
  // Below 2^53: at most 1,440 minutes at 999,999,999 hundredths.
  return Math.floor((minutes * hundredths + 30) / 60) / 100;
}
