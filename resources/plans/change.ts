/** The effect of a change of a plan's rule, season or closed days on occurrences that were generated ahead. */
import { furthestMove } from './closed-days.ts';
import { type PlanDate, planDates } from './dates.ts';
import { add, type Day } from './days.ts';
import type { Plan, PlanSite, Progress } from './plan.ts';
import { upcomingDates } from './upcoming.ts';

/** An occurrence that was generated ahead manually: its own moment is in the future. */
interface Ahead {
  /** The day by the rule. */
  readonly rule_day: Day;
  readonly original_due_at: string;
  /** It is open, and its order was not started, changed or postponed. */
  readonly untouched: boolean;
}

/** The rest of the occurrences ahead, and the next date. */
interface Followed<A extends Ahead> {
  readonly kept: readonly A[];
  /** The dates of the new rule for those that stay. One that is being worked on may not be in the rule. */
  readonly dates: ReadonlyMap<A, PlanDate>;
  /** They are recorded as skipped (`overtaken`), and their orders canceled. */
  readonly overtaken: readonly A[];
  /** The first date of the plan that is not recorded; null if it has ended. */
  readonly next: PlanDate | null;
}

/**
 * Applies a plan's new dates. Occurrences ahead do not hide them: the plan continues from the last date whose moment has passed,
 * and skips those that stay. One that is being worked on remains the date of its day, even if the new rule has another time.
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
 * The first date, and those around the recorded ones: a rule that starts decades earlier is not iterated from its start. For a
 * floating plan only the first: later ones depend on its completion.
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

/** A day before any day of the rule that can be recorded so: closed days move a date by at most this distance. */
function nearest(ahead: readonly Ahead[]): Day | null {
  const days = ahead.flatMap(({ rule_day, original_due_at }) => [rule_day, original_due_at.slice(0, 10)]);
  const [first] = days.sort();
  // The local day of a site may differ from that in UTC.
  return first === undefined ? null : add(first, 'day', -furthestMove - 2);
}

/** The position of a date among the recorded ones, and its number. */
function placeOf(
  { day, original_due_at: due }: PlanDate,
  recorded: readonly Ahead[],
): [at: number, count: 0 | 1] {
  const isItself = (one: Ahead) => one.rule_day === day && (one.original_due_at === due || !one.untouched);
  const own = recorded.findIndex(isItself);
  const at = own >= 0 ? own : recorded.findIndex((one) => one.original_due_at === due);
  return at < 0 ? [0, 0] : [at, 1];
}
