/** The other needs of tables: that other tables exist, and indexes to find their rows. */

import type { Table } from '../../engine/database/dialect/tables.ts';
import type { ExpectedColumn } from '../../engine/features/schema/expected.ts';
import { type NeededIndex, sameNames, type TableComparison } from '../../engine/features/schema/feature.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';

/** Whether a column takes rows without a value whose field is required. Copies of columns are filled by `npm run reindex`. */
export function mayLackValues({ column, nullable }: ExpectedColumn, table: Table): boolean {
  return !nullable && !isCopied(column, table) && table.columns.get(column)?.nullable === true;
}

/** Whether a column is a copy or the rank of another one. */
export function isCopied(column: string, { columns }: Table): boolean {
  if (columns.get(column)?.copies) return true;
  const of = /^(\w+)_(?:key|rank)$/.exec(column)?.[1];
  return of !== undefined && columns.has(of);
}

/** The table, or null if it or one of the columns is missing, which is reported. */
export function requireColumns(
  { schema, report }: TableComparison,
  key: string,
  name: string,
  columns: readonly string[],
): Table | null {
  const table = schema.get(name);
  if (!table) {
    report(key, `there is no table “${name}”.`, 'Create it in a migration.');
    return null;
  }
  const missing = columns.filter((column) => !table.columns.has(column));
  for (const column of missing) {
    report(
      key,
      `the table “${name}” has no column “${column}”.`,
      `It has: ${[...table.columns.keys()].join(', ')}.`,
    );
  }
  return missing.length === 0 ? table : null;
}

/** Reports if no index of an existing table begins with one of the sets of columns; the remedy names the first set. */
export function requireIndex(
  { schema, report }: TableComparison,
  { table, key, problem }: { readonly table: string; readonly key: string; readonly problem: string },
  beginnings: readonly [readonly string[], ...(readonly string[])[]],
): void {
  const { columns: all, indexes } = schema.get(table) ?? { columns: new Map(), indexes: [] };
  const serves = (beginning: readonly string[]): boolean =>
    indexes.some(({ columns }) => sameNames(columns.slice(0, beginning.length), beginning));
  if (beginnings.some(serves)) return;
  const columns = all.has('id') ? [...beginnings[0], 'id'] : beginnings[0];
  reportMissing(report, key, problem, { table, columns, unique: false });
}

/** Reports an index that is not there. */
export function reportMissing(
  report: TableComparison['report'],
  key: string,
  problem: string,
  needs: NeededIndex,
): void {
  const kind = needs.unique ? 'unique' : 'index';
  report(key, problem, `Add it in a migration: \`t.${kind}([${listNames(needs.columns)}])\`.`, needs);
}
