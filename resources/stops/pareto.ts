/** Finds the few groups that cause most failures: counted in whole numbers and milliseconds, rounded once, at the end. */
import { inSlices, sortedInSlices } from '../../engine/index.ts';
import { hours, quotient } from '../reliability/figures.ts';
import { type Interval, union } from '../reliability/intervals.ts';

/** The measures of the comparison. */
export const measures = ['failures', 'down_hours'] as const;
export type Measure = (typeof measures)[number];

/** The failures of a group, and their stops. */
export class FailureGroup {
  readonly #failures = new Set<number>();
  readonly #stops = new Map<number, Interval[]>();

  /** @param stop a stop of the failure, which is passed again with each of them; null for none */
  add(failure: number, material: number, stop: Interval | null): void {
    this.#failures.add(failure);
    if (!stop) return;
    const stops = this.#stops.get(material);
    if (stops) stops.push(stop);
    else this.#stops.set(material, [stop]);
  }

  /** The number of failures, and the downtime of their materials: overlapping stops of one material count once. */
  sums(): Record<Measure, number> {
    const stood = [...this.#stops.values()].flatMap(union);
    const down_hours = stood.reduce((total, { from, until }) => total + until - from, 0);
    return { failures: this.#failures.size, down_hours };
  }
}

/**
 * Groups, the largest first, each with its share and the cumulative share; null if the total is zero.
 *
 * @param places the position of each value among equal ones
 */
export async function paretoOf(
  groups: ReadonlyMap<unknown, FailureGroup>,
  measure: Measure,
  places: ReadonlyMap<unknown, number>,
) {
  const placeOf = (value: unknown) => places.get(value) ?? 0;
  const bars = await sortedInSlices(
    await inSlices(groups, ([value, group]) => ({ value, sums: group.sums() })),
    (a, b) => b.sums[measure] - a.sums[measure] || placeOf(a.value) - placeOf(b.value),
  );
  const total = bars.reduce((sum, { sums }) => sum + sums[measure], 0);
  let running = 0;
  return inSlices(bars, ({ value, sums }) => {
    running += sums[measure];
    return {
      value,
      failures: sums.failures,
      down_hours: hours(sums.down_hours),
      share: quotient(sums[measure], total, 6),
      cumulative: quotient(running, total, 6),
    };
  });
}
