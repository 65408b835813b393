/** The dates of a plan after its recorded ones, fixed or floating. */
import { type PlanDate, planDates } from './dates.ts';
import { floatingDates } from './floating.ts';
import type { Plan, PlanSite, Progress } from './plan.ts';

/**
 * The dates of a plan after the last recorded one, in order; infinite if its rule has no end. For a floating plan, each is
 * assumed to be done on its day.
 *
 * @param last null if nothing is recorded
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
