/** Readings of meters. Of those that are not void, a meter has one at each moment. */
import * as make from './columns/index.ts';

export const values = {
  meter_readings: {
    crossed: ['above', 'below'],
    band: ['above', 'high', 'either', 'low', 'below'],
    alarm: ['above', 'below'],
  },
};

export const { up, down } = make.migrationOf({
  meter_readings: (t, knex) => {
    make.siteResource(t);
    t.string('name', 255).notNullable();
    make.reference(t, 'meter_id', 'meters').notNullable();
    make.decimal(t, 'value', 3).notNullable();
    make.moment(t, 'read_at').notNullable();
    for (const column of ['is_reset', 'voided', 'raised']) t.boolean(column).notNullable();
    for (const column of ['notes', 'void_note']) t.text(column).nullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    for (const column of ['crossed', 'band', 'alarm']) t.string(column, 32).nullable();
    make.decimal(t, 'total', 3).nullable();
    make.markWhere(t, 'where_voided_false', '`voided` in (0)');
    make.copyWith(t, 'meter_id', 'int unsigned', ['where_voided_false']);
    make.copyWith(t, 'read_at', 'datetime(3)', ['where_voided_false']);
    make.searchText(t, knex);

    t.unique(
      ['where_voided_false', 'meter_id_with_where_voided_false', 'read_at_with_where_voided_false'],
      'meter_readings_where_voided_false_meter_id_with__9e2bf8a1_unique',
    );
    make.orders(t, ['site_id'], 'read_at', 'created_at');
    t.index(['read_at', 'id']);
    t.index(['meter_id', 'voided', 'read_at', 'id']); // Neighbours in time, and how many there are.
    for (const column of ['meter_id', 'material_id']) t.index([column, 'read_at', 'id']);
    for (const filter of ['voided', 'crossed']) t.index(['site_id', filter, 'read_at', 'id']);
  },
});
