/** The charges of companies for maintenances. */
import type { Knex } from 'knex';
import { createTable, dropTable, money, reference, resource, searchText, site } from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'service_costs', (t) => {
    resource(t, 'site_id');
    site(t);
    reference(t, 'maintenance_id', 'maintenances').notNullable();
    reference(t, 'company_id', 'companies').notNullable();
    money(t, 'amount').notNullable();
    t.date('incurred_on').notNullable();
    t.string('invoice_number', 100).nullable();
    t.text('notes').nullable();
    searchText(t, knex);

    t.index(['maintenance_id', 'id']);
    t.index(['site_id', 'incurred_on', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['incurred_on', 'id']);
    t.index(['company_id', 'site_id']);
  });
  await addSearchIndex(knex, 'service_costs');
}

export async function down(knex: Knex): Promise<void> {
  await dropSearchIndex(knex, 'service_costs');
  await dropTable(knex, 'service_costs');
}
