/** Pages by the last row seen instead of an offset: every page costs the same, however far down it is. */
import { always, and, type Condition, eq } from '../condition.ts';
import type { OrderBy } from '../request/plan.ts';
import type { Stored } from '../values.ts';

/**
 * All rows, as ranges that follow one another in an order: those whose first value is null stand before the others upwards
 * and after them downwards. Rows of a range are in order as they stand in an index.
 */
export function allRanges([first]: readonly OrderBy[]): Condition[] {
  if (!first || first.column === 'id') return [always];
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
  return value === null ? isNone(key) : sortCondition(key, (column) => eq(column, value));
}

/** What comes after a value of one column, null before every value upwards and after it downwards. */
function further(key: OrderBy, value: Stored): Condition[] {
  const { column, descending } = key;
  const isNull = isNone(key);
  if (value === null) return descending ? [] : [{ op: 'not', of: isNull }];
  if (!descending) return [sortCondition(key, (name) => ({ op: 'gt', column: name, value }))];
  const lower = sortCondition(key, (name) => ({ op: 'lt', column: name, value }));
  return column === 'id' ? [lower] : [lower, isNull];
}

/** A condition on what rows are put in order by. */
function sortCondition({ column, from }: OrderBy, test: (column: string) => Condition): Condition {
  if (!from) return test(column);
  return { op: 'exists', table: from.table, foreign: 'id', column: from.reference, where: test(from.column) };
}

/** What a row refers to is always called something: it has none where it refers to nothing. */
function isNone({ column, from }: OrderBy): Condition {
  return { op: 'null', column: from?.reference ?? column };
}
