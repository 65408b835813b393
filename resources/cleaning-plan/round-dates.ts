/** The dates of a cleaning round: those of a fixed plan, without closed days, seasons or an end. */
import { add, type Day, type Frequency, weekdaysIn } from '../plans/days.ts';
import { dayAt, instantAt } from '../plans/local-time.ts';
import { datesFrom } from '../plans/rule.ts';

/** The values that determine the dates of a round. */
export interface RoundRule {
  readonly active: boolean;
  readonly starts_on: Day;
  /** `HH:MM` in the time zone of the site. */
  readonly due_time: string;
  readonly frequency: Frequency;
  readonly every: number;
  /** With `week`, `mon,thu`; null means the weekday of `starts_on`. */
  readonly weekday_list: string | null;
}

/** The dates around a moment, ISO 8601 UTC. */
interface RoundDates {
  /** The last one up to the moment, inclusive; null before the first. */
  readonly last: string | null;
  /** The first one after it; null at the end of the calendar. */
  readonly next: string | null;
}

/**
 * The dates of a round around a moment; none for an inactive one. They depend only on the rule.
 *
 * @param timezone IANA name
 * @param moment ISO 8601 UTC
 */
export function roundDates(round: RoundRule, timezone: string, moment: string): RoundDates {
  if (!round.active) return { last: null, next: null };
  const rule = {
    ...round,
    ...{ weekdays: weekdaysIn(round.weekday_list), month_day: null, nth: null, nth_weekday: null },
    ...{ ends_on: null, max_occurrences: null },
  };
  // Two intervals contain at least one date, whatever days of a week or month the rule has.
  const from = add(dayAt(moment, timezone), round.frequency, -2 * round.every) ?? round.starts_on;
  let last: string | null = null;
  for (const { day } of datesFrom(rule, from < round.starts_on ? round.starts_on : from)) {
    const due = instantAt(day, round.due_time, timezone);
    if (due > moment) return { last, next: due };
    last = due;
  }
  return { last, next: null };
}
