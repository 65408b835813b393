/** Writes rows into their tables. */
import type { Knex } from 'knex';
import type { Row, Tables } from './rows.ts';

/** Knex writes several rows for SQLite as one compound SELECT, which has at most 500 terms. */
const mostRows = 400;

/** Inserts table after table. The rows of a table all have the same columns. */
export async function insertTables(knex: Knex, tables: Tables): Promise<void> {
  for (const [table, rows] of tables) {
    for (const batch of batches(rows)) await knex(table).insert(batch);
  }
}

function batches(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / mostRows) }, (_, index) =>
    rows.slice(index * mostRows, (index + 1) * mostRows),
  );
}
