/** The dates that passed before a plan was created and while it was inactive. */
import { countBefore, placeDate } from './dates.ts';
import { add, type Day } from './days.ts';
import { floatingDates } from './floating.ts';
import { dayAt } from './local-time.ts';
import { type Counter, comingDates, type DueDate, hasCome } from './meter-dates.ts';
import type { CatchUp, Plan, PlanSite, Progress } from './plan.ts';
import { dateOf, firstFrom } from './rule.ts';

/** The maximum number of kept dates, the latest ones. */
const furthestBack = 1000;

/** A date that passed, and whether it was in a pause: then it is recorded as skipped (`paused`). */
export interface PastDate {
  readonly date: DueDate;
  readonly paused: boolean;
}

/** Dates in order. Those of a fixed plan are computed when they are read. */
interface Dates {
  readonly length: number;
  at(place: number): DueDate | undefined;
}

/** Those that passed, and the places of the first one to work on and of the one after the last. */
interface Past {
  readonly passed: Dates;
  readonly taken: readonly [from: number, until: number];
}

type Asked = readonly [
  plan: Plan,
  site: PlanSite,
  catchUp: CatchUp,
  /** The last date that was recorded before the pause; null for a new plan. */
  last: Progress | null,
  /** ISO 8601 UTC */
  resumedAt: string,
  /** Null if only the calendar decides. */
  counter?: Counter | null,
];

/**
 * The dates of a plan that were due before it was created or reactivated, at most the last 1,000. With `next` none of them is
 * worked on, with `last` the last one that is neither out of season nor on a closed day, with `all` all of them; the others are
 * paused. For a floating plan, `all` works on the first one, and nothing follows it: later dates depend on its completion.
 * Downtime of the service is no pause.
 */
export function* pastDates(...asked: Asked): Generator<PastDate, void, undefined> {
  const past = pastOf(...asked);
  for (let place = 0; place < past.passed.length; place += 1) yield* dateAt(past, place);
}

/** The same ones, the latest first. */
export function* latestPastDates(...asked: Asked): Generator<PastDate, void, undefined> {
  const past = pastOf(...asked);
  for (let place = past.passed.length - 1; place >= 0; place -= 1) yield* dateAt(past, place);
}

function dateAt({ passed, taken }: Past, place: number): PastDate[] {
  const date = passed.at(place);
  return date ? [{ date, paused: place < taken[0] || place >= taken[1] }] : [];
}

/** Of these dates, those that are worked on, and the last of all; null if there is none. No other date is computed. */
export function caughtUp(...asked: Asked): { readonly worked: DueDate[]; readonly last: DueDate | null } {
  const { passed, taken } = pastOf(...asked);
  const places = Array.from({ length: taken[1] - taken[0] }, (_, at) => taken[0] + at);
  const worked = places.map((place) => passed.at(place)).filter((date) => date !== undefined);
  return { worked, last: passed.at(passed.length - 1) ?? null };
}

function pastOf(...[plan, site, catchUp, last, resumedAt, counter = null]: Asked): Past {
  const floating = plan.schedule === 'floating';
  if (floating && catchUp === 'all') {
    const first = firstWorked(comingDates(plan, site, last, counter), resumedAt);
    return { passed: first, taken: [0, first.length] };
  }
  const passed = counter
    ? lastPassed(comingDates(plan, site, last, counter), resumedAt)
    : (floating ? floatingPast : fixedPast)(plan, site, last, resumedAt);
  if (catchUp === 'all') return { passed, taken: [0, passed.length] };
  const worked = catchUp === 'last' ? lastWorked(passed) : -1;
  if (worked < 0) return { passed, taken: [0, 0] };
  const known = floating ? { length: worked + 1, at: (place: number) => passed.at(place) } : passed;
  return { passed: known, taken: [worked, worked + 1] };
}

function isWorked({ skip_reason }: DueDate): boolean {
  return skip_reason === null;
}

/** The place of the last one that is worked on; -1 if there is none. */
function lastWorked(passed: Dates): number {
  for (let place = passed.length - 1; place >= 0; place -= 1) {
    const date = passed.at(place);
    if (date && isWorked(date)) return place;
  }
  return -1;
}

/** The dates of a floating plan up to the first that is worked on. */
function firstWorked(coming: Iterable<DueDate>, resumedAt: string): DueDate[] {
  const dates: DueDate[] = [];
  for (const date of coming) {
    if (!hasCome(date, resumedAt) || dates.length === furthestBack) break;
    dates.push(date);
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

function fixedPast(plan: Plan, site: PlanSite, last: Progress | null, resumedAt: string): Dates {
  const count = countBefore(plan, site, resumedAt);
  const after = last && add(last.day, 'day', 1);
  const unrecorded = after === null ? 1 : (firstFrom(plan, after)?.number ?? count + 1);
  const first = Math.max(unrecorded, count - furthestBack + 1);
  const at = (place: number) => {
    const date = place < 0 ? null : dateOf(plan, first + place);
    return date ? placeDate(plan, site, date) : undefined;
  };
  return { length: Math.max(0, count - first + 1), at };
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
