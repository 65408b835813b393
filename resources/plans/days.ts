/** Calendar days, `YYYY-MM-DD`: computed in UTC, independent of time zones and daylight saving time. */
import { DateTime } from 'luxon';

/** `2027-01-31`. Days compare as texts. */
export type Day = string;

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const frequencies = ['day', 'week', 'month', 'year'] as const;
export type Frequency = (typeof frequencies)[number];

/** No plan starts before this day: history without records would be thousands of dates. */
export const firstDay: Day = '1970-01-01';

/** No plan has a date after this day: the widest window after it still has a year with four digits. */
export const lastDay: Day = '9899-12-31';

const milliseconds = 86_400_000;

/**
 * A day as a number, for arithmetic with days and weeks: 1 January 1970 is 0.
 *
 * @throws Error for an invalid day
 */
export function toNumber(day: Day): number {
  const time = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(time) || day.length !== 10) throw new Error(`${day} is no day.`);
  return time / milliseconds;
}

const lastNumber = toNumber(lastDay);

/** @returns null for a day after the last day of plans */
export function toDay(number: number): Day | null {
  return number > lastNumber ? null : new Date(number * milliseconds).toISOString().slice(0, 10);
}

/** The position of a day in its week: 0 for Monday, 6 for Sunday. */
export function positionInWeek(number: number): number {
  // 1 January 1970 was a Thursday.
  return (((number + 3) % 7) + 7) % 7;
}

/** The weekdays that a row stores as a text with commas, from Monday on; null if there are none. */
export function weekdaysIn(list: string | null): Weekday[] | null {
  return list === null ? null : weekdays.filter((weekday) => list.split(',').includes(weekday));
}

export function positionOf(weekday: Weekday): number {
  return weekdays.indexOf(weekday);
}

/** A day with its month and year, as a luxon date. */
export function toDateTime(day: Day): DateTime {
  return DateTime.fromMillis(toNumber(day) * milliseconds, { zone: 'utc' });
}

/** The number of a day; null for a month beyond luxon's range. */
export function numberOf(day: DateTime): number | null {
  return day.isValid ? day.toMillis() / milliseconds : null;
}

/**
 * A day some days, weeks, months or years later (earlier if negative). A day that the month lacks becomes its last.
 *
 * @returns null after the last day of plans
 */
export function add(day: Day, frequency: Frequency, count: number): Day | null {
  const days = { day: 1, week: 7, month: null, year: null }[frequency];
  const number =
    days === null ? numberOf(toDateTime(day).plus({ [frequency]: count })) : toNumber(day) + days * count;
  return number === null ? null : toDay(number);
}
