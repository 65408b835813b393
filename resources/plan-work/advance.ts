/** Records what has come due of a plan: each date is decided for its own moment, whenever that is done. */
import { type Decision, decideAll, type History } from '../plans/decide.ts';
import { comingDates, type DueDate, type MeterSide } from '../plans/meter-dates.ts';
import type { PlanSite } from '../plans/plan.ts';
import { counterOf } from './by-meter.ts';
import { historyOf } from './history.ts';
import { createOrders } from './order.ts';
import {
  calendarOf,
  type OccurrenceRow,
  occurrencesOf,
  type PlanRow,
  progressOf,
  recorded,
  type Work,
} from './rows.ts';
import {
  belongingTo,
  datedAs,
  generationOf,
  nextDate,
  reschedule,
  type Scheduled,
  schedule,
  scheduledAs,
  scheduledOf,
  tellPlan,
  unrecordedDates,
} from './schedule.ts';

/** How many dates came to an order, and how many were skipped. */
export interface Tally {
  readonly generated: number;
  readonly skipped: number;
}

interface Extent {
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
  // What a meter foresaw gives way to the calendar's date once that has come.
  if (plan.basis !== 'calendar') await reschedule(work, plan, site, now);
  const isDue = (one: Scheduled) => {
    const moment = generationOf(plan, one);
    return (
      moment !== null && (moment <= now || (until !== null && one.due_at !== null && one.due_at < until))
    );
  };
  let current: Current | null = await scheduledOf(work, plan.id);
  if (!current || !isDue(current)) return { generated: 0, skipped: 0 };
  // Those behind one that was postponed have their moments before its own.
  const first = generationOf(plan, { ...current, due_at: current.original_due_at });
  const history = await historyOf(work, plan, first ?? now);
  const tally = { generated: 0, skipped: 0 };
  while (current && isDue(current) && tally.generated + tally.skipped < most) {
    const { dates, next }: Due =
      plan.schedule === 'fixed'
        ? takeDue(await datesAfter(work, plan, site, current, now), isDue, most - 1)
        : { dates: [], next: null };
    for (const { status } of await settle(work, plan, current, dates, history)) {
      tally[status === 'open' ? 'generated' : 'skipped'] += 1;
    }
    // The next date of a floating plan follows from what became of this one.
    const following: DueDate | null =
      plan.schedule === 'fixed' ? next : await nextDate(work, plan, site, now);
    const sequence: number = current.sequence + dates.length + 1;
    current = following && (await schedule(work, plan, following, sequence));
  }
  await tellPlan(work, plan, current, current?.meter);
  return tally;
}

type Current = OccurrenceRow & { readonly meter?: MeterSide | undefined };

interface Due {
  readonly dates: readonly DueDate[];
  /** The one behind them. */
  readonly next: DueDate | null;
}

/** The first dates that are due, `most` at most. */
function takeDue(dates: Iterable<DueDate>, isDue: (one: Scheduled) => boolean, most: number): Due {
  const due: DueDate[] = [];
  for (const date of dates) {
    if (due.length >= most || !isDue(scheduledAs(date))) return { dates: due, next: date };
    due.push(date);
  }
  return { dates: due, next: null };
}

/** The dates of a fixed plan behind the scheduled one, but for those that were generated ahead. */
async function datesAfter(
  work: Work,
  plan: PlanRow,
  site: PlanSite,
  scheduled: OccurrenceRow,
  now: string,
): Promise<Iterable<DueDate>> {
  const last = { ...progressOf(scheduled), units: scheduled.due_units };
  if (plan.basis !== 'calendar') {
    const counter = await counterOf(work, plan, site, now, scheduled.original_due_at);
    return comingDates(calendarOf(plan), site, last, counter);
  }
  const behind = await occurrencesOf(work).find({
    maintenance_plan_id: plan.id,
    state: recorded,
    rule_day: { gt: scheduled.rule_day },
    skip_reason: { not: 'overtaken' },
  });
  return unrecordedDates(calendarOf(plan), site, last, behind);
}

/**
 * Decides the scheduled occurrence and the dates behind it, each for its own moment, and records them all, with an order where
 * one is to be made.
 */
async function settle(
  work: Work,
  plan: PlanRow,
  scheduled: OccurrenceRow,
  dates: readonly DueDate[],
  history: History,
): Promise<Decision[]> {
  const all = [
    { ...scheduled, date: { skip_reason: scheduled.foreseen } },
    ...dates.map((date) => ({ ...scheduledAs(date), date })),
  ].map(({ date, ...one }) => ({
    ...{ date, due_at: one.due_at ?? '', moment: generationOf(plan, one) ?? '', paused: false },
  }));
  const decisions = decideAll(all, history);
  const due = all.map(({ due_at }) => due_at).filter((_, at) => decisions[at]?.status === 'open');
  const orders = (await createOrders(work, plan, due)).values();
  const outcomes = decisions.map(({ status: state, skip_reason }, at) => ({
    ...{ state, skip_reason, generated_at: all[at]?.moment ?? null },
    maintenance_id: state === 'open' ? (orders.next().value ?? null) : null,
  }));
  const [first, ...others] = outcomes;
  await occurrencesOf(work).change([scheduled], first ?? {});
  await occurrencesOf(work).createAll(
    dates.map((date, at) => ({
      ...belongingTo(plan),
      ...datedAs(plan, date),
      ...others[at],
      sequence: scheduled.sequence + at + 1,
    })),
  );
  return decisions;
}
