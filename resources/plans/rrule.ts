/** A plan's rule for other calendars (RFC 5545, section 3.3.10). */
import { type Day, type Frequency, toDateTime } from './days.ts';
import { instantAt } from './local-time.ts';
import type { Plan } from './plan.ts';
import { dateOf, monthDayOf, type Rule, weekdaysOf } from './rule.ts';

/** A plan, possibly by meter alone. */
type Dated = Omit<Plan, 'on_closed_day' | 'frequency'> & { readonly frequency: Frequency | null };
type Part = readonly [name: string, value: string | number];

/**
 * The RRULE line of a plan, for a DTSTART of `starts_on` at `due_time` in the site's time zone. It contains neither closed days
 * nor seasons. Nor can it define a local time in a gap, which RFC 5545 drops.
 *
 * @returns null for a floating plan or one by meter alone: no rule can express a completion, or the run of a counter
 */
export function rruleOf({ frequency, ...rest }: Dated, timezone: string): string | null {
  if (rest.schedule === 'floating' || frequency === null) return null;
  const plan = { ...rest, frequency };
  const parts: Part[] = [['FREQ', frequencies[frequency]]];
  if (plan.every > 1) parts.push(['INTERVAL', plan.every]);
  parts.push(...daysOf(plan), ...endOf(plan, plan.due_time, timezone));
  return `RRULE:${parts.map(([name, value]) => `${name}=${value}`).join(';')}`;
}

const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;

function daysOf(rule: Rule): Part[] {
  switch (rule.frequency) {
    case 'day':
      return [];
    case 'week':
      return [['BYDAY', weekdaysOf(rule).map(shorten).join(',')], ...weekStart(rule)];
    case 'month':
      if (rule.nth !== null && rule.nth_weekday !== null)
        return [['BYDAY', `${rule.nth}${shorten(rule.nth_weekday)}`]];
      return monthDays(monthDayOf(rule), 28);
    case 'year': {
      const month = Number(rule.starts_on.slice(5, 7));
      return [['BYMONTH', month], ...monthDays(monthDayOf(rule), shortest(month))];
    }
  }
}

/** Weeks start on Monday by default, but not all readers know that. */
function weekStart({ every }: Rule): Part[] {
  return every > 1 ? [['WKST', 'MO']] : [];
}

function shorten(weekday: string): string {
  return weekday.slice(0, 2).toUpperCase();
}

/** A day that some months lack becomes the last of the days up to it. */
function monthDays(day: number, everyMonthHas: number): Part[] {
  if (day <= everyMonthHas) return [['BYMONTHDAY', day]];
  const days = Array.from({ length: day - 27 }, (_, index) => 28 + index);
  return [
    ['BYMONTHDAY', days.join(',')],
    ['BYSETPOS', -1],
  ];
}

/** The minimum number of days of a month, over all years. */
function shortest(month: number): number {
  return toDateTime(`2001-${String(month).padStart(2, '0')}-01`).daysInMonth ?? 28;
}

/** A rule has one end: the earlier one. */
function endOf(rule: Rule, time: string, timezone: string): Part[] {
  const { ends_on: end, max_occurrences: max } = rule;
  if (max !== null && (end === null || (dateOf({ ...rule, ends_on: null }, max)?.day ?? end) <= end))
    return [['COUNT', max]];
  return end === null ? [] : [['UNTIL', untilOf(end, time, timezone)]];
}

/** `20271231T070000Z`: if DTSTART has a time zone, UNTIL is in UTC. */
function untilOf(end: Day, time: string, timezone: string): string {
  return `${instantAt(end, time, timezone).slice(0, 19).replace(/[-:]/g, '')}Z`;
}
