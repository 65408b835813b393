/** Filters: they convert the text of a query parameter to a condition on rows. */

import { and, type Condition, or } from '../condition.ts';
import type { DerivedFacts } from '../kinds/facts.ts';
import { treeFilterName } from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { type Scalar, show } from '../kinds/scalars/scalar.ts';
import type { Actor } from '../policy.ts';
import type { Lines, Stored } from '../values.ts';
import { compileWhere } from './where.ts';

/** One filter of a resource. */
export interface FilterType {
  readonly name: string;
  readonly scalar: Scalar;
  readonly values?: readonly string[];
  readonly lines?: Lines;
  /** Whether `null` is an allowed value. */
  readonly nullable: boolean;
  /** Whether values can be compared as more or less. */
  readonly ordered: boolean;
  /** All possible values of a row, including null; null if a row has several, or they are unlimited. */
  readonly possible: readonly Stored[] | null;
  /** For a tree, its reference field: the filter finds a row and all below it. */
  readonly tree?: string;
  /** Rows whose value is any of these, for this viewer. */
  any(values: readonly Stored[], storedNow: string, viewer: Actor): Condition;
  /** Rows whose value meets a condition on its column. */
  at(test: Test): Condition;
}

/** A condition on a column. */
export type Test = (column: string) => Condition;

export interface FilterShape {
  readonly name: string;
  readonly scalar: Scalar;
  readonly values?: readonly string[];
  readonly nullable?: boolean;
  /** How many lines a text may have: one if it is not set. */
  readonly lines?: Lines;
}

/** A filter on a column of the row itself. */
export function columnFilter(shape: FilterShape, column: string): FilterType {
  const { scalar, values, nullable = false } = shape;
  const known = scalar.possible?.(values);
  return {
    ...shape,
    nullable,
    ordered: scalar.ordered !== undefined,
    possible: known ? [...known, ...(nullable ? [null] : [])] : null,
    any: (values) => anyOf(column, values),
    at: (test) => test(column),
  };
}

/**
 * A filter on values in other tables, with a condition made by the caller.
 * @param at finds the rows by a condition on the column of the single value, if there is one
 */
export function foreignFilter(
  shape: FilterShape,
  condition: (values: readonly Stored[], viewer: Actor) => Condition,
  at: FilterType['at'] = nowhere,
): FilterType {
  return {
    ...shape,
    nullable: shape.nullable ?? false,
    ordered: false,
    possible: null,
    any: (values, _storedNow, viewer) => condition(values, viewer),
    at,
  };
}

/** A filter that finds rows of a tree, and all rows below them. */
export function treeFilter(table: string, parent: string): FilterType {
  const shape = { name: treeFilterName, scalar: integer };
  const filter = foreignFilter(shape, (ids) => ({ op: 'descendantOf', table, parent, ids }));
  return { ...filter, tree: parent };
}

/** A filter on a derived field: its cases, each only if no earlier one holds. */
export function derivedFilter(
  name: string,
  facts: DerivedFacts,
  factsOf: Parameters<typeof compileWhere>[1],
): FilterType {
  return {
    name,
    scalar: facts.scalar,
    ...(facts.values && { values: facts.values }),
    nullable: false,
    ordered: false,
    possible: facts.scalar.possible?.(facts.values) ?? null,
    any: (values, storedNow) => {
      const cases = facts.cases.map(([, where]) => compileWhere(where, factsOf, storedNow));
      return or(
        ...values.map((stored) => {
          const alike = [...facts.cases.map(([value]) => value), facts.otherwise].flatMap((value, index) =>
            value === show(facts.scalar, stored) ? [index] : [],
          );
          return or(...alike.map((index) => caseOf(cases, index)));
        }),
      );
    },
    at: nowhere,
  };
}

/** The condition that a case holds and no earlier one does; for the index after the last, that none holds. */
function caseOf(cases: readonly Condition[], index: number): Condition {
  const before = cases.slice(0, index).map((of): Condition => ({ op: 'not', of }));
  const own = cases[index];
  return and(...before, ...(own ? [own] : []));
}

function nowhere(): Condition {
  throw new Error('The values of this filter stand in no single column.');
}

/** Rows whose column has any of the values, which may include null. */
export function anyOf(column: string, values: readonly Stored[]): Condition {
  const real = values.filter((value) => value !== null);
  const conditions: Condition[] = [];
  if (real.length > 0) conditions.push({ op: 'in', column, values: real });
  if (real.length < values.length) conditions.push({ op: 'null', column });
  return or(...conditions);
}

/** The stored value of a text in a query; undefined if it is not of this kind. */
export function parseFilterValue(filter: FilterShape, text: string): Stored | undefined {
  if (text === 'null' && filter.nullable) return null;
  return filter.scalar.query.parse(text, filter.values, filter.lines);
}
