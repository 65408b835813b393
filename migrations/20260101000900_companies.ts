/**
 * Suppliers of items and providers of maintenance; a company may be both.
 */
import type { Knex } from 'knex';
import {
  choice,
  createTable,
  dropTable,
  reference,
  resource,
  searchText,
  sortedText,
} from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  company_types: {
    type: ['item_provider', 'maintenance_provider'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'companies', (t) => {
    resource(t);
    sortedText(t, 'name').notNullable();
    t.text('description').nullable();
    t.string('email', 255).nullable();
    t.string('phone', 255).nullable();
    t.string('address', 500).nullable();
    searchText(t, knex);

    t.unique(['name']);
    t.index(['name_key', 'id']);
    t.index(['created_at', 'id']);
  });
  await createTable(knex, 'company_types', (t) => {
    reference(t, 'company_id', 'companies', 'CASCADE').notNullable();
    choice(t, 'type');
    t.primary(['company_id', 'type']);

    t.index(['type', 'company_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'company_types');
  await dropTable(knex, 'companies');
}
