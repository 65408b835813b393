/** What a definition computes beside lists and views: answered to a GET, with their permissions, filters and search. */

import type { Condition } from '../../condition.ts';
import type { English, Message } from '../../message.ts';
import type { Static } from '../../typebox.ts';
import type { HookContext, OtherRows, RowAt } from '../hooks.ts';
import type { ActionInput, Fields } from '../types.ts';
import type { Chart, GroupBy, PeriodOfWindow, RowsBehind, Window } from './grouping.ts';
import type { DefinitionOperation, OwnPermission } from './permission.ts';

type Groups = GroupBy | undefined;

/** What is asked for; null where nothing need be. */
type ChosenBy<B> =
  B extends GroupBy<infer C> ? C | (B extends { required: true } | { default: string } ? never : null) : null;

/** What a report is given. It looks, and changes nothing. */
export interface ReportContext<I = Fields, W = boolean, B = Groups>
  extends Pick<HookContext, 'db' | 'actor' | 'now' | 'services'> {
  /** The row that the path names; null for a report on the collection. */
  readonly id: number | null;
  /** Which rows of the resource its filters and search leave, within what the list would show. */
  readonly where: Condition;
  /** The parameters, valid by `input`. */
  readonly input: ActionInput<I>;
  /** The days that it is asked for; null where it declares no `window`. */
  readonly window: W extends true ? Window : null;
  /** What its figures are told for each of; null for all rows together. */
  readonly by: ChosenBy<B>;
  /** Where that is a period, every one of the window; else none. */
  readonly periods: readonly PeriodOfWindow[];
  /**
   * The value of `by` that each row has which `where` leaves, by the row's id: of `id` the id itself. One statement, however
   * often it is asked. Of a period, and without `by`, every value is null.
   */
  groups(): Promise<ReadonlyMap<number, unknown>>;
  /** Where each value of `by` stands in the order of counts: for what follows from the order of groups. No further statement. */
  places(): Promise<ReadonlyMap<unknown, number>>;
  /** Rows of the resource at a path, for any user: the service's own code answers for what it shows of them. */
  rows<P extends string>(path: P): Pick<OtherRows<RowAt<P>>, 'find' | 'has'>;
  rows<R extends { readonly id: number }>(path: string): Pick<OtherRows<R>, 'find' | 'has'>;
}

/** Values under the names of fields. */
type Answered<A extends Fields> = { readonly [K in keyof A]: Static<A[K]> };

/** The figures of a group: those of all rows together have the value null. */
type GroupRow<A extends Fields> = { readonly value: unknown } & Answered<A>;

/** What `run` answers. */
type Answers<A extends Fields, B> = B extends GroupBy
  ? readonly GroupRow<A>[]
  : Answered<A> | readonly Answered<A>[];

/** `GET /things/NAME`, or `GET /things/{id}/NAME` of one row: `{data}`, or as CSV. Write it with `report`. */
export interface Report<
  I extends Fields = Fields,
  A extends Fields = Fields,
  W extends boolean = boolean,
  B extends Groups = Groups,
> {
  readonly on: 'row' | 'collection';
  /** By default what a view asks for, or a list. */
  readonly permission?: DefinitionOperation | OwnPermission;
  /**
   * Whether it is there for a row that is not saved, too: `POST /things/NAME` with the body of a create and its permission,
   * `POST /things/{id}/NAME` with that of an update. The row is written with all checks, reported on, and undone.
   */
  readonly unsaved?: true;
  /** What stands on its button or tab; from its name where nothing is said. */
  readonly label?: English;
  /** What it tells, in a sentence. */
  readonly summary: English;
  /** Its parameters; one that is neither nullable nor has a default is required. */
  readonly input?: I;
  /** Whether it tells of some days, which `from` and `until` name: at most 3,660. */
  readonly window?: W;
  /**
   * What its figures can be told for each of: it then answers a list of `{value, label, …figures}`, whose labels and order
   * are those of counts, and takes `by`, `sort` and `limit`.
   */
  readonly by?: B;
  /** Whether groups are told in the order that `run` answers them in, instead of that of counts. */
  readonly ordered?: true;
  /** What is answered. */
  readonly answer: A;
  /** Whether a list of such is answered, where nothing groups it. */
  readonly many?: boolean;
  /** The figures of the answer that tell between which numbers another one lies: the lower bound, and the upper one. */
  readonly bounds?: Readonly<
    Partial<Record<keyof A & string, readonly [keyof A & string, keyof A & string]>>
  >;
  /** Which rows its figures count, where those are not all that the list shows of a group. */
  readonly behind?: RowsBehind;
  /** How clients draw it. */
  readonly charts?: readonly Chart<keyof A & string>[];
  /**
   * What is answered. With `by` a row for each group that occurs, of each of `periods` one, and without a choice a single one:
   * each with the group's `value`, in any order but where it is `ordered`.
   */
  run(context: ReportContext<I, W, B>): Promise<Answers<A, B>>;
  /** The answer in a sentence, told beside it as `summary`. @param told what `run` answered, always as a list */
  says?(context: ReportContext<I, W, B>, told: readonly Answered<A>[]): Message | Promise<Message>;
}

/** The permission that a report asks for. */
export function reportPermission({ permission, on }: Report): DefinitionOperation | OwnPermission {
  return permission ?? (on === 'row' ? 'view' : 'list');
}

/** Declares a report: its `run` is typed by its own parameters and answer. */
export function report<
  const I extends Fields,
  const A extends Fields,
  const W extends boolean = false,
  const B extends Groups = undefined,
>(own: Report<I, A, W, B>): Report {
  return own;
}
