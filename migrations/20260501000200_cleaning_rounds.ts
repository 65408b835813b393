/**
 * Cleanings that come round together.
 */
import type { Knex } from 'knex';
import {
  alterTable,
  choice,
  createTable,
  dropTable,
  moment,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

/** The values that these columns may have from now on. */
export const values = {
  cleaning_rounds: {
    type: ['daily', 'weekly', 'bimonthly', 'monthly', 'quarterly', 'biannual', 'annual', 'casual'],
    frequency: ['day', 'week', 'month', 'year'],
  },
  cleaning_round_weekdays: { weekday: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'cleaning_rounds', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name').notNullable();
    reference(t, 'zone_id', 'zones').nullable();
    choice(t, 'type');
    t.boolean('active').notNullable();
    t.date('starts_on').notNullable();
    t.string('due_time', 5).notNullable();
    choice(t, 'frequency');
    t.integer('every').notNullable();
    moment(t, 'next_due_at').nullable();
    t.string('weekday_list', 50).nullable();
    searchText(t, knex);

    t.index(['site_id', 'name_key', 'id']);
    t.index(['name_key', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'next_due_at', 'id']);
    t.index(['next_due_at', 'id']);
    t.index(['site_id', 'active', 'name_key', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
    t.index(['zone_id', 'name_key', 'id']);
  });
  await addSearchIndex(knex, 'cleaning_rounds');
  await createTable(knex, 'cleaning_round_materials', (t) => {
    reference(t, 'cleaning_round_id', 'cleaning_rounds', 'CASCADE').notNullable();
    reference(t, 'material_id', 'materials', 'CASCADE').notNullable();
    t.primary(['cleaning_round_id', 'material_id']);

    t.index(['material_id', 'cleaning_round_id']);
  });
  await createTable(knex, 'cleaning_round_weekdays', (t) => {
    reference(t, 'cleaning_round_id', 'cleaning_rounds', 'CASCADE').notNullable();
    choice(t, 'weekday');
    t.primary(['cleaning_round_id', 'weekday']);
  });
  // The latest cleaning of a type of each material.
  await alterTable(knex, 'cleanings', (t) => {
    t.index(['material_id', 'type', 'cleaned_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await alterTable(knex, 'cleanings', (t) => {
    t.dropIndex(['material_id', 'type', 'cleaned_at']);
  });
  await dropTable(knex, 'cleaning_round_weekdays');
  await dropTable(knex, 'cleaning_round_materials');
  await dropSearchIndex(knex, 'cleaning_rounds');
  await dropTable(knex, 'cleaning_rounds');
}
