/**
 * Pieces of equipment, their place in a tree, their state and their cleaning plan. `last_cleaning_at` and `next_cleaning_at` follow the
 * cleanings. The code on a machine is unique at its site, in upper or lower case.
 */
import * as make from './columns/index.ts';

export const values = {
  materials: {
    status: ['operational', 'degraded', 'standby', 'down', 'decommissioned'],
    criticality: ['low', 'medium', 'high', 'critical'],
    cleaning_unit: ['day', 'week', 'month'],
  },
};

export const { up, down } = make.migrationOf({
  materials: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name').notNullable();
    make.sortedText(t, 'code', 64).nullable();
    make.reference(t, 'zone_id', 'zones').notNullable();
    make.reference(t, 'parent_id', 'materials').nullable();
    make.reference(t, 'equipment_class_id', 'equipment_classes').nullable();
    t.text('description').nullable();
    make.rankedChoice(t, 'status', values.materials.status);
    make.rankedChoice(t, 'criticality', values.materials.criticality);
    for (const column of ['manufacturer', 'model']) t.string(column, 255).nullable();
    t.string('serial_number', 100).nullable();
    for (const column of ['in_service_date', 'warranty_until']) t.date(column).nullable();
    for (const column of ['purchase_price', 'replacement_value']) make.money(t, column).nullable();
    for (const column of ['decommissioned_at', 'last_cleaning_at', 'next_cleaning_at'])
      make.moment(t, column).nullable();
    t.integer('cleaning_every').nullable();
    t.string('cleaning_unit', 32).nullable();
    make.copyWith(t, 'site_id', 'int unsigned', ['serial_number']);
    make.copyWith(t, 'site_id', 'int unsigned', ['code_key']);
    make.searchText(t, knex);

    t.unique(['zone_id', 'name']);
    // Of all of a row's values or none: see `copyWith`.
    t.unique(['serial_number', 'site_id_with_serial_number']);
    t.unique(['code_key', 'site_id_with_code_key']);
    make.orders(t, ['site_id'], 'name_key', 'status_rank', 'criticality_rank', 'created_at');
    t.index(['name_key', 'id']);
    make.orders(t, ['site_id'], 'last_cleaning_at', 'warranty_until', 'next_cleaning_at');
    for (const filter of ['status', 'criticality']) t.index(['site_id', filter, 'name_key', 'id']);
    for (const column of ['zone_id', 'parent_id']) t.index([column, 'name_key', 'id']);
    t.index(['equipment_class_id', 'site_id', 'name_key', 'id']);
  },
});
