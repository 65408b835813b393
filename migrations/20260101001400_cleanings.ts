/**
 * Cleanings done on materials.
 */
import type { Knex } from 'knex';
import {
  createTable,
  dropTable,
  moment,
  rankedChoice,
  reference,
  resource,
  searchText,
  site,
} from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  cleanings: {
    type: ['daily', 'weekly', 'bimonthly', 'monthly', 'quarterly', 'biannual', 'annual', 'casual'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'cleanings', (t) => {
    resource(t);
    site(t);
    t.string('name', 255).notNullable();
    reference(t, 'material_id', 'materials').notNullable();
    rankedChoice(t, 'type', values.cleanings.type);
    t.text('description').nullable();
    moment(t, 'cleaned_at').notNullable();
    searchText(t, knex);

    t.index(['site_id', 'cleaned_at', 'id']);
    t.index(['cleaned_at', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'type_rank', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['site_id', 'type', 'cleaned_at', 'id']);
    t.index(['material_id', 'cleaned_at', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'cleanings');
}
