/** Spare parts and consumables, and the materials they fit. `current_stock` is the sum of the movements. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  items: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name').notNullable();
    make.sortedText(t, 'reference', 100).nullable();
    t.text('description').nullable();
    t.string('unit', 20).notNullable();
    make.reference(t, 'company_id', 'companies').nullable();
    t.string('company_reference', 100).nullable();
    make.money(t, 'current_price').notNullable();
    t.integer('current_stock').notNullable().defaultTo(0);
    for (const column of ['warning_stock', 'critical_stock']) t.integer(column).nullable();
    make.copyWith(t, 'site_id', 'int unsigned', ['reference']);
    make.searchText(t, knex);

    t.unique(['site_id', 'name']);
    t.unique(['reference', 'site_id_with_reference']);
    make.orders(t, ['site_id'], 'name_key', 'reference_key', 'current_stock', 'current_price', 'created_at');
    t.index(['name_key', 'id']);
    t.index(['company_id', 'name_key', 'id']);
    t.index(['company_id', 'site_id']); // Whether a company occurs at a site.
  },
  item_materials: (t) => make.pairs(t, ['item_id', 'items'], ['material_id', 'materials'], 'CASCADE'),
});
