/**
 * Pieces of equipment, their state and their cleaning plan. `last_cleaning_at` and `next_cleaning_at`
 * follow the cleanings.
 */
import type { Knex } from 'knex';
import {
  createTable,
  dropTable,
  moment,
  money,
  rankedChoice,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  materials: {
    status: ['operational', 'degraded', 'standby', 'down', 'decommissioned'],
    criticality: ['low', 'medium', 'high', 'critical'],
    cleaning_unit: ['day', 'week', 'month'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'materials', (t) => {
    resource(t);
    site(t);
    sortedText(t, 'name').notNullable();
    reference(t, 'zone_id', 'zones').notNullable();
    t.text('description').nullable();
    rankedChoice(t, 'status', values.materials.status);
    rankedChoice(t, 'criticality', values.materials.criticality);
    t.string('manufacturer', 255).nullable();
    t.string('model', 255).nullable();
    t.string('serial_number', 100).nullable();
    t.date('in_service_date').nullable();
    t.date('warranty_until').nullable();
    money(t, 'purchase_price').nullable();
    t.integer('cleaning_every').nullable();
    t.string('cleaning_unit', 32).nullable();
    moment(t, 'last_cleaning_at').nullable();
    moment(t, 'next_cleaning_at').nullable();
    searchText(t, knex);

    t.unique(['zone_id', 'name']);
    t.unique(['site_id', 'serial_number']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['name_key', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'status_rank', 'id']);
    t.index(['site_id', 'criticality_rank', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['site_id', 'last_cleaning_at', 'id']);
    t.index(['site_id', 'status', 'name_key', 'id']);
    t.index(['site_id', 'criticality', 'name_key', 'id']);
    t.index(['zone_id', 'name_key', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'materials');
}
