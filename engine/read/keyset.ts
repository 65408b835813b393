/** Pages by the last row seen instead of an offset: every page costs the same, however far down it is. */
import { always, and, type Condition, eq, type Scalar } from '../condition.ts';
import type { Order } from '../request/plan.ts';

/**
 * All rows, as ranges that follow one another in an order: those whose first value is null stand before the others upwards
 * and after them downwards. Rows of a range are in order as they stand in an index.
 */
export function allRanges([first]: readonly Order[]): Condition[] {
  if (!first || first.column === 'id') return [always];
  const nulls: Condition = { op: 'null', column: first.column };
  const values: Condition = { op: 'not', of: nulls };
  return first.descending ? [values, nulls] : [nulls, values];
}

/**
 * The rows that come after a row in an order, as such ranges: first those that are like it but for the last column, at
 * the end those that differ in the first. Each is one stretch of an index; joined by OR an index would help with none.
 *
 * @param last values of the order's columns in that row, the id last
 */
export function rangesAfter(order: readonly Order[], last: readonly Scalar[]): Condition[] {
  const nearestFirst = [...order.entries()].reverse();
  return nearestFirst.flatMap(([index, one]) => {
    const same = order.slice(0, index).map(({ column }, at) => isValue(column, last[at] ?? null));
    return further(one, last[index] ?? null).map((condition) => and(...same, condition));
  });
}

function isValue(column: string, value: Scalar): Condition {
  return value === null ? { op: 'null', column } : eq(column, value);
}

/** What comes after a value of one column, null before every value upwards and after it downwards. */
function further({ column, descending }: Order, value: Scalar): Condition[] {
  const isNull: Condition = { op: 'null', column };
  if (value === null) return descending ? [] : [{ op: 'not', of: isNull }];
  if (!descending) return [{ op: 'gt', column, value }];
  const lower: Condition = { op: 'lt', column, value };
  return column === 'id' ? [lower] : [lower, isNull];
}
