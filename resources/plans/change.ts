/** What a change of a plan's rule, of its season or of the closed days does to what is recorded ahead. */
import type { PlanDate } from './dates.ts';
import type { Plan, PlanSite, Progress } from './plan.ts';
import { upcomingDates } from './upcoming.ts';

/** An open occurrence that was generated ahead by hand: its own moment is still to come. */
export interface Ahead {
  readonly original_due_at: string;
  /** Nobody started, changed or postponed its order. */
  readonly untouched: boolean;
}

/** What is left of what was generated ahead, and what comes next. */
export interface Followed<A extends Ahead> {
  readonly kept: readonly A[];
  /** They are kept as skipped (`overtaken`), and their orders canceled. */
  readonly overtaken: readonly A[];
  /** The first date of the plan that is not recorded; null where it has ended. */
  readonly next: PlanDate | null;
}

/**
 * Follows a plan's new dates. What was generated ahead does not hide them: the plan goes on from the last date whose moment had
 * come, and passes over those that stay.
 *
 * @param last the last recorded date that was not generated ahead
 */
export function followChange<A extends Ahead>(
  plan: Plan,
  site: PlanSite,
  last: Progress | null,
  ahead: readonly A[],
): Followed<A> {
  const furthest = ahead.reduce((latest, { original_due_at: due }) => (due > latest ? due : latest), '');
  const lacking = [...ahead];
  let next: PlanDate | null = null;
  for (const date of upcomingDates(plan, site, last)) {
    const recorded = lacking.findIndex(({ original_due_at }) => original_due_at === date.original_due_at);
    if (recorded >= 0) lacking.splice(recorded, 1);
    else next ??= date;
    if (next && date.original_due_at > furthest) break;
  }
  const overtaken = lacking.filter(({ untouched }) => untouched);
  return { kept: ahead.filter((one) => !overtaken.includes(one)), overtaken, next };
}
