/** What a definition computes beside lists and views: answered to a GET, with their permissions, filters and search. */

import type { Condition } from '../../condition.ts';
import type { English } from '../../message.ts';
import type { Static } from '../../typebox.ts';
import type { HookContext, OtherRows, RowAt } from '../hooks.ts';
import type { ActionInput, Fields } from '../types.ts';
import type { DefinitionOperation, OwnPermission } from './permission.ts';

/** What a report is given. It looks, and changes nothing. */
export interface ReportContext<I = Fields> extends Pick<HookContext, 'db' | 'actor' | 'now' | 'services'> {
  /** The row that the path names; null for a report on the collection. */
  readonly id: number | null;
  /** Which rows of the resource its filters and search leave, within what the list would show. */
  readonly where: Condition;
  /** The parameters, valid by `input`. */
  readonly input: ActionInput<I>;
  /** Rows of the resource at a path, for any user: the service's own code answers for what it shows of them. */
  rows<P extends string>(path: P): Pick<OtherRows<RowAt<P>>, 'find' | 'has'>;
  rows<R extends { readonly id: number }>(path: string): Pick<OtherRows<R>, 'find' | 'has'>;
}

/** Values under the names of fields. */
type Answered<A extends Fields> = { readonly [K in keyof A]: Static<A[K]> };

/** `GET /things/NAME`, or `GET /things/{id}/NAME` of one row: `{data}`, or as CSV. Write it with `report`. */
export interface Report<I extends Fields = Fields, A extends Fields = Fields> {
  readonly on: 'row' | 'collection';
  /** By default what a view asks for, or a list. */
  readonly permission?: DefinitionOperation | OwnPermission;
  /**
   * Whether it is there for a row that is not saved, too: `POST /things/NAME` with the body of a create and its permission.
   * The row is made with all the checks of a create, reported on, and undone.
   */
  readonly unsaved?: true;
  /** What stands on its button or tab; from its name where nothing is said. */
  readonly label?: English;
  /** What it tells, in a sentence. */
  readonly summary: English;
  /** Its parameters; one that is neither nullable nor has a default is required. */
  readonly input?: I;
  /** What is answered. */
  readonly answer: A;
  /** Whether a list of such is answered. */
  readonly many?: boolean;
  run(context: ReportContext<I>): Promise<Answered<A> | readonly Answered<A>[]>;
}

/** The permission that a report asks for. */
export function reportPermission({ permission, on }: Report): DefinitionOperation | OwnPermission {
  return permission ?? (on === 'row' ? 'view' : 'list');
}

/** Declares a report: its `run` is typed by its own parameters and answer. */
export function report<const I extends Fields, const A extends Fields>(own: Report<I, A>): Report {
  return own;
}
