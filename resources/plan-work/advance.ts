/** Records the due dates of a plan: each is decided by the state at its own moment, independent of when this runs. */
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

/** The number of dates with an order, and of skipped ones. */
export interface Tally {
  readonly generated: number;
  readonly skipped: number;
}

interface Extent {
  readonly now: string;
  /** Dates before this instant are generated ahead, as if they were due. ISO 8601 UTC; null for none. */
  readonly until: string | null;
  /** The maximum number of recorded dates; the rest is left for the next run. */
  readonly most: number;
}

/**
 * Records the scheduled occurrence of a plan if it is due, and all due ones after it. The plan's row is locked: a second
 * transaction finds nothing left to do.
 */
export async function advance(
  work: Work,
  plan: PlanRow,
  site: PlanSite,
  { now, until, most }: Extent,
): Promise<Tally> {
  // A meter's estimate is replaced by the calendar's date once that is due.
  if (plan.basis !== 'calendar') await reschedule(work, plan, site, now);
  const isDue = (one: Scheduled) => {
    const moment = generationOf(plan, one);
    return (
      moment !== null && (moment <= now || (until !== null && one.due_at !== null && one.due_at < until))
    );
  };
  let current: Current | null = await scheduledOf(work, plan.id);
  if (!current || !isDue(current)) return { generated: 0, skipped: 0 };
  // Dates after a postponed one are due before it.
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
    // The next date of a floating plan depends on the result of this one.
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
  /** The date after them. */
  readonly next: DueDate | null;
}

/** The first due dates, at most `most`. */
function takeDue(dates: Iterable<DueDate>, isDue: (one: Scheduled) => boolean, most: number): Due {
  const due: DueDate[] = [];
  for (const date of dates) {
    if (due.length >= most || !isDue(scheduledAs(date))) return { dates: due, next: date };
    due.push(date);
  }
  return { dates: due, next: null };
}

/** The dates of a fixed plan after the scheduled one, except those that were generated ahead. */
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
 * Decides the scheduled occurrence and the dates after it, each by its own moment, and records all of them, with orders if
 * needed.
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
    ...dates.map((date) => ({ ...datedAs(plan, date), date })),
  ].map(({ date, window_until, ...one }) => ({
    ...{ date, due_at: one.due_at ?? '', moment: generationOf(plan, one) ?? '', paused: false },
    window_until,
  }));
  const decisions = decideAll(all, history);
  const due = all.filter((_, at) => decisions[at]?.status === 'open');
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
