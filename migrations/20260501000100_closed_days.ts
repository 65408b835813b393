/**
 * The days on which sites work: the hours of their weekdays, and the days on which they are closed. Each order of a list also has
 * an index for the headquarters, where it covers every site, because people fill these tables in by hand.
 */
import type { Knex } from 'knex';
import {
  createTable,
  dropTable,
  rankedChoice,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

/** The values that these columns may have from now on. */
export const values = {
  working_hours: { weekday: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'working_hours', (t) => {
    resource(t, 'site_id');
    site(t);
    t.string('name', 255).notNullable();
    rankedChoice(t, 'weekday', values.working_hours.weekday);
    t.string('from', 5).notNullable();
    t.string('until', 5).notNullable();

    t.unique(['site_id', 'weekday', 'from']);
    t.index(['site_id', 'weekday_rank', 'id']);
    t.index(['weekday_rank', 'id']);
    t.index(['site_id', 'from', 'id']);
    t.index(['from', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
  });
  await createTable(knex, 'closures', (t) => {
    resource(t, 'site_id');
    site(t);
    t.date('day').notNullable();
    sortedText(t, 'name').notNullable();
    searchText(t, knex);

    t.unique(['site_id', 'day']);
    t.index(['site_id', 'day', 'id']);
    t.index(['day', 'id']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['name_key', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
  });
  await addSearchIndex(knex, 'closures');
}

export async function down(knex: Knex): Promise<void> {
  await dropSearchIndex(knex, 'closures');
  await dropTable(knex, 'closures');
  await dropTable(knex, 'working_hours');
}
