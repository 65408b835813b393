/**
 * The dates of a fixed plan. Each is computed from the anchor, the first day of the plan, and never from the previous date: so a
 * short month only affects its own date.
 */
import type { DateTime } from 'luxon';
import {
  type Day,
  type Frequency,
  numberOf,
  positionInWeek,
  positionOf,
  toDateTime,
  toDay,
  toNumber,
  type Weekday,
  weekdays,
} from './days.ts';

/** The fields of a plan that determine its days. */
export interface Rule {
  readonly starts_on: Day;
  readonly frequency: Frequency;
  readonly every: number;
  /** With `week`; null means the weekday of `starts_on`. */
  readonly weekdays: readonly Weekday[] | null;
  /** With `month` and `year`: 1 to 31, or -1 for the last; null means the day of `starts_on`. */
  readonly month_day: number | null;
  /** With `month`: 1 to 4, or -1 for the last `nth_weekday`. */
  readonly nth: number | null;
  readonly nth_weekday: Weekday | null;
  /** Inclusive. */
  readonly ends_on: Day | null;
  readonly max_occurrences: number | null;
}

/** A date of a rule and its number, from 1. */
export interface RuleDate {
  readonly number: number;
  readonly day: Day;
}

/**
 * The date of a rule with a number, computed in constant time.
 *
 * @returns null if the rule has ended before
 */
export function dateOf(rule: Rule, number: number): RuleDate | null {
  const first = daysOfPeriod(rule, 0);
  const behind = number - first.length - 1;
  const count = daysPerPeriod(rule);
  const day =
    behind < 0 ? first[number - 1] : daysOfPeriod(rule, 1 + Math.floor(behind / count))[behind % count];
  return day !== undefined && isWithin(rule, number, day) ? { number, day } : null;
}

/** The first date of a rule on a day or after it; null if the rule has ended before. */
export function firstFrom(rule: Rule, day: Day): RuleDate | null {
  return datesFrom(rule, day).next().value ?? null;
}

/** The dates of a rule from a day on, infinite if the rule has no end. */
export function* datesFrom(rule: Rule, day: Day): Generator<RuleDate, void, undefined> {
  let period = day <= rule.starts_on ? 0 : Math.floor(unitsUntil(rule, day) / rule.every);
  let number = period === 0 ? 1 : daysOfPeriod(rule, 0).length + (period - 1) * daysPerPeriod(rule) + 1;
  for (; ; period += 1) {
    const days = daysOfPeriod(rule, period);
    // Only the first period of a rule can lack dates. A later one without dates is at the end of the calendar.
    if (days.length === 0 && period > 0) return;
    for (const one of days) {
      if (!isWithin(rule, number, one)) return;
      if (one >= day) yield { number, day: one };
      number += 1;
    }
  }
}

/** The weekdays of a weekly rule from Monday on. */
export function weekdaysOf(rule: Rule): Weekday[] {
  const own = weekdays[positionInWeek(toNumber(rule.starts_on))];
  return weekdays.filter((weekday) => rule.weekdays?.includes(weekday) ?? weekday === own);
}

/** The day of the month of a monthly or yearly rule: 1 to 31, or -1 for the last. */
export function monthDayOf({ month_day, starts_on }: Rule): number {
  return month_day ?? Number(starts_on.slice(8));
}

function isWithin({ ends_on, max_occurrences }: Rule, number: number, day: Day): boolean {
  return number <= (max_occurrences ?? number) && day <= (ends_on ?? day);
}

/** The number of dates in a period of `every` days, weeks, months or years. The first one can have fewer. */
function daysPerPeriod(rule: Rule): number {
  return rule.frequency === 'week' ? weekdaysOf(rule).length : 1;
}

/** The days of a period, counted from 0, without days before the rule starts and after the end of the calendar. */
function daysOfPeriod(rule: Rule, period: number): Day[] {
  return candidates(rule, period * rule.every)
    .map((number) => (number === null ? null : toDay(number)))
    .filter((day): day is Day => day !== null && day >= rule.starts_on);
}

/** The days of a rule, some days, weeks, months or years after its start. */
function candidates(rule: Rule, units: number): (number | null)[] {
  const start = toNumber(rule.starts_on);
  switch (rule.frequency) {
    case 'day':
      return [start + units];
    case 'week': {
      const monday = start - positionInWeek(start) + 7 * units;
      return weekdaysOf(rule).map((weekday) => monday + positionOf(weekday));
    }
    case 'month':
      return [dayInMonth(rule, firstOfMonth(rule).plus({ months: units }))];
    case 'year':
      return [dayInMonth(rule, firstOfMonth(rule).plus({ years: units }))];
  }
}

function firstOfMonth({ starts_on }: Rule): DateTime {
  return toDateTime(starts_on).set({ day: 1 });
}

/** The day of a monthly or yearly rule in a month. */
function dayInMonth(rule: Rule, month: DateTime): number | null {
  const [first, length] = [numberOf(month), month.daysInMonth];
  if (first === null || length === undefined) return null;
  if (rule.nth === null || rule.nth_weekday === null) {
    const day = monthDayOf(rule);
    return first + (day === -1 ? length : Math.min(day, length)) - 1;
  }
  const ahead = (positionOf(rule.nth_weekday) - positionInWeek(first) + 7) % 7;
  const weeks = rule.nth === -1 ? Math.floor((length - 1 - ahead) / 7) : rule.nth - 1;
  return first + ahead + 7 * weeks;
}

/** The distance of a day from the rule's start, in days, weeks from Monday, months or years of the calendar. */
function unitsUntil(rule: Rule, day: Day): number {
  const [start, end] = [toNumber(rule.starts_on), toNumber(day)];
  const [first, last] = [toDateTime(rule.starts_on), toDateTime(day)];
  switch (rule.frequency) {
    case 'day':
      return end - start;
    case 'week':
      return Math.floor((end - start + positionInWeek(start)) / 7);
    case 'month':
      return (last.year - first.year) * 12 + last.month - first.month;
    case 'year':
      return last.year - first.year;
  }
}
