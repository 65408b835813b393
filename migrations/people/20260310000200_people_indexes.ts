/**
 * The indexes of `20260201000200_search_indexes`, `20260201000300_filter_indexes` and `20260310000100_occurrence_indexes`,
 * without other tables.
 */
import type { Knex } from 'knex';
import { alterTable } from '../columns/index.ts';
import { addSearchIndex, dropSearchIndex } from '../columns/search.ts';

const searched = ['users', 'sites', 'roles'];

export async function up(knex: Knex): Promise<void> {
  for (const table of searched) await addSearchIndex(knex, table);
  // First the new indexes: a foreign key is never without one.
  await alterTable(knex, 'activities', (t) => {
    t.index(['record_id', 'resource', 'id']);
    t.index(['created_by_id', 'site_id']);
    t.index(['user_id', 'site_id']);
  });
  await alterTable(knex, 'activities', (t) => {
    t.dropIndex(['resource', 'record_id', 'id']);
    t.dropIndex(['created_by_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await alterTable(knex, 'activities', (t) => {
    t.index(['created_by_id']);
    t.index(['resource', 'record_id', 'id']);
  });
  await alterTable(knex, 'activities', (t) => {
    t.dropIndex(['user_id', 'site_id']);
    t.dropIndex(['created_by_id', 'site_id']);
    t.dropIndex(['record_id', 'resource', 'id']);
  });
  for (const table of searched.toReversed()) await dropSearchIndex(knex, table);
}
