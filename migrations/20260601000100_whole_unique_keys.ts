/**
 * Unique rules with a value that may be missing: from now on their indexes have all of a row's values, or none. They refuse the
 * same rows as before. With half of the values, as before, rows without the other half blocked each other on a Galera cluster
 * that is written to on two nodes.
 */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable, copyWith } from './columns/index.ts';

/** Tables with the values that are unique at a site. */
const rules = [
  ['materials', 'serial_number'],
  ['items', 'reference'],
] as const;

export async function up(knex: Knex): Promise<void> {
  for (const [table, column] of rules) {
    await alterTable(knex, table, (t) => {
      copyWith(t, 'site_id', 'int unsigned', [column]);
      t.unique([column, `site_id_with_${column}`]);
    });
    // Afterwards: no moment is without the rule.
    await dropParts(knex, table, { uniques: [['site_id', column]] });
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, column] of rules) {
    await alterTable(knex, table, (t) => t.unique(['site_id', column]));
    await dropParts(knex, table, {
      uniques: [[column, `site_id_with_${column}`]],
      columns: [`site_id_with_${column}`],
    });
  }
}
