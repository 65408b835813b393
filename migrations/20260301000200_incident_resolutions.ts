/**
 * Incidents are found by when they were resolved.
 */
import type { Knex } from 'knex';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'incidents', (t) => t.index(['site_id', 'resolved_at', 'id']));
}

export async function down(knex: Knex): Promise<void> {
  await alterTable(knex, 'incidents', (t) => t.dropIndex(['site_id', 'resolved_at', 'id']));
}
