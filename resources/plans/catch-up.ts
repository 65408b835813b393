/** The dates that passed before a plan was created and while it was inactive. */
import { countBefore, type PlanDate, placeDate } from './dates.ts';
import { add, type Day } from './days.ts';
import { floatingDates } from './floating.ts';
import { dayAt } from './local-time.ts';
import { type Counter, comingDates, type DueDate, hasCome } from './meter-dates.ts';
import type { CatchUp, Plan, PlanSite, Progress } from './plan.ts';
import { dateOf, firstFrom } from './rule.ts';

/** The maximum number of kept dates, the latest ones. */
const furthestBack = 1000;

/** A date that passed, and whether it was in a pause: then it is recorded as skipped (`paused`). */
interface PastDate {
  readonly date: DueDate;
  readonly paused: boolean;
}

/**
 * The dates of a plan that were due before it was created or reactivated, at most the last 1,000. With `next` none of them is
 * worked on, with `last` the last one that is neither out of season nor on a closed day, with `all` all of them; the others are
 * paused. For a floating plan, `all` works on the first one, and nothing follows it: later dates depend on its completion.
 * Downtime of the service is no pause.
 *
 * @param last the last date that was recorded before the pause; null for a new plan
 * @param resumedAt ISO 8601 UTC
 * @param counter null if only the calendar decides
 */
export function pastDates(
  plan: Plan,
  site: PlanSite,
  catchUp: CatchUp,
  last: Progress | null,
  resumedAt: string,
  counter: Counter | null = null,
): PastDate[] {
  const floating = plan.schedule === 'floating';
  if (floating && catchUp === 'all') return firstWorked(comingDates(plan, site, last, counter), resumedAt);
  const dates = counter
    ? lastPassed(comingDates(plan, site, last, counter), resumedAt)
    : (floating ? floatingPast : fixedPast)(plan, site, last, resumedAt);
  if (catchUp === 'all') return dates.map((date) => ({ date, paused: false }));
  const taken = catchUp === 'last' ? dates.findLastIndex(isWorked) : -1;
  const known = floating && taken >= 0 ? dates.slice(0, taken + 1) : dates;
  return known.map((date, index) => ({ date, paused: index !== taken }));
}

function isWorked({ skip_reason }: DueDate): boolean {
  return skip_reason === null;
}

/** The dates of a floating plan up to the first that is worked on. */
function firstWorked(coming: Iterable<DueDate>, resumedAt: string): PastDate[] {
  const dates: PastDate[] = [];
  for (const date of coming) {
    if (!hasCome(date, resumedAt) || dates.length === furthestBack) break;
    dates.push({ date, paused: false });
    if (isWorked(date)) break;
  }
  return dates;
}

/** The passed ones, limited to the last of them. */
function lastPassed(coming: Iterable<DueDate>, resumedAt: string): DueDate[] {
  const past: DueDate[] = [];
  for (const date of coming) {
    if (!hasCome(date, resumedAt)) break;
    past.push(date);
    if (past.length > furthestBack) past.shift();
  }
  return past;
}

function fixedPast(plan: Plan, site: PlanSite, last: Progress | null, resumedAt: string): PlanDate[] {
  const count = countBefore(plan, site, resumedAt);
  const after = last && add(last.day, 'day', 1);
  const unrecorded = after === null ? 1 : (firstFrom(plan, after)?.number ?? count + 1);
  const first = Math.max(unrecorded, count - furthestBack + 1);
  const numbers = Array.from({ length: Math.max(0, count - first + 1) }, (_, index) => first + index);
  const dates = numbers.map((number) => dateOf(plan, number)).filter((date) => date !== null);
  return dates.map((date) => placeDate(plan, site, date));
}

function floatingPast(plan: Plan, site: PlanSite, last: Progress | null, resumedAt: string): DueDate[] {
  const entered = enterChain(plan, last, dayAt(resumedAt, site.timezone));
  return lastPassed(floatingDates(plan, site, entered), resumedAt);
}

/**
 * The start for a floating plan's dates. A daily plan from centuries ago would have hundreds of thousands. So the chain starts at
 * twice the kept distance, at the position it would have without closed days.
 */
function enterChain(plan: Plan, last: Progress | null, until: Day): Progress | null {
  const anchor = last ?? { number: 1, day: plan.starts_on };
  const plain = { ...plan, starts_on: anchor.day, ends_on: null, max_occurrences: null };
  const end = plan.ends_on !== null && plan.ends_on < until ? plan.ends_on : until;
  const intervals = firstFrom(plain, end)?.number ?? 1;
  const allowed = (plan.max_occurrences ?? intervals + anchor.number) - anchor.number;
  const left = Math.min(intervals, allowed) - 2 * furthestBack;
  const entry = left > 0 ? dateOf(plain, left + 1) : null;
  return entry ? { number: anchor.number + left, day: entry.day } : last;
}
