/**
 * Incidents are found by when they were resolved.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('incidents', (t) => t.index(['site_id', 'resolved_at', 'id']));
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('incidents', (t) => t.dropIndex(['site_id', 'resolved_at', 'id']));
}
