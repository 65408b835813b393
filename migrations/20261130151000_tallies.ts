/** Counts of rows, updated when rows are written: entries that are summed and never changed, and a `mark` with the sum of former ones. */
import type { Knex } from 'knex';
import * as make from './columns/index.ts';

const table = make.migrationOf({
  tallies: (t) => {
    t.bigIncrements('id');
    t.string('list', 160).notNullable();
    t.integer('n').notNullable();
    t.boolean('mark').notNullable();

    // Sums are read from the index only.
    t.index(['list', 'mark', 'n']);
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
