/** The dates of a floating plan: each is counted from the day on which the previous one was done. */
import { place } from './closed-days.ts';
import { type PlanDate, placeDate } from './dates.ts';
import { add, type Day } from './days.ts';
import { dayAt } from './local-time.ts';
import type { Plan, PlanSite, Progress } from './plan.ts';

/** A finished occurrence of a floating plan. Instants are ISO 8601 UTC. */
interface Ended {
  readonly due_at: string;
  /** When its maintenance was resolved; null if it was not done: skipped, canceled, deleted. */
  readonly completed_at: string | null;
}

/** The day of the site from which the date after an occurrence is counted. */
export function dayToCountFrom({ due_at, completed_at }: Ended, timezone: string): Day {
  return dayAt(completed_at ?? due_at, timezone);
}

/**
 * The next date of a floating plan: its first day, later the interval after the last one. A day that a month lacks becomes its
 * last. If a closed day would move it back to the day from which it is counted, it moves to the next open day instead: otherwise
 * a plan whose dates are skipped would never leave that day.
 *
 * @returns null if the plan has ended
 */
export function floatingDate(plan: Plan, site: PlanSite, last: Progress | null): PlanDate | null {
  const day = last === null ? plan.starts_on : add(last.day, plan.frequency, plan.every);
  const number = (last?.number ?? 0) + 1;
  if (day === null || day > (plan.ends_on ?? day) || number > (plan.max_occurrences ?? number)) return null;
  const stands = last !== null && place(site, plan.on_closed_day, day).day <= last.day;
  return placeDate(stands ? { ...plan, on_closed_day: 'after' } : plan, site, { number, day });
}

/** The dates of a floating plan if none is done, or each on its day. */
export function* floatingDates(
  plan: Plan,
  site: PlanSite,
  last: Progress | null,
): Generator<PlanDate, void, undefined> {
  let date = floatingDate(plan, site, last);
  while (date) {
    yield date;
    const day = dayToCountFrom({ due_at: date.original_due_at, completed_at: null }, site.timezone);
    date = floatingDate(plan, site, { number: date.number, day });
  }
}
