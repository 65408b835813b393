/**
 * Counts of rows, updated when rows are written: entries that are summed and never changed. `k` and `row_id` are the place of a
 * row in the order of a list. The `n` of a `mark` counts the rows from there to the next mark.
 */
import type { Knex } from 'knex';
import * as make from './columns/index.ts';

const table = make.migrationOf({
  tallies: (t) => {
    t.bigIncrements('id');
    t.string('list', 160).notNullable();
    t.string('k', 511).notNullable();
    t.integer('row_id').unsigned().notNullable();
    t.integer('n').notNullable();
    t.boolean('mark').notNullable();

    // Sums and places are read from the index only.
    t.index(['list', 'k', 'row_id', 'mark', 'n']);
  },
});

export const { up } = table;

/** The triggers that write there go as well: without the table no row could be written. */
export async function down(knex: Knex): Promise<void> {
  const triggers: { readonly name: string }[] = make.isMySQL(knex)
    ? await knex('information_schema.triggers')
        .whereRaw('trigger_schema = database()')
        .where('trigger_name', 'like', 'tally\\_%')
        .select({ name: 'trigger_name' })
    : await knex('sqlite_master').where({ type: 'trigger' }).whereLike('name', 'tally%').select('name');
  for (const { name } of triggers) await knex.raw('drop trigger ??', [name]);
  await table.down(knex);
}
