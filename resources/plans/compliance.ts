/** The share of due work that was done on time. */
import type { SkipReason } from './decide.ts';
import { hasPassed, moveWindow, type Punctuality, punctualityOf, type Window } from './window.ts';

/** An occurrence for compliance. Instants are ISO 8601 UTC. */
export interface Counted {
  readonly original_due_at: string;
  readonly due_at: string;
  /** Around `due_at`; by meter null, and the time of the reading after which work is late. */
  readonly window_from: string | null;
  readonly window_until: string | null;
  readonly status: 'scheduled' | 'open' | 'missed' | 'done' | 'skipped';
  readonly skip_reason: SkipReason | null;
  readonly completed_at: string | null;
  readonly punctuality?: Punctuality | null;
}

export interface Compliance {
  /** All except excused and pending ones. */
  readonly due: number;
  readonly on_time: number;
  readonly early: number;
  readonly late: number;
  readonly missed: number;
  readonly excused: number;
  readonly pending: number;
  /** The share of due ones done on time, by the original dates; unrounded, null if none was due. */
  readonly compliance: number | null;
  /** The same by the postponed dates. */
  readonly compliance_as_agreed: number | null;
}

/** Reasons that only count as excused. */
export const excused = ['closed_day', 'out_of_season', 'decommissioned', 'paused', 'overtaken'] as const;
const excuses: ReadonlySet<SkipReason | null> = new Set(excused);

type Outcome = 'early' | 'on_time' | 'late' | 'missed' | 'excused' | 'pending';

/** Counts occurrences, in several calls. */
export class ComplianceCount {
  readonly #first = new Map<Outcome, number>();
  readonly #agreed = new Map<Outcome, number>();
  readonly #now: string;

  /** @param now ISO 8601 UTC */
  constructor(now: string) {
    this.#now = now;
  }

  add(occurrence: Counted): void {
    increase(this.#first, outcomeOf(occurrence, originalWindow(occurrence), this.#now));
    increase(this.#agreed, outcomeOf(occurrence, agreedWindow(occurrence), this.#now));
  }

  /**
   * All numbers use the window around `original_due_at`, except `compliance_as_agreed`, which uses that around `due_at`:
   * postponing cannot improve the figure.
   */
  result(): Compliance {
    const first = countsOf(this.#first);
    return { ...first, compliance: ratio(first), compliance_as_agreed: ratio(countsOf(this.#agreed)) };
  }
}

function increase(outcomes: Map<Outcome, number>, outcome: Outcome): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

/**
 * Counts the occurrences whose `original_due_at` is in a span.
 *
 * @param from ISO 8601 UTC, inclusive
 * @param until exclusive
 */
export function measureCompliance(
  occurrences: readonly Counted[],
  { from, until }: { readonly from: string; readonly until: string },
  now: string,
): Compliance {
  const count = new ComplianceCount(now);
  for (const one of occurrences)
    if (from <= one.original_due_at && one.original_due_at < until) count.add(one);
  return count.result();
}

/**
 * The class of an occurrence. One that is neither done nor excused is pending while its window is open, and missed after that.
 * This includes skipped ones: canceled work can be resumed.
 */
function outcomeOf(one: Counted, window: Window | null, now: string): Outcome {
  const { status, skip_reason, completed_at } = one;
  if (status === 'skipped' && excuses.has(skip_reason)) return 'excused';
  if (status === 'done' && completed_at !== null)
    return window ? punctualityOf(completed_at, window) : (one.punctuality ?? 'on_time');
  const until = window?.until ?? one.window_until;
  return until !== null && hasPassed({ until }, now) ? 'missed' : 'pending';
}

/** Null by meter: postponing has no effect there. */
function agreedWindow({ window_from: from, window_until: until }: Counted): Window | null {
  return from === null || until === null ? null : { from, until };
}

function originalWindow(occurrence: Counted): Window | null {
  const window = agreedWindow(occurrence);
  const by = Date.parse(occurrence.original_due_at) - Date.parse(occurrence.due_at);
  return window && moveWindow(window, by);
}

type Counts = Omit<Compliance, 'compliance' | 'compliance_as_agreed'>;

function countsOf(outcomes: ReadonlyMap<Outcome, number>): Counts {
  const of = (outcome: Outcome) => outcomes.get(outcome) ?? 0;
  const [on_time, early, late, missed] = [of('on_time'), of('early'), of('late'), of('missed')];
  const due = on_time + early + late + missed;
  return { due, on_time, early, late, missed, excused: of('excused'), pending: of('pending') };
}

function ratio({ on_time, due }: Counts): number | null {
  return due === 0 ? null : on_time / due;
}
