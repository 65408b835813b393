/** Brings the folded copies of texts in line with the texts themselves. */

import type { Knex } from 'knex';
import { eq } from '../../engine/condition.ts';
import { highestId } from '../../engine/database/dialect/facts.ts';
import { query, update } from '../../engine/database/query.ts';
import { quote } from '../../engine/database/sql.ts';
import { foldedColumns } from '../../engine/model/folded.ts';
import type { Resource } from '../../engine/model/resource.ts';

/** Rows read at a time. */
const chunk = 500;

/**
 * Writes the folded copies of every row that has others. They are no data: neither versions nor times change.
 *
 * @returns how many rows were changed
 */
export async function reindex(db: Knex, resource: Resource): Promise<number> {
  let changed = 0;
  let last = 0;
  for (;;) {
    const rows = await readRows(db, resource, last);
    for (const row of rows) {
      const stale = staleCopies(resource, row);
      if (stale.length === 0) continue;
      await update(db, resource.table, Object.fromEntries(stale), eq('id', Number(row.id)));
      changed += 1;
    }
    const end = rows.at(-1);
    if (!end) return changed;
    last = Number(end.id);
  }
}

/** How many rows have copies that are missing or of other texts, and whether each row was looked at. */
interface StaleRows {
  readonly stale: number;
  readonly whole: boolean;
}

/**
 * Counts the rows that `reindex` would change.
 *
 * @param most about how many rows are read at most: of a table with more those that are spread all over it
 */
export async function countStale(db: Knex, resource: Resource, most: number): Promise<StaleRows> {
  if (Object.keys(foldedColumns(resource, {}, () => true)).length === 0) return { stale: 0, whole: true };
  const highest = await highestId(db, resource.table);
  const step = Math.max(chunk, Math.ceil(highest / Math.ceil(most / chunk)));
  let stale = 0;
  for (let after = 0; after < highest; after += step) {
    const rows = await readRows(db, resource, after, after + step);
    stale += rows.filter((row) => staleCopies(resource, row).length > 0).length;
  }
  return { stale, whole: step === chunk };
}

type Row = Readonly<Record<string, unknown>>;

function readRows(
  db: Knex,
  { table }: Resource,
  after: number,
  end = Number.MAX_SAFE_INTEGER,
): Promise<readonly Row[]> {
  const id = quote('id');
  return query(db, {
    text: `select * from ${quote(table)} where ${id} > ? and ${id} <= ? order by ${id} limit ?`,
    bindings: [after, end, chunk],
  });
}

/** The columns whose copies are wrong, with the right values. */
function staleCopies(resource: Resource, row: Row) {
  const copies = Object.entries(foldedColumns(resource, row, () => true));
  return copies.filter(([column, value]) => (row[column] ?? null) !== value);
}
