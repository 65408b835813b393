/** Records what has come due of a plan: each date is decided for its own moment, whenever that is done. */
import type { PlanDate } from '../plans/dates.ts';
import { type Decision, decide, type History } from '../plans/decide.ts';
import type { PlanSite } from '../plans/plan.ts';
import { momentOf } from '../plans/window.ts';
import { historyOf } from './history.ts';
import { createOrder } from './order.ts';
import {
  calendarOf,
  type OccurrenceRow,
  occurrencesOf,
  type PlanRow,
  progressOf,
  recorded,
  type Work,
} from './rows.ts';
import { nextDate, schedule, scheduledOf, tellPlan, unrecordedDates } from './schedule.ts';

/** How many dates came to an order, and how many were skipped. */
export interface Tally {
  readonly generated: number;
  readonly skipped: number;
}

export interface Extent {
  readonly now: string;
  /** Dates before this instant are generated ahead, as if their moment had come. ISO 8601 UTC; null for none. */
  readonly until: string | null;
  /** How many dates are recorded at most; the others are left for the next time. */
  readonly most: number;
}

/**
 * Records the scheduled occurrence of a plan where its moment has come, and all those after it. The plan's row is locked:
 * whoever comes second finds nothing left to do.
 */
export async function advance(
  work: Work,
  plan: PlanRow,
  site: PlanSite,
  { now, until, most }: Extent,
): Promise<Tally> {
  const tally = { generated: 0, skipped: 0 };
  let current = await scheduledOf(work, plan.id);
  const isDue = ({ due_at }: OccurrenceRow) =>
    momentOf(due_at, plan.lead_days) <= now || (until !== null && due_at < until);
  if (!current || !isDue(current)) return tally;
  // Those behind one that was postponed have their moments before its own.
  const history = await historyOf(work, plan, momentOf(current.original_due_at, plan.lead_days));
  const orders = [...history.orders];
  const dates = await datesAfter(work, plan, site, current);
  while (current && isDue(current) && tally.generated + tally.skipped < most) {
    const moment = momentOf(current.due_at, plan.lead_days);
    const decision = await settle(work, plan, current, { ...history, orders });
    if (decision.status === 'open') orders.push({ generated_at: moment, ended_at: null });
    tally[decision.status === 'open' ? 'generated' : 'skipped'] += 1;
    const date: PlanDate | null =
      plan.schedule === 'floating' ? await nextDate(work, plan, site, now) : (dates.next().value ?? null);
    current = date && (await schedule(work, plan, date, current.sequence + 1));
  }
  await tellPlan(work, plan, current);
  return tally;
}

/** The dates of a fixed plan behind the scheduled one, but for those that were generated ahead. */
async function datesAfter(work: Work, plan: PlanRow, site: PlanSite, scheduled: OccurrenceRow) {
  const behind = await occurrencesOf(work).find({
    maintenance_plan_id: plan.id,
    state: recorded,
    rule_day: { gt: scheduled.rule_day },
    skip_reason: { not: 'overtaken' },
  });
  return unrecordedDates(calendarOf(plan), site, progressOf(scheduled), behind);
}

/** Decides an occurrence for its own moment and records that, with an order where one is to be made. */
async function settle(
  work: Work,
  plan: PlanRow,
  occurrence: OccurrenceRow,
  history: History,
): Promise<Decision> {
  const moment = momentOf(occurrence.due_at, plan.lead_days);
  const date = { skip_reason: occurrence.foreseen };
  const decision = decide({ date, moment, paused: false }, history);
  const maintenance_id = decision.status === 'open' ? await createOrder(work, plan, occurrence.due_at) : null;
  await occurrencesOf(work).change([occurrence], {
    state: decision.status,
    skip_reason: decision.skip_reason,
    maintenance_id,
    generated_at: moment,
  });
  return decision;
}
