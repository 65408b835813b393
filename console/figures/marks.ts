/** The shapes for values, before layout: stacks, and lines with their gaps. */
import type { Series } from './charted.ts';

interface Piece {
  readonly category: number;
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** Stacks values: positive ones upwards, negative ones downwards. Unknown values are left out, and zeros beside other values. */
export function stack(series: readonly Series[]): Piece[] {
  const categories = series[0]?.values ?? [];
  return categories.flatMap((_, category) => {
    let [above, below] = [0, 0];
    const isEmpty = series.every(({ values }) => !values[category]);
    return series.flatMap(({ values }, index) => {
      const value = values[category] ?? null;
      if (value === null || (value === 0 && !isEmpty)) return [];
      const from = value < 0 ? below : above;
      if (value < 0) below += value;
      else above += value;
      return [{ category, series: index, from, to: from + value }];
    });
  });
}

/** The total of a category; null if all its values are unknown. */
export function totalOf(series: readonly Series[], category: number): number | null {
  const known = series.map(({ values }) => values[category] ?? null).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

interface Point {
  readonly at: number;
  readonly value: number;
}

/** Runs of consecutive known values: gaps are not bridged. */
export function runsOf(values: readonly (number | null)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1)?.at === at - 1) last.push({ at, value });
    else runs.push([{ at, value }]);
  }
  return runs;
}

type Place = (value: number) => number;

export const lineOf = (run: readonly Point[], x: Place, y: Place): string =>
  `M${run.map(({ at, value }) => `${x(at + 0.5)} ${y(value)}`).join('L')}`;

/** A value applies to its whole category. */
export const stepsOf = (run: readonly Point[], x: Place, y: Place): string =>
  run
    .map(({ at, value }, index) => `${index === 0 ? `M${x(at)} ${y(value)}` : `V${y(value)}`}H${x(at + 1)}`)
    .join('');
