/** The charges of companies for maintenances. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  service_costs: (t, knex) => {
    make.siteResource(t);
    make.reference(t, 'maintenance_id', 'maintenances').notNullable();
    make.reference(t, 'company_id', 'companies').notNullable();
    make.money(t, 'amount').notNullable();
    t.date('incurred_on').notNullable();
    t.string('invoice_number', 100).nullable();
    t.text('notes').nullable();
    make.searchText(t, knex);

    make.orders(t, [], 'maintenance_id', 'incurred_on');
    make.orders(t, ['site_id'], 'incurred_on', 'created_at');
    t.index(['company_id', 'site_id']);
  },
});
