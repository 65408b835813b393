/**
 * Indexes to find rows by the end of their warranty, by their next cleaning, by the type of a movement, and by the record of a
 * journal entry. The ids of records differ more than the names of resources, so one index serves both filters together and the
 * first one alone.
 */
import type { Knex } from 'knex';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'materials', (t) => {
    t.index(['site_id', 'warranty_until', 'id']);
    t.index(['site_id', 'next_cleaning_at', 'id']);
  });
  await alterTable(knex, 'activities', (t) => {
    t.dropIndex(['resource', 'record_id', 'id']);
    t.index(['record_id', 'resource', 'id']);
  });
  await alterTable(knex, 'item_movements', (t) => t.index(['site_id', 'type', 'moved_at', 'id']));
}

export async function down(knex: Knex): Promise<void> {
  await alterTable(knex, 'item_movements', (t) => t.dropIndex(['site_id', 'type', 'moved_at', 'id']));
  await alterTable(knex, 'activities', (t) => {
    t.dropIndex(['record_id', 'resource', 'id']);
    t.index(['resource', 'record_id', 'id']);
  });
  await alterTable(knex, 'materials', (t) => {
    t.dropIndex(['site_id', 'next_cleaning_at', 'id']);
    t.dropIndex(['site_id', 'warranty_until', 'id']);
  });
}
