/** The dates of a round of cleaning: those of a fixed plan, without closed days, seasons or an end. */
import { add, type Day, type Frequency, weekdaysIn } from '../plans/days.ts';
import { dayAt, instantAt } from '../plans/local-time.ts';
import { datesFrom } from '../plans/rule.ts';

/** What the dates of a round follow from. */
export interface RoundRule {
  readonly active: boolean;
  readonly starts_on: Day;
  /** `HH:MM` on the clocks of the site. */
  readonly due_time: string;
  readonly frequency: Frequency;
  readonly every: number;
  /** With `week`, `mon,thu`; that of `starts_on` where null. */
  readonly weekday_list: string | null;
}

/** The dates around a moment, ISO 8601 UTC. */
interface RoundDates {
  /** The last one up to it, the moment itself included; null before the first. */
  readonly last: string | null;
  /** The first one after it; null where the calendar has come to its end. */
  readonly next: string | null;
}

/**
 * The dates of a round around a moment; none of one that is inactive. They follow from the rule alone.
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
  // Two intervals back there is a date for certain, whichever days a week or a month has of it.
  const from = add(dayAt(moment, timezone), round.frequency, -2 * round.every) ?? round.starts_on;
  let last: string | null = null;
  for (const { day } of datesFrom(rule, from < round.starts_on ? round.starts_on : from)) {
    const due = instantAt(day, round.due_time, timezone);
    if (due > moment) return { last, next: due };
    last = due;
  }
  return { last, next: null };
}
