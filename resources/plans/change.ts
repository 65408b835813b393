/** What a change of a plan's rule, of its season or of the closed days does to what is recorded ahead. */
import { furthestMove } from './closed-days.ts';
import { type PlanDate, planDates } from './dates.ts';
import { add, type Day } from './days.ts';
import type { Plan, PlanSite, Progress } from './plan.ts';
import { upcomingDates } from './upcoming.ts';

/** An occurrence that was generated ahead by hand: its own moment is still to come. */
interface Ahead {
  /** The rule's own day. */
  readonly rule_day: Day;
  readonly original_due_at: string;
  /** It is open, and nobody started, changed or postponed its order. */
  readonly untouched: boolean;
}

/** What is left of what was generated ahead, and what comes next. */
interface Followed<A extends Ahead> {
  readonly kept: readonly A[];
  /** Which dates of the new rule those are that stay; somebody may be at work on one that it lacks. */
  readonly dates: ReadonlyMap<A, PlanDate>;
  /** They are kept as skipped (`overtaken`), and their orders canceled. */
  readonly overtaken: readonly A[];
  /** The first date of the plan that is not recorded; null where it has ended. */
  readonly next: PlanDate | null;
}

/**
 * Follows a plan's new dates. What was generated ahead does not hide them: the plan goes on from the last date whose moment had
 * come, and passes over those that stay. One that somebody is at work on stays the date of its day, also where the new rule has
 * another time for that.
 *
 * @param last the last recorded date that was not generated ahead; `open` for a floating plan that waits for one of those
 */
export function followChange<A extends Ahead>(
  plan: Plan,
  site: PlanSite,
  last: Progress | 'open' | null,
  ahead: readonly A[],
): Followed<A> {
  const furthest = ahead.reduce((latest, { original_due_at: due }) => (due > latest ? due : latest), '');
  const lacking = [...ahead];
  const dates = new Map<A, PlanDate>();
  let next: PlanDate | null = null;
  for (const date of datesAfter(plan, site, last, ahead)) {
    const [recorded] = lacking.splice(...placeOf(date, lacking));
    if (recorded) dates.set(recorded, date);
    else next ??= date;
    if (next && date.original_due_at > furthest) break;
  }
  const overtaken = lacking.filter(({ untouched }) => untouched);
  return { kept: ahead.filter((one) => !overtaken.includes(one)), dates, overtaken, next };
}

/**
 * The first date, and those around what is recorded: a rule that starts decades earlier is not walked through. Of a floating
 * plan the first alone: what follows depends on when that is done.
 */
function* datesAfter(plan: Plan, site: PlanSite, last: Progress | 'open' | null, ahead: readonly Ahead[]) {
  if (last === 'open') return;
  const near = nearest(ahead);
  for (const date of upcomingDates(plan, site, last)) {
    yield date;
    if (plan.schedule === 'floating') return;
    if (near !== null && date.day < near) return yield* planDates(plan, site, near);
  }
}

/** A day before any of the rule's own that can be recorded so: closed days move a date so far at most. */
function nearest(ahead: readonly Ahead[]): Day | null {
  const days = ahead.flatMap(({ rule_day, original_due_at }) => [rule_day, original_due_at.slice(0, 10)]);
  const [first] = days.sort();
  // The clocks of a site may show another day than those of UTC.
  return first === undefined ? null : add(first, 'day', -furthestMove - 2);
}

/** Where a date is among those that are recorded, and how many of them it is. */
function placeOf(
  { day, original_due_at: due }: PlanDate,
  recorded: readonly Ahead[],
): [at: number, count: 0 | 1] {
  const isItself = (one: Ahead) => one.rule_day === day && (one.original_due_at === due || !one.untouched);
  const own = recorded.findIndex(isItself);
  const at = own >= 0 ? own : recorded.findIndex((one) => one.original_due_at === due);
  return at < 0 ? [0, 0] : [at, 1];
}
