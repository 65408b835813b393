/** Days of the calendar, `YYYY-MM-DD`: reckoned in UTC, so that no zone, no clock and no season has a say. */
import { DateTime } from 'luxon';

/** `2027-01-31`. Days compare as texts. */
export type Day = string;

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const frequencies = ['day', 'week', 'month', 'year'] as const;
export type Frequency = (typeof frequencies)[number];

/** No plan starts before this day: history that nobody keeps here would be thousands of dates. */
export const firstDay: Day = '1970-01-01';

/** No plan has a date after this day: there is room behind it for the widest window in years of four digits. */
export const lastDay: Day = '9899-12-31';

const milliseconds = 86_400_000;

/**
 * A day as a number, which days and weeks are counted in: 1 January 1970 is 0.
 *
 * @throws Error for what is no day
 */
export function toNumber(day: Day): number {
  const time = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(time) || day.length !== 10) throw new Error(`${day} is no day.`);
  return time / milliseconds;
}

const lastNumber = toNumber(lastDay);

/** @returns null for a day after the last one that a plan can have */
export function toDay(number: number): Day | null {
  return number > lastNumber ? null : new Date(number * milliseconds).toISOString().slice(0, 10);
}

/** Where a day stands in its week: 0 for Monday, 6 for Sunday. */
export function positionInWeek(number: number): number {
  // 1 January 1970 was a Thursday.
  return (((number + 3) % 7) + 7) % 7;
}

/** The weekdays that a row keeps as a text with commas, from Monday on; null where it names none. */
export function weekdaysIn(list: string | null): Weekday[] | null {
  return list === null ? null : weekdays.filter((weekday) => list.split(',').includes(weekday));
}

export function positionOf(weekday: Weekday): number {
  return weekdays.indexOf(weekday);
}

/** A day with its month and year, in luxon's calendar. */
export function toDateTime(day: Day): DateTime {
  return DateTime.fromMillis(toNumber(day) * milliseconds, { zone: 'utc' });
}

/** The number of a day; null for a month so far away that luxon has no name for it. */
export function numberOf(day: DateTime): number | null {
  return day.isValid ? day.toMillis() / milliseconds : null;
}

/**
 * A day so many days, weeks, months or years later (earlier where negative). A day that the month lacks is its last.
 *
 * @returns null beyond the last day of plans
 */
export function add(day: Day, frequency: Frequency, count: number): Day | null {
  const number = numberOf(toDateTime(day).plus({ [frequency]: count }));
  return number === null ? null : toDay(number);
}
