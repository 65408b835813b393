/** Indexes to find meters by their alarm, and readings by the limit that they crossed and whether they are void. */
import type { Knex } from 'knex';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'meters', (t) => t.index(['site_id', 'alarm', 'name_key', 'id']));
  await alterTable(knex, 'meter_readings', (t) => {
    t.index(['site_id', 'voided', 'read_at', 'id']);
    t.index(['site_id', 'crossed', 'read_at', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await alterTable(knex, 'meter_readings', (t) => {
    t.dropIndex(['site_id', 'crossed', 'read_at', 'id']);
    t.dropIndex(['site_id', 'voided', 'read_at', 'id']);
  });
  await alterTable(knex, 'meters', (t) => t.dropIndex(['site_id', 'alarm', 'name_key', 'id']));
}
