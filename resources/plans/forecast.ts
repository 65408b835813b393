/** All dates of a plan to come until a day, with what takes them. */
import { pastDates } from './catch-up.ts';
import type { PlanDate } from './dates.ts';
import { add, type Day, lastDay } from './days.ts';
import { dayAt, startOfDay } from './local-time.ts';
import type { CatchUp, Plan, PlanSite, Progress } from './plan.ts';
import { upcomingDates } from './upcoming.ts';

/** How far a forecast goes at most. */
export const furthestYears = 5;

export interface ForecastDate {
  readonly original_due_at: string;
  readonly due_at: string;
  readonly skip_reason: PlanDate['skip_reason'];
}

/** A plan as a forecast finds it. */
export interface Standing {
  /**
   * The date after which the plan goes on: the scheduled one where there is one, else the last that is recorded; null where
   * nothing is. Of a floating plan with an open order: that one, counted from today where it is overdue.
   */
  readonly last: Progress | null;
  /** What is scheduled already, wherever it was postponed to. */
  readonly scheduled: ForecastDate | null;
  /** Days of a fixed plan's rule behind that date that are recorded already: generated ahead by hand. */
  readonly recorded?: ReadonlySet<Day>;
  /** When the plan is made: now for one that is not saved; null for one that runs. What passed before follows `catch_up`. */
  readonly made_at: string | null;
}

/** The last day that a forecast can be asked for. */
export function furthestDay(now: string, timezone: string): Day {
  return add(dayAt(now, timezone), 'year', furthestYears) ?? lastDay;
}

/**
 * The dates of a plan that come due until the end of a day of its site, by when they are due. Those that a season or a closed
 * day takes are among them; those that a pause takes are not to come. Each date of a floating plan is taken to be done on its
 * day, one that has passed today.
 *
 * @param until at most `furthestDay`: whoever asks has checked it
 */
export function forecast(
  plan: Plan & { readonly catch_up: CatchUp },
  site: PlanSite,
  standing: Standing,
  until: Day,
): ForecastDate[] {
  const end = startOfDay(add(until, 'day', 1) ?? lastDay, site.timezone);
  const { made_at, scheduled } = standing;
  const past = made_at === null ? [] : pastDates(plan, site, plan.catch_up, standing.last, made_at);
  const dates = past.filter(({ paused }) => !paused).map(({ date }) => foresee(date));
  if (scheduled) dates.push(scheduled);
  const last = progressAfter(plan, site, past.at(-1)?.date ?? null, standing);
  for (const date of upcomingDates(plan, site, last)) {
    if (date.original_due_at >= end) break;
    if (!standing.recorded?.has(date.day)) dates.push(foresee(date));
  }
  return dates
    .filter(({ due_at }) => due_at < end)
    .sort((a, b) => (a.due_at < b.due_at ? -1 : Number(a.due_at > b.due_at)));
}

function foresee({ original_due_at, skip_reason }: PlanDate): ForecastDate {
  return { original_due_at, due_at: original_due_at, skip_reason };
}

function progressAfter(
  plan: Plan & { readonly catch_up: CatchUp },
  site: PlanSite,
  past: PlanDate | null,
  { last, made_at }: Standing,
): Progress | null {
  if (past === null || made_at === null) return last;
  if (plan.schedule === 'fixed') return past;
  const due = dayAt(past.original_due_at, site.timezone);
  const done = plan.catch_up === 'next' || past.skip_reason !== null ? due : dayAt(made_at, site.timezone);
  return { number: past.number, day: done };
}
