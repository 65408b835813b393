/** Arithmetic with spans of time in whole milliseconds. A list that is returned is in order, and nothing in it overlaps or touches. */

/** From an instant, included, until another, not included. */
export interface Interval {
  readonly from: number;
  readonly until: number;
}

/** What any of some intervals cover, in whatever order they come. Those that touch are one; those that end where they begin are none. */
export function union(intervals: readonly Interval[]): Interval[] {
  const ordered = intervals.filter(({ from, until }) => from < until).sort((a, b) => a.from - b.from);
  const joined: Interval[] = [];
  for (const one of ordered) {
    const last = joined.at(-1);
    if (!last || one.from > last.until) joined.push(one);
    else if (one.until > last.until) joined[joined.length - 1] = { from: last.from, until: one.until };
  }
  return joined;
}

/**
 * What is left of some intervals without others.
 *
 * @param intervals as `union` returns them
 * @param without likewise
 */
export function subtract(intervals: readonly Interval[], without: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let next = 0;
  for (const { from, until } of intervals) {
    let start = from;
    while ((without[next]?.until ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    // One that reaches past this interval takes of the following one, too: it is looked at again.
    for (let at = next; start < until; at += 1) {
      const gap = without[at];
      if (!gap || gap.from >= until) {
        left.push({ from: start, until });
        break;
      }
      if (gap.from > start) left.push({ from: start, until: gap.from });
      start = gap.until;
    }
  }
  return left;
}

/** The part of an interval within another; where there is none, one that ends before it begins. */
export function within(interval: Interval, bounds: Interval): Interval {
  return { from: Math.max(interval.from, bounds.from), until: Math.min(interval.until, bounds.until) };
}

/**
 * Where an instant stands among others.
 *
 * @param ordered from the earliest on
 * @returns the position of the last that is not after it; -1 before the first
 */
export function positionAt(ordered: readonly number[], instant: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
