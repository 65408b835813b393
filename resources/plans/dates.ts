/** The dates of a fixed plan at a site: its rule, its season, the site's closed days and time zone. */
import { furthestMove, place } from './closed-days.ts';
import { add, type Day } from './days.ts';
import { instantAt } from './local-time.ts';
import type { Plan, PlanSite } from './plan.ts';
import { dateOf, datesFrom, firstFrom, type RuleDate } from './rule.ts';
import { isInSeason } from './season.ts';

/** A date of a plan. */
export interface PlanDate {
  /** Its number in the rule, from 1. */
  readonly number: number;
  /** The day by the rule, before closed days apply: unique in a plan, and the next date follows from it. */
  readonly day: Day;
  /** ISO 8601 UTC, after closed days are applied. */
  readonly original_due_at: string;
  /** The reason to skip the date, independent of open orders and the material. */
  readonly skip_reason: 'out_of_season' | 'closed_day' | null;
}

/**
 * Applies a day of a rule to the calendar of a site. The season applies to the day by the rule: a date that a closed day moves
 * out of the season stays due, and none is moved into it.
 */
export function placeDate(plan: Plan, site: PlanSite, { number, day }: RuleDate): PlanDate {
  const placed = place(site, plan.on_closed_day, day);
  const closed = placed.closed ? 'closed_day' : null;
  return {
    number,
    day,
    original_due_at: instantAt(placed.day, plan.due_time, site.timezone),
    skip_reason: isInSeason(plan, day) ? closed : 'out_of_season',
  };
}

/**
 * The dates of a fixed plan after a day of its rule, in the rule's order and never one due before another; infinite if the rule
 * has no end.
 *
 * @param after the day by the rule of the last recorded date; null if there is none
 */
export function* planDates(
  plan: Plan,
  site: PlanSite,
  after: Day | null,
): Generator<PlanDate, void, undefined> {
  const from = after === null ? plan.starts_on : add(after, 'day', 1);
  if (from === null) return;
  for (const date of datesFrom(plan, from)) yield placeDate(plan, site, date);
}

/** More dates than any rule has: one a day from the first to the last day of plans. */
const mostDates = 2_900_000;

/** The number of dates of a fixed plan that are due before an instant, computed without iterating over them. */
export function countBefore(plan: Plan, site: PlanSite, instant: string): number {
  // A closed day moves a date by at most this distance; the day of the site may be another one than that in UTC.
  const reach = (plan.on_closed_day === 'keep' ? 0 : furthestMove) + 2;
  const around = (days: number) => {
    const day = add(instant.slice(0, 10), 'day', days);
    return day === null ? null : firstFrom(plan, day);
  };
  let [low, high] = [(around(-reach)?.number ?? 1) - 1, around(reach)?.number ?? mostDates];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const date = dateOf(plan, middle);
    if (date && placeDate(plan, site, date).original_due_at < instant) low = middle;
    else high = middle - 1;
  }
  return low;
}
