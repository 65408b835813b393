/** Places in the order of a list: the value that a row is ordered by, and the row's id. */
import { and, type Condition, or } from '../condition.ts';
import type { DatabaseRow } from '../database/query.ts';

/** The row that stands there need not be there any more. */
export interface Position {
  readonly key: string;
  readonly rowId: number;
}

/** Before every row. */
export const start: Position = { key: '', rowId: 0 };

/** The place in a row of the table of entries, or in one read like it. */
export function placeIn({ k, row_id: rowId }: DatabaseRow): Position {
  return { key: String(k), rowId: Number(rowId) };
}

/** Rows that stand at a place or after it, by the columns that hold the value and the id. */
export function fromPlace(column: string, id: string, { key, rowId }: Position): Condition {
  if (key === start.key && rowId === start.rowId) return and();
  // The first part alone is a stretch of an index; the second tells rows of one value apart.
  return and(
    { op: 'gte', column, value: key },
    or({ op: 'gt', column, value: key }, { op: 'gte', column: id, value: rowId }),
  );
}

/** Rows that stand before a place. */
export function beforePlace(column: string, id: string, { key, rowId }: Position): Condition {
  return and(
    { op: 'lte', column, value: key },
    or({ op: 'lt', column, value: key }, { op: 'lt', column: id, value: rowId }),
  );
}
