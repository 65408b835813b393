/** What the engine reads, labels and draws for a report: the days it is asked for, what its figures are grouped by, its charts. */
import type { English } from '../../message.ts';

/** Days of the site: `until` is not included. */
export interface Window {
  readonly from: string;
  readonly until: string;
}

/** The parts of a window that a report can tell one by one. */
export const reportPeriods = ['month', 'week', 'day'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** A period, cut to the window: `value` is its first day within it. */
export interface PeriodOfWindow extends Window {
  readonly value: string;
}

/** What the figures of a report can be told for each of. */
export interface GroupBy<Choice extends string = string> {
  /** `month`, `week`, `day`; of rows `id`, and filters of the list whose values they have one of. */
  readonly choices: readonly Choice[];
  /** Whether it has to be said; where it need not be, all rows are told together. */
  readonly required?: true;
  readonly default?: NoInfer<Choice>;
}

/** How a chart is drawn. */
export const drawings = ['line', 'steps', 'columns', 'bars', 'pareto'] as const;

/** A picture of what a report answers. */
export interface Chart<Figure extends string = string> {
  readonly title: English;
  readonly draw: (typeof drawings)[number];
  /** The figures that are drawn, all of one unit; several `columns` are stacked. */
  readonly y: readonly Figure[];
  /** What the report is asked with, beside the window. */
  readonly input?: Readonly<Record<string, string | number | boolean>>;
  /** A value that is aimed at. */
  readonly target?: number;
  /** Fields of the row whose values are drawn as lines across. */
  readonly lines?: readonly string[];
  /** Of which rows it is drawn: fields of the row that have few values, each with those with which it is. Of all without it. */
  readonly when?: Readonly<Record<string, readonly (string | boolean)[]>>;
}

/** How the list finds the rows that figures count, beside the value of what they are grouped by: for links from a figure to them. */
export interface RowsBehind {
  /** Filters of the list that have few values, each with those that such rows have. */
  readonly where?: Readonly<Record<string, readonly (string | boolean)[]>>;
  /** The filter by day or moment with which a row is in the window. */
  readonly within?: string;
}
