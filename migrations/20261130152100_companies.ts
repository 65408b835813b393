/** Suppliers of items and providers of maintenance; a company may be both. */
import * as make from './columns/index.ts';

export const values = { company_types: { type: ['item_provider', 'maintenance_provider'] } };

export const { up, down } = make.migrationOf({
  companies: (t, knex) => {
    make.resource(t);
    make.sortedText(t, 'name').notNullable();
    t.text('description').nullable();
    for (const column of ['email', 'phone']) t.string(column, 255).nullable();
    t.string('address', 500).nullable();
    make.searchText(t, knex);

    t.unique(['name']);
    make.orders(t, [], 'name_key', 'created_at');
  },
  company_types: (t) => {
    make.reference(t, 'company_id', 'companies', 'CASCADE').notNullable();
    make.choice(t, 'type');

    t.primary(['company_id', 'type']);
    t.index(['type', 'company_id']);
  },
});
