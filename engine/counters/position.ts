/** Positions in the order of a list: the value of the sort column, and the row's id. */
import { and, type Condition, or } from '../condition.ts';
import type { DatabaseRow } from '../database/query.ts';

/** The row at the position may no longer exist. */
export interface Position {
  readonly key: string;
  readonly rowId: number;
}

/** Before every row. */
export const start: Position = { key: '', rowId: 0 };

/** The position in a row of the table of entries, or of a similar select. */
export function placeIn({ k, row_id: rowId }: DatabaseRow): Position {
  return { key: String(k), rowId: Number(rowId) };
}

/** Rows at a position or after it, by the columns with the value and the id. */
export function fromPlace(column: string, id: string, { key, rowId }: Position): Condition {
  if (key === start.key && rowId === start.rowId) return and();
  // The first part alone is a range of an index; the second distinguishes rows with the same value.
  return and(
    { op: 'gte', column, value: key },
    or({ op: 'gt', column, value: key }, { op: 'gte', column: id, value: rowId }),
  );
}

/** Rows before a position. */
export function beforePlace(column: string, id: string, { key, rowId }: Position): Condition {
  return and(
    { op: 'lte', column, value: key },
    or({ op: 'lt', column, value: key }, { op: 'lt', column: id, value: rowId }),
  );
}
