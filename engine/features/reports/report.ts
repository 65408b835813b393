/** Computed answers of a definition, beside lists and views: to a GET, with the same permissions, filters and search. */

import type { Condition } from '../../condition.ts';
import type { HookContext, OtherRows, RowAt } from '../../definition/hooks.ts';
import type { DefinitionOperation, OwnPermission } from '../../definition/own/permission.ts';
import type { ActionInput, Fields } from '../../definition/types.ts';
import type { English, Message } from '../../message.ts';
import type { Static } from '../../typebox.ts';

type Groups = GroupBy | undefined;

/** The chosen group; null if it is optional and left out. */
type ChosenBy<B> =
  B extends GroupBy<infer C> ? C | (B extends { required: true } | { default: string } ? never : null) : null;

/** The context of a report. It reads and changes nothing. */
export interface ReportContext<I = Fields, W = boolean, B = Groups>
  extends Pick<HookContext, 'db' | 'actor' | 'now' | 'services'> {
  /** The row of the path; null for a report on the collection. */
  readonly id: number | null;
  /** The rows of the resource that match its filters and search, among those that the user may list. */
  readonly where: Condition;
  /** The parameters, valid by `input`. */
  readonly input: ActionInput<I>;
  /** The days of the report; null if it declares no `window`. */
  readonly window: W extends true ? Window : null;
  /** The chosen group; null for all rows together. */
  readonly by: ChosenBy<B>;
  /** Every period of the window, if the group is a period; else empty. */
  readonly periods: readonly PeriodOfWindow[];
  /**
   * The value of `by` for each row that matches `where`, by the row's id; for `by=id` the id itself. It takes one statement, even
   * if called several times. For a period, and without `by`, every value is null.
   *
   * @param terms `each` if every value gets a row of the answer: then too many are refused here, before their figures are computed
   * @throws Failure `validation_failed` on `by` for too many
   */
  groups(terms?: { readonly each?: boolean }): Promise<ReadonlyMap<number, unknown>>;
  /**
   * The position of each value of `by` in the order of counts, for figures that depend on the order of the groups. No further
   * statement.
   */
  places(): Promise<ReadonlyMap<unknown, number>>;
  /**
   * Rows of the resource at a path, independent of the user's permissions: the report is responsible for what it shows of them.
   */
  rows<P extends string>(path: P): Pick<OtherRows<RowAt<P>>, 'find' | 'has'>;
  rows<R extends { readonly id: number }>(path: string): Pick<OtherRows<R>, 'find' | 'has'>;
}

/** Values under the names of fields. */
type Answered<A extends Fields> = { readonly [K in keyof A]: Static<A[K]> };

/** The figures of a group. For all rows together, the value is null. */
type GroupRow<A extends Fields> = { readonly value: unknown } & Answered<A>;

/** The result of `run`. */
type Answers<A extends Fields, B> = B extends GroupBy
  ? readonly GroupRow<A>[]
  : Answered<A> | readonly Answered<A>[];

/** Computes the answer of a report without groups. */
type Later<A extends Fields> = () => Promise<Answers<A, undefined>>;

/** `GET /things/NAME`, or `GET /things/{id}/NAME` for one row: `{data}`, or CSV. Declare it with `report`. */
export interface Report<
  I extends Fields = Fields,
  A extends Fields = Fields,
  W extends boolean = boolean,
  B extends Groups = Groups,
> {
  readonly on: 'row' | 'collection';
  /** Default: the permission of a view, or of a list. */
  readonly permission?: DefinitionOperation | OwnPermission;
  /**
   * It also works for a row that is not saved: `POST /things/NAME` with the body and permission of a create, `POST
   * /things/{id}/NAME` with those of an update. The row is written with all checks, the report runs, and the write is rolled
   * back.
   */
  readonly unsaved?: true;
  /** The text of its button or tab. Default: from its name. */
  readonly label?: English;
  /** What it reports, in one sentence. */
  readonly summary: English;
  /** Its parameters. One that is neither nullable nor has a default is required. */
  readonly input?: I;
  /** It is about a range of days, `from` to `until`: at most 3,660. */
  readonly window?: W;
  /**
   * Its possible groups. With them it answers a list of `{value, label, …figures}`, with the labels and order of counts, and
   * takes `by`, `sort` and `limit`.
   */
  readonly by?: B;
  /** Groups keep the order in which `run` returns them, instead of the order of counts. */
  readonly ordered?: true;
  /** The fields of the answer. */
  readonly answer: A;
  /** The answer is a list, without groups. */
  readonly many?: boolean;
  /** The figures of the answer that give the bounds of another figure: the lower one, and the upper one. */
  readonly bounds?: Readonly<
    Partial<Record<keyof A & string, readonly [keyof A & string, keyof A & string]>>
  >;
  /** The rows that its figures count, if these are not all rows that the list shows for a group. */
  readonly behind?: RowsBehind;
  /** How clients draw it. */
  readonly charts?: readonly Chart<keyof A & string>[];
  /**
   * Returns the answer. With `by`: one row for each group that occurs. With `periods`: one row for each period. Without a group:
   * a single row. Each has the `value` of its group. The order matters only if the report is `ordered`.
   *
   * A long computation without groups is returned as a function. It runs without the database: for a row that is not saved, the
   * write is rolled back before, and others can write.
   */
  run(context: ReportContext<I, W, B>): Promise<Answers<A, B> | (B extends GroupBy ? never : Later<A>)>;
  /**
   * The answer in a sentence, returned beside it as `summary`.
   *
   * @param told the result of `run`, always as a list; empty if that is computed later
   */
  says?(context: ReportContext<I, W, B>, told: readonly Answered<A>[]): Message | Promise<Message>;
}

declare module '../../definition/definition.ts' {
  interface FeatureKeys<F extends Fields> {
    /** Computed answers beside lists and views, by the last part of their path. */
    readonly reports?: Readonly<Record<string, Report>>;
  }
}

/** The permission that a report needs. */
export function reportPermission({ permission, on }: Report): DefinitionOperation | OwnPermission {
  return permission ?? (on === 'row' ? 'view' : 'list');
}

/** Declares a report. Its `run` is typed by its parameters and its answer. */
export function report<
  const I extends Fields,
  const A extends Fields,
  const W extends boolean = false,
  const B extends Groups = undefined,
>(own: Report<I, A, W, B>): Report {
  return own;
}

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
