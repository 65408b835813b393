/** Pages by the last row seen instead of an offset: every page costs the same, however far down it is. */
import { always, and, type Comparison, type Condition, never } from '../condition.ts';
import type { OrderBy } from '../request/plan.ts';
import type { Stored } from '../values.ts';

/**
 * All rows, as ranges that follow one another in an order: those whose first value is null stand before the others upwards
 * and after them downwards. Rows of a range are in order as they stand in an index.
 */
export function allRanges([first]: readonly OrderBy[]): Condition[] {
  if (!first || first.column === 'id' || first.computed) return [always];
  const nulls = isNone(first);
  const values: Condition = { op: 'not', of: nulls };
  return first.descending ? [values, nulls] : [nulls, values];
}

/**
 * The rows that come after a row in an order, as such ranges: first those that are like it but for the last column, at
 * the end those that differ in the first. Each is one stretch of an index; joined by OR an index would help with none.
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

/** What comes after a value of one column, null before every value upwards and after it downwards. */
function further(key: OrderBy, value: Stored): Condition[] {
  const isNull = isNone(key);
  if (value === null) return key.descending ? [] : [{ op: 'not', of: isNull }];
  if (!key.descending) return [sortCondition(key, 'gt', value)];
  const lower = sortCondition(key, 'lt', value);
  return key.column === 'id' || key.computed ? [lower] : [lower, isNull];
}

/** A condition on what rows are put in order by. */
function sortCondition({ column, computed, from }: OrderBy, op: Comparison, value: Stored): Condition {
  if (computed) return { op: 'computed', sql: computed, comparison: op, value };
  if (!from) return { op, column, value };
  const where: Condition = { op, column: from.column, value };
  return { op: 'exists', table: from.table, foreign: 'id', column: from.reference, where };
}

/** What a row refers to is always called something: it has none where it refers to nothing. */
function isNone({ column, computed, from }: OrderBy): Condition {
  return computed ? never : { op: 'null', column: from?.reference ?? column };
}
