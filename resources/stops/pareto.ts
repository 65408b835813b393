/** Which few groups of failures make most of them: counted in whole numbers and milliseconds, rounded once, at the end. */
import { hours, quotient } from '../reliability/figures.ts';
import { type Interval, union } from '../reliability/intervals.ts';

/** What the groups are compared by. */
export const measures = ['failures', 'down_hours'] as const;
export type Measure = (typeof measures)[number];

/** The failures of a group, and the stops that belong to them. */
export class FailureGroup {
  readonly #failures = new Set<number>();
  readonly #stops = new Map<number, Interval[]>();

  /** @param stop one of the failure, which is named again with each of them; null where it has none */
  add(failure: number, material: number, stop: Interval | null): void {
    this.#failures.add(failure);
    if (!stop) return;
    const stops = this.#stops.get(material);
    if (stops) stops.push(stop);
    else this.#stops.set(material, [stop]);
  }

  /** How many failures there are, and how long their materials stood: stops of one that overlap count once. */
  sums(): Record<Measure, number> {
    const stood = [...this.#stops.values()].flatMap(union);
    const down_hours = stood.reduce((total, { from, until }) => total + until - from, 0);
    return { failures: this.#failures.size, down_hours };
  }
}

/**
 * Groups with the most first, each with its share and that of all up to it; null where there is nothing to share.
 *
 * @param places where the value of each stands among equal ones
 */
export function paretoOf(
  groups: ReadonlyMap<unknown, FailureGroup>,
  measure: Measure,
  places: ReadonlyMap<unknown, number>,
) {
  const placeOf = (value: unknown) => places.get(value) ?? 0;
  const bars = [...groups]
    .map(([value, group]) => ({ value, sums: group.sums() }))
    .sort((a, b) => b.sums[measure] - a.sums[measure] || placeOf(a.value) - placeOf(b.value));
  const total = bars.reduce((sum, { sums }) => sum + sums[measure], 0);
  let running = 0;
  return bars.map(({ value, sums }) => {
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
