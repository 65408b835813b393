/** The request and the content of a chart, before it is drawn. */
import type { Report, Tone } from '../service/metadata.ts';
import type { Window } from './window.ts';

export type Chart = Report['charts'][number];

/** The filters of all charts on a page. */
type Filters = Readonly<Record<string, string>>;

export interface Asked {
  readonly report: Report;
  readonly chart: Chart;
  readonly window: Window;
  readonly filters: Filters;
  /** Id of the report's row. */
  readonly id?: number | undefined;
}

export type Draw = 'line' | 'steps' | 'columns' | 'bars' | 'pareto';

/** The category of values: a month, a place, a state. */
export interface Category {
  readonly key: string;
  readonly label: string;
  readonly tone?: Tone | undefined;
  /** The link to the rows behind its values. */
  readonly to?: string | undefined;
}

export interface Series {
  readonly label: string;
  /** One for each category; null if unknown, which is not zero. */
  readonly values: readonly (number | null)[];
  /** Its numbers as text, if the format differs from others of the chart. */
  tell?(value: number): string;
}

export interface Charted {
  readonly draw: Draw;
  readonly categories: readonly Category[];
  /** Several columns or bars are stacked. The second series of a pareto is the cumulative share, from 0 to 1. */
  readonly series: readonly Series[];
  /** Comparison lines. */
  readonly lines?: readonly { readonly label: string; readonly value: number }[];
  /** Whether its numbers are whole. */
  readonly whole?: boolean;
  /** A number as text. */
  tell(value: number): string;
}

/** Whether its bars are horizontal. */
export const isLying = ({ draw }: Pick<Charted, 'draw'>): boolean => draw === 'bars' || draw === 'pareto';

/** The stacked series, and the running ones. */
export function seriesOf({ draw, series }: Charted): {
  readonly own: readonly Series[];
  readonly running: Series | undefined;
} {
  if (draw !== 'pareto') return { own: series, running: undefined };
  const [first, second] = series;
  return { own: first ? [first] : [], running: second };
}

/** The number of its first series that are columns or bars; all others are lines. */
export const filledOf = (chart: Charted): number =>
  chart.draw === 'columns' || isLying(chart) ? seriesOf(chart).own.length : 0;

/** Whether there is nothing to draw: columns and bars of zero are invisible, but a line at zero is not. */
export function isEmpty(chart: Charted): boolean {
  const isFilled = filledOf(chart) > 0;
  return chart.series.every(({ values }) =>
    values.every((value) => value === null || (isFilled && value === 0)),
  );
}
