/** Pages by the last row seen instead of an offset: every page costs the same, at any depth. */
import { always, and, type Comparison, type Condition, never } from '../condition.ts';
import type { OrderBy } from '../request/plan.ts';
import type { Stored } from '../values.ts';

/**
 * All rows, as consecutive ranges of an order. Rows whose first value is null come first in ascending order, and last in
 * descending order. Rows of a range are in the order of an index.
 */
export function allRanges([first]: readonly OrderBy[]): Condition[] {
  if (!first || first.column === 'id' || first.computed) return [always];
  const nulls = isNone(first);
  const values: Condition = { op: 'not', of: nulls };
  return first.descending ? [values, nulls] : [nulls, values];
}

/**
 * The rows after a given row in an order, as such ranges. The first range differs from the row only in the last column, the last
 * range in the first column. Each is one range of an index; joined by OR, no index would be used.
 *
 * @param last values of the order's columns in that row, the id last
 */
export function rangesAfter(order: readonly OrderBy[], last: readonly Stored[]): Condition[] {
  const nearestFirst = [...order.entries()].reverse();
  return nearestFirst.flatMap(([index, one]) => {
    const same = order.slice(0, index).map((key, at) => isValue(key, last[at] ?? null));
    return further(one, last[index] ?? null).map((condition) => and(...same, condition));
  });
}

function isValue(key: OrderBy, value: Stored): Condition {
  return value === null ? isNone(key) : sortCondition(key, 'eq', value);
}

/**
 * The rows after a value of one column. Null is before every value in ascending order, and after every value in descending order.
 */
function further(key: OrderBy, value: Stored): Condition[] {
  const isNull = isNone(key);
  if (value === null) return key.descending ? [] : [{ op: 'not', of: isNull }];
  if (!key.descending) return [sortCondition(key, 'gt', value)];
  const lower = sortCondition(key, 'lt', value);
  return key.column === 'id' || key.computed ? [lower] : [lower, isNull];
}

/** A condition on a sort column. */
function sortCondition({ column, computed, from }: OrderBy, op: Comparison, value: Stored): Condition {
  if (computed) return { op: 'computed', sql: computed, comparison: op, value };
  if (!from) return { op, column, value };
  const where: Condition = { op, column: from.column, value };
  return { op: 'exists', table: from.table, foreign: 'id', column: from.reference, where };
}

/** A referenced row always has a name. A row without one has no reference. */
function isNone({ column, computed, from }: OrderBy): Condition {
  return computed ? never : { op: 'null', column: from?.reference ?? column };
}
