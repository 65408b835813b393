/** Brings the folded copies of texts in line with the texts themselves. */

import type { Knex } from 'knex';
import { eq } from '../condition.ts';
import { dialectOf, query, run, update } from '../database/query.ts';
import { quote } from '../database/sql.ts';
import { foldedColumns } from '../model/folded.ts';
import type { Resource } from '../model/resource.ts';

/** Rows read at a time. */
const chunk = 500;

/**
 * Writes the folded copies of every row that has others. They are no data: neither versions nor times change.
 *
 * @returns how many rows were changed
 */
export async function reindex(db: Knex, resource: Resource): Promise<number> {
  // First: an index that lacks a row refuses its changes.
  await rebuildSearchIndex(db, resource);
  let changed = 0;
  let last = 0;
  for (;;) {
    const rows = await query(db, {
      text: `select * from ${quote(resource.table)} where ${quote('id')} > ? order by ${quote('id')} limit ?`,
      bindings: [last, chunk],
    });
    for (const row of rows) {
      const copies = Object.entries(foldedColumns(resource, row, () => true));
      const stale = copies.filter(([column, value]) => (row[column] ?? null) !== value);
      if (stale.length === 0) continue;
      await update(db, resource.table, Object.fromEntries(stale), eq('id', Number(row.id)));
      changed += 1;
    }
    const end = rows.at(-1);
    if (!end) return changed;
    last = Number(end.id);
  }
}

/** One that does not follow its column by itself. */
async function rebuildSearchIndex(db: Knex, { search, table }: Resource): Promise<void> {
  const text = search === null ? null : dialectOf(db).rebuildSearch(table);
  if (text !== null) await run(db, { text, bindings: [] });
}
