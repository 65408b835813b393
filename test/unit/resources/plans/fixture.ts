/** Plans and sites to compute with. */
import { workingDays } from '../../../../resources/plans/closed-days.ts';
import type { Weekday } from '../../../../resources/plans/days.ts';
import type { Plan, PlanSite } from '../../../../resources/plans/plan.ts';

/** A daily plan from 1 January 2027 at 08:00, with what a test is about. */
export function planWith(fields: Partial<Plan>): Plan {
  return {
    schedule: 'fixed',
    starts_on: '2027-01-01',
    due_time: '08:00',
    frequency: 'day',
    every: 1,
    weekdays: null,
    month_day: null,
    nth: null,
    nth_weekday: null,
    ends_on: null,
    max_occurrences: null,
    on_closed_day: 'keep',
    season_from: null,
    season_until: null,
    ...fields,
  };
}

/** A site with hours on some weekdays (none: it has no working hours) and days off. */
export function siteIn(
  timezone: string,
  weekdays: readonly Weekday[] = [],
  closures: readonly string[] = [],
): PlanSite {
  const hours = weekdays.map((weekday) => ({ weekday }));
  return {
    timezone,
    ...workingDays(
      hours,
      closures.map((day) => ({ day })),
    ),
  };
}

export const workweek = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;

/** The first of what can go on without end. */
export function take<One>(from: Iterable<One>, count: number): One[] {
  const taken: One[] = [];
  if (count === 0) return taken;
  for (const one of from) if (taken.push(one) === count) break;
  return taken;
}
