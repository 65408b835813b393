/**
 * Arithmetic with intervals of time in whole milliseconds. Returned lists are sorted, and their intervals neither overlap nor
 * touch.
 */

/** From an instant, inclusive, to another, exclusive. */
export interface Interval {
  readonly from: number;
  readonly until: number;
}

/** The union of intervals in any order. Touching intervals are merged; empty ones are dropped. */
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
 * The difference of two lists of intervals.
 *
 * @param intervals from `union`
 * @param without likewise
 */
export function subtract(intervals: readonly Interval[], without: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let next = 0;
  for (const { from, until } of intervals) {
    let start = from;
    while ((without[next]?.until ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    // One that extends beyond this interval also affects the following one, so it is examined again.
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

/** The intersection of two intervals; if it is empty, an interval that ends before it begins. */
export function within(interval: Interval, bounds: Interval): Interval {
  return { from: Math.max(interval.from, bounds.from), until: Math.min(interval.until, bounds.until) };
}

/**
 * The position of an instant in a list.
 *
 * @param ordered ascending
 * @returns the index of the last one that is not after it; -1 before the first
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
