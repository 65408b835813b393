/**
 * Spare parts and consumables, and the materials they fit. `current_stock` is the sum of the movements.
 */
import type { Knex } from 'knex';
import {
  createTable,
  dropTable,
  money,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'items', (t) => {
    resource(t);
    site(t);
    sortedText(t, 'name').notNullable();
    sortedText(t, 'reference', 100).nullable();
    t.text('description').nullable();
    t.string('unit', 20).notNullable();
    reference(t, 'company_id', 'companies').nullable();
    t.string('company_reference', 100).nullable();
    money(t, 'current_price').notNullable();
    t.integer('current_stock').notNullable().defaultTo(0);
    t.integer('warning_stock').nullable();
    t.integer('critical_stock').nullable();
    searchText(t, knex);

    t.unique(['site_id', 'name']);
    t.unique(['site_id', 'reference']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['name_key', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'reference_key', 'id']);
    t.index(['site_id', 'current_stock', 'id']);
    t.index(['site_id', 'current_price', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['company_id', 'name_key', 'id']);
  });
  await createTable(knex, 'item_materials', (t) => {
    reference(t, 'item_id', 'items', 'CASCADE').notNullable();
    reference(t, 'material_id', 'materials', 'CASCADE').notNullable();
    t.primary(['item_id', 'material_id']);

    t.index(['material_id', 'item_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'item_materials');
  await dropTable(knex, 'items');
}
