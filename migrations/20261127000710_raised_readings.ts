/**
 * Nothing counts readings that have raised an incident any more: meters keep that number.
 */
import type { Knex } from 'knex';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'meter_readings', (t) => t.dropIndex(['raised', 'id']));
}

export async function down(knex: Knex): Promise<void> {
  await alterTable(knex, 'meter_readings', (t) => t.index(['raised', 'id']));
}
