/**
 * Rows are found by the end of their warranty, by their next cleaning, by what kind of movement they are, and by the record
 * that an entry of the journal is about. The ids of records differ more than the names of resources do: one index serves
 * both filters together and the first alone.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('materials', (t) => {
    t.index(['site_id', 'warranty_until', 'id']);
    t.index(['site_id', 'next_cleaning_at', 'id']);
  });
  await knex.schema.alterTable('activities', (t) => {
    t.dropIndex(['resource', 'record_id', 'id']);
    t.index(['record_id', 'resource', 'id']);
  });
  await knex.schema.alterTable('item_movements', (t) => t.index(['site_id', 'type', 'moved_at', 'id']));
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('item_movements', (t) => t.dropIndex(['site_id', 'type', 'moved_at', 'id']));
  await knex.schema.alterTable('activities', (t) => {
    t.dropIndex(['record_id', 'resource', 'id']);
    t.index(['resource', 'record_id', 'id']);
  });
  await knex.schema.alterTable('materials', (t) => {
    t.dropIndex(['site_id', 'next_cleaning_at', 'id']);
    t.dropIndex(['site_id', 'warranty_until', 'id']);
  });
}
