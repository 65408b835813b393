/** The dates of a fixed plan at a site: its rule, its season, the site's closed days and clocks. */
import { place } from './closed-days.ts';
import { add, type Day } from './days.ts';
import { instantAt } from './local-time.ts';
import type { Plan, PlanSite } from './plan.ts';
import { dateOf, datesFrom, type RuleDate } from './rule.ts';
import { isInSeason } from './season.ts';

/** A date of a plan. */
export interface PlanDate {
  /** Which date of the rule it is, counted from 1. */
  readonly number: number;
  /** The rule's own day, before closed days were looked at: no two dates of a plan share it, and what comes next follows from it. */
  readonly day: Day;
  /** ISO 8601 UTC, after closed days were looked at. */
  readonly original_due_at: string;
  /** What takes the date, whatever is open and whatever the material is. */
  readonly skip_reason: 'out_of_season' | 'closed_day' | null;
}

/**
 * Puts a day of a rule into the calendar of a site. The season is that of the rule's own day: a date that a closed day moves
 * out of it stays due, and none is moved into it.
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
 * The dates of a fixed plan after a day of its rule, in the rule's order and never one due before another; without end where
 * the rule has none.
 *
 * @param after the rule's own day of the last date that is recorded; null where none is
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

/** How many dates a fixed plan has that are due before an instant: found without walking through them. */
export function countBefore(plan: Plan, site: PlanSite, instant: string): number {
  let [low, high] = [0, mostDates];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const date = dateOf(plan, middle);
    if (date && placeDate(plan, site, date).original_due_at < instant) low = middle;
    else high = middle - 1;
  }
  return low;
}
