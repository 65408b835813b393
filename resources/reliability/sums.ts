/** The sums of materials: whole milliseconds and whole numbers, which can be added over materials and adjacent windows. */
import type { WorkedTime } from './hours.ts';
import { type Interval, positionAt, subtract, union, within } from './intervals.ts';

/** The events of a material. Instants are in milliseconds. */
export interface History {
  readonly life: Interval;
  /** Downtimes by kind, in any order; a running one extends to now. */
  readonly external: readonly Interval[];
  readonly unplanned: readonly Interval[];
  readonly planned: readonly Interval[];
  /** Failures until their restoration; one that is not restored extends to `Infinity`. */
  readonly failures: readonly Interval[];
}

/** `restoring` is the duration of restored failures, `down` the duration of ended stops. */
const keys = [
  ...(['materials', 'required', 'unplanned', 'planned', 'failures', 'openFailures'] as const),
  ...(['restorations', 'restoring', 'downPeriods', 'down'] as const),
];

export type Sums = Record<(typeof keys)[number], number>;

export function noSums(): Sums {
  return {
    ...{ materials: 0, required: 0, unplanned: 0, planned: 0, failures: 0, openFailures: 0 },
    ...{ restorations: 0, restoring: 0, downPeriods: 0, down: 0 },
  };
}

/** Adds sums to others. */
export function addSums(sums: Sums, more: Readonly<Sums>): void {
  for (const key of keys) sums[key] += more[key];
}

/** Consecutive periods of a site, with the working time of each. */
export class Periods {
  /** Only up to now, so that a future window ends before it begins: future time never counts. */
  readonly window: Interval;
  readonly #bounds: readonly number[];
  readonly #worked: WorkedTime;
  /** The working time of each, up to now. */
  readonly #whole: readonly number[];

  /**
   * @param bounds the start of each period, and the end of the last one
   * @param now in milliseconds
   */
  constructor(bounds: readonly number[], worked: WorkedTime, now: number) {
    const [from = now, last = now] = [bounds[0], bounds.at(-1)];
    this.window = { from, until: Math.min(last, now) };
    this.#bounds = bounds;
    this.#worked = worked;
    this.#whole = bounds.slice(1).map((_, at) => worked.within(this.#period(at)));
  }

  /** A period up to now. */
  #period(at: number): Interval {
    const [from = 0, until = 0] = [this.#bounds[at], this.#bounds[at + 1]];
    return { from, until: Math.min(until, this.window.until) };
  }

  /** The end of a period's counted time; null for a future one. */
  reached(at: number): number | null {
    const { from, until } = this.#period(at);
    return from < until ? until : null;
  }

  /** The index of the period of an instant, up to now; -1 for none. */
  at(instant: number): number {
    return instant < this.window.until ? positionAt(this.#bounds, instant) : -1;
  }

  /** Passes the working time of an interval to each period that it overlaps. */
  work(interval: Interval, add: (at: number, worked: number) => void): void {
    const part = within(interval, this.window);
    if (part.from >= part.until) return;
    for (let at = this.at(part.from); at < this.#whole.length; at += 1) {
      const period = this.#period(at);
      if (period.from >= part.until) return;
      const isWhole = part.from <= period.from && period.until <= part.until;
      add(at, isWhole ? (this.#whole[at] ?? 0) : this.#worked.within(within(part, period)));
    }
  }

  /** Passes each period at whose end, or now if that is earlier, an interval is still running; no future ones. */
  lasting({ from, until }: Interval, add: (at: number) => void): void {
    const first = positionAt(this.#bounds, Math.max(from, this.window.from));
    for (let at = first; at < this.#whole.length; at += 1) {
      const end = this.reached(at);
      if (end === null || end > until) return;
      if (from < end) add(at);
    }
  }
}

/** Adds the events of a material to the sums of each period. */
export function sumUp(sums: readonly Sums[], periods: Periods, history: History): void {
  const add =
    (key: keyof Sums, factor = 1) =>
    (at: number, amount = 1) => {
      const one = sums[at];
      if (one) one[key] += amount * factor;
    };
  for (const one of sums) one.materials += 1;
  const { life } = history;
  const external = union(history.external);
  const unplanned = union(history.unplanned);
  const planned = union(history.planned);
  const inLife = (intervals: readonly Interval[], count: (at: number, worked: number) => void) => {
    for (const one of intervals) periods.work(within(one, life), count);
  };
  inLife([life], add('required'));
  inLife(external, add('required', -1));
  inLife(subtract(unplanned, external), add('unplanned'));
  inLife(subtract(planned, union([...unplanned, ...external])), add('planned'));
  for (const failure of history.failures) {
    if (life.from <= failure.from && failure.from < life.until) add('failures')(periods.at(failure.from));
    periods.lasting(failure, add('openFailures'));
    countEnd(failure, 'restorations', 'restoring');
  }
  for (const one of unplanned) countEnd(one, 'downPeriods', 'down');

  function countEnd({ from, until }: Interval, count: keyof Sums, length: keyof Sums): void {
    const at = periods.at(until);
    if (at < 0) return;
    add(count)(at);
    add(length)(at, until - from);
  }
}
