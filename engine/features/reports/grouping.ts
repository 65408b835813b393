/** What the engine reads, labels and draws for a report: its days, its groups, its charts. */
import type { English } from '../../message.ts';

/** Days of the site: `until` is not included. */
export interface Window {
  readonly from: string;
  readonly until: string;
}

/** The periods by which a report can group its window. */
export const reportPeriods = ['month', 'week', 'day'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** A period, cut to the window. `value` is its first day within the window. */
export interface PeriodOfWindow extends Window {
  readonly value: string;
}

/** The possible groups of a report. */
export interface GroupBy<Choice extends string = string> {
  /** `month`, `week`, `day`; for rows `id`, and filters of the list of which each row has one value. */
  readonly choices: readonly Choice[];
  /** The group is required. Otherwise a report without it is about all rows together. */
  readonly required?: true;
  readonly default?: NoInfer<Choice>;
}

/** How a chart is drawn. */
export const drawings = ['line', 'steps', 'columns', 'bars', 'pareto'] as const;

/** A chart of a report's answer. */
export interface Chart<Figure extends string = string> {
  readonly title: English;
  readonly draw: (typeof drawings)[number];
  /** The figures that are drawn, all of one unit. Several `columns` are stacked. */
  readonly y: readonly Figure[];
  /** The parameters of the report, beside the window. */
  readonly input?: Readonly<Record<string, string | number | boolean>>;
  /** A target value. */
  readonly target?: number;
  /** Fields of the row whose values are drawn as horizontal lines. */
  readonly lines?: readonly string[];
  /** The rows for which it is drawn: field of the row with few values → the values for which it is drawn. Default: all rows. */
  readonly when?: Readonly<Record<string, readonly (string | boolean)[]>>;
}

/**
 * How the list finds the rows that a figure counts, in addition to the value of the group. For links from a figure to its rows.
 */
export interface RowsBehind {
  /** Filters of the list with few values → the values that such rows have. */
  readonly where?: Readonly<Record<string, readonly (string | boolean)[]>>;
  /** The filter by day or moment that decides whether a row is in the window. */
  readonly within?: string;
  /** For figures by period: the rows of another resource that they count in each period. */
  readonly periods?: Readonly<Record<string, RowsOfPeriod>>;
}

/** How the list of a resource finds the rows that a figure counts in a period. */
export interface RowsOfPeriod {
  /** Last part of the URL of the resource. */
  readonly path: string;
  /** Its filter by day or moment that decides whether a row is in the period. */
  readonly within: string;
  /**
   * Its filter by the day or moment at which a row ends, null while it lasts; `within` is then its start. The rows are those of
   * which a part is in the period.
   */
  readonly until?: string;
  /** With `until`: only the rows that last beyond the end of the period. */
  readonly still?: true;
  /** Its filter that takes the row of the report. */
  readonly of?: string;
  /** Its filters with few values → the values that such rows have. */
  readonly where?: Readonly<Record<string, readonly (string | boolean)[]>>;
  /** Its filter by a field that such rows have filled in, and others may not. */
  readonly filled?: string;
  /** Not each of these rows counts as one: some count together, or not at all. Clients then link to them beside the number. */
  readonly among?: true;
}
