/** The dates of a plan after what is recorded of it, whether it is fixed or floating. */
import { type PlanDate, planDates } from './dates.ts';
import { floatingDates } from './floating.ts';
import type { Plan, PlanSite, Progress } from './plan.ts';

/**
 * The dates of a plan after the last one that is recorded, first to last; without end where its rule has none. Of a floating
 * plan they are those to come where each is done on its day.
 *
 * @param last null where nothing is recorded
 */
export function upcomingDates(
  plan: Plan,
  site: PlanSite,
  last: Progress | null,
): Generator<PlanDate, void, undefined> {
  return plan.schedule === 'fixed'
    ? planDates(plan, site, last?.day ?? null)
    : floatingDates(plan, site, last);
}
