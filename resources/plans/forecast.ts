/** All future dates of a plan until a day, with reasons to skip them. */

import { giveWay } from '../../engine/index.ts';
import { totalBy } from './by-meter.ts';
import { caughtUp } from './catch-up.ts';
import { add, type Day, lastDay } from './days.ts';
import { dayAt, startOfDay } from './local-time.ts';
import { type Counter, comingDates, type DueDate } from './meter-dates.ts';
import type { CatchUp, Plan, PlanSite, Progress } from './plan.ts';

/** The maximum range of a forecast. */
const furthestYears = 5;

export interface ForecastDate {
  readonly original_due_at: string;
  readonly due_at: string;
  readonly skip_reason: DueDate['skip_reason'];
  readonly due_units: number | null;
  /** Estimated from the meter's past: no reading has made it due yet. */
  readonly estimated: boolean;
}

/** The progress of a plan, for a forecast. */
export interface Standing {
  /**
   * The date after which the plan continues: the scheduled one if there is one, else the last recorded one; null for none. For a
   * floating plan with an open order: that one, counted from today if it is overdue.
   */
  readonly last: Progress | null;
  /** The scheduled date, with its postponed moment. */
  readonly scheduled: ForecastDate | null;
  /** Days of a fixed plan's rule after that date that are recorded already: generated ahead manually. */
  readonly recorded?: ReadonlySet<Day>;
  /** When the plan is created: now for one that is not saved; null for an existing one. `catch_up` applies to dates before. */
  readonly made_at: string | null;
  /** Left out if only the calendar decides. */
  readonly counter?: Counter;
}

/** More dates than any calendar has: the number of dates from a counter in five years is not limited. */
const mostDates = 2000;

/** The last possible day of a forecast. */
export function furthestDay(now: string, timezone: string): Day {
  return add(dayAt(now, timezone), 'year', furthestYears) ?? lastDay;
}

/**
 * The dates of a plan that are due until the end of a day of its site, sorted by due time. They include dates out of season or on
 * closed days, but not those in a pause. Each date of a floating plan is assumed to be done on its day, a past one today.
 *
 * @param until at most `furthestDay`: the caller has checked it
 */
export async function forecast(
  plan: Plan & { readonly catch_up: CatchUp },
  site: PlanSite,
  standing: Standing,
  until: Day,
): Promise<ForecastDate[]> {
  const end = startOfDay(add(until, 'day', 1) ?? lastDay, site.timezone);
  const { made_at, scheduled, counter = null } = standing;
  const past = made_at === null ? null : caughtUp(plan, site, plan.catch_up, standing.last, made_at, counter);
  const dates = past?.worked.flatMap(foresee) ?? [];
  if (scheduled) dates.push(scheduled);
  const last = progressAfter(plan, site, past?.last ?? null, standing);
  for (const date of comingDates(plan, site, last, counter)) {
    if (date.original_due_at === null || date.original_due_at >= end || dates.length >= mostDates) break;
    if (!standing.recorded?.has(date.day)) dates.push(...foresee(date));
    await giveWay();
  }
  return dates
    .filter(({ due_at }) => due_at < end)
    .sort((a, b) => (a.due_at < b.due_at ? -1 : Number(a.due_at > b.due_at)));
}

function foresee({ original_due_at: due_at, skip_reason, meter }: DueDate): ForecastDate[] {
  const { due_units = null, estimated = false } = meter ?? {};
  return due_at === null ? [] : [{ original_due_at: due_at, due_at, skip_reason, due_units, estimated }];
}

function progressAfter(
  plan: Plan & { readonly catch_up: CatchUp },
  site: PlanSite,
  past: DueDate | null,
  { last, made_at, counter }: Standing,
): Progress | null {
  if (past === null || made_at === null || past.original_due_at === null) return last;
  const { number, original_due_at: at, meter } = past;
  const due_units = meter?.due_units ?? null;
  if (plan.schedule === 'fixed') return { number, day: past.day, units: due_units };
  const isTakenUp = plan.catch_up !== 'next' && past.skip_reason === null;
  const done = isTakenUp ? made_at : at;
  const run = counter ? totalBy(counter.readings, done) : null;
  const units = run === null ? due_units : Math.max(run, due_units ?? 0);
  return { number, day: dayAt(done, site.timezone), units };
}
