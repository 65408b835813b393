/** Pages by the last row seen instead of an offset: every page costs the same, however far down it is. */
import { and, type Condition, eq, never, or, type Scalar } from './condition.ts';
import type { Order } from './read.ts';

/**
 * Rows that come after a row in an order. Null stands before every value upwards and after it downwards.
 *
 * @param last values of the order's columns in that row, the id last
 */
export function afterRow(order: readonly Order[], last: readonly Scalar[]): Condition {
  const later = order.map((_, index) => {
    const same = order.slice(0, index).map(({ column }, at) => isValue(column, last[at] ?? null));
    return and(...same, follows(order[index], last[index] ?? null));
  });
  const [first] = order;
  // Says once more, alone, what every branch implies: without it the index on the first column is not used.
  const bound = first ? notBefore(first, last[0] ?? null) : null;
  return bound ? and(bound, or(...later)) : or(...later);
}

function isValue(column: string, value: Scalar): Condition {
  return value === null ? { op: 'null', column } : eq(column, value);
}

function follows(order: Order | undefined, value: Scalar): Condition {
  if (!order) return never;
  const { column, descending } = order;
  if (value === null) return descending ? never : { op: 'not', of: { op: 'null', column } };
  if (!descending) return { op: 'gt', column, value };
  return or({ op: 'lt', column, value }, { op: 'null', column });
}

function notBefore({ column, descending }: Order, value: Scalar): Condition | null {
  if (value === null || descending) return null;
  return { op: 'gte', column, value };
}
