/** What a chart is asked for, and what it shows, before anything is drawn. */
import type { Report, Tone } from '../service/metadata.ts';
import type { Window } from './window.ts';

export type Chart = Report['charts'][number];

/** What is asked of all pictures of a page: filters of lists. */
type Filters = Readonly<Record<string, string>>;

export interface Asked {
  readonly report: Report;
  readonly chart: Chart;
  readonly window: Window;
  readonly filters: Filters;
  /** Of the row that it is on. */
  readonly id?: number | undefined;
}

export type Draw = 'line' | 'steps' | 'columns' | 'bars' | 'pareto';

/** What values are told of: a month, a place, a state. */
export interface Category {
  readonly key: string;
  readonly label: string;
  readonly tone?: Tone | undefined;
  /** Where the rows are behind its values. */
  readonly to?: string | undefined;
}

export interface Series {
  readonly label: string;
  /** One for each category; null where nothing is known, which is not zero. */
  readonly values: readonly (number | null)[];
  /** A number of it as people read it, where that differs from the others of the chart. */
  tell?(value: number): string;
}

export interface Charted {
  readonly draw: Draw;
  readonly categories: readonly Category[];
  /** Several stand on each other as columns and bars. Of a pareto the second is the running share, from 0 to 1. */
  readonly series: readonly Series[];
  /** Levels to compare with. */
  readonly lines?: readonly { readonly label: string; readonly value: number }[];
  /** Whether its numbers are whole. */
  readonly whole?: boolean;
  /** A number of it as people read it. */
  tell(value: number): string;
}

/** Whether its categories lie below each other. */
export const isLying = ({ draw }: Pick<Charted, 'draw'>): boolean => draw === 'bars' || draw === 'pareto';

/** Those that stand on each other, and what runs along with them. */
export function seriesOf({ draw, series }: Charted): {
  readonly own: readonly Series[];
  readonly running: Series | undefined;
} {
  if (draw !== 'pareto') return { own: series, running: undefined };
  const [first, second] = series;
  return { own: first ? [first] : [], running: second };
}

/** How many of its series are columns or bars, the first ones; all others are lines. */
export const filledOf = (chart: Charted): number =>
  chart.draw === 'columns' || isLying(chart) ? seriesOf(chart).own.length : 0;

/** Whether there is nothing to draw: columns and bars of zero are not there to see, while a line at zero tells something. */
export function isEmpty(chart: Charted): boolean {
  const isFilled = filledOf(chart) > 0;
  return chart.series.every(({ values }) =>
    values.every((value) => value === null || (isFilled && value === 0)),
  );
}
