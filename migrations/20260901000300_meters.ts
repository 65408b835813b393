/** Meters of materials and their readings, and the incidents that their limits make. */
import type { Knex } from 'knex';
import { addedReference, dropParts } from './columns/changes.ts';
import {
  alterTable,
  choice,
  copyWith,
  createTable,
  decimal,
  dropTable,
  markWhere,
  moment,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

/** The values that these columns may have from now on. */
export const values = {
  meter_readings: {
    crossed: ['above', 'below'],
    band: ['above', 'high', 'either', 'low', 'below'],
    alarm: ['above', 'below'],
  },
  meters: {
    kind: ['counter', 'gauge'],
    severity: ['low', 'medium', 'high', 'critical'],
    alarm: ['above', 'below'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'meters', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name', 255).notNullable();
    reference(t, 'material_id', 'materials').notNullable();
    choice(t, 'kind');
    t.string('unit', 20).notNullable();
    t.boolean('active').notNullable();
    decimal(t, 'max_per_day', 3).nullable();
    decimal(t, 'above', 3).nullable();
    decimal(t, 'below', 3).nullable();
    decimal(t, 'deadband', 3).notNullable();
    choice(t, 'severity');
    decimal(t, 'last_value', 3).nullable();
    moment(t, 'last_read_at').nullable();
    decimal(t, 'total', 3).nullable();
    decimal(t, 'average_per_day', 3).nullable();
    t.string('alarm', 32).nullable();
    searchText(t, knex);

    t.unique(['material_id', 'name']);
    t.index(['material_id', 'name_key', 'id']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'last_read_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['name_key', 'id']);
  });
  await addSearchIndex(knex, 'meters');
  await createTable(knex, 'meter_readings', (t) => {
    resource(t, 'site_id');
    site(t);
    t.string('name', 255).notNullable();
    reference(t, 'meter_id', 'meters').notNullable();
    decimal(t, 'value', 3).notNullable();
    moment(t, 'read_at').notNullable();
    t.boolean('is_reset').notNullable();
    t.text('notes').nullable();
    reference(t, 'material_id', 'materials').notNullable();
    t.boolean('voided').notNullable();
    t.text('void_note').nullable();
    t.string('crossed', 32).nullable();
    decimal(t, 'total', 3).nullable();
    t.string('band', 32).nullable();
    t.string('alarm', 32).nullable();
    t.boolean('raised').notNullable();
    markWhere(t, 'where_voided_false', '`voided` in (0)');
    copyWith(t, 'meter_id', 'int unsigned', ['where_voided_false']);
    copyWith(t, 'read_at', 'datetime(3)', ['where_voided_false']);
    searchText(t, knex);

    t.unique(
      ['where_voided_false', 'meter_id_with_where_voided_false', 'read_at_with_where_voided_false'],
      'meter_readings_where_voided_false_meter_id_with__9e2bf8a1_unique',
    );
    t.index(['site_id', 'read_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['read_at', 'id']);
    t.index(['meter_id', 'voided', 'read_at', 'id']); // Neighbours in time, and how many there are.
    t.index(['meter_id', 'read_at', 'id']);
    t.index(['material_id', 'read_at', 'id']);
  });
  await addSearchIndex(knex, 'meter_readings');
  await alterTable(knex, 'incidents', (t) => {
    addedReference(t, knex, 'meter_id', 'meters');
    addedReference(t, knex, 'meter_reading_id', 'meter_readings');
    t.index(['meter_id', 'id']);
    t.index(['meter_reading_id', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'incidents', {
    indexes: [
      ['meter_id', 'id'],
      ['meter_reading_id', 'id'],
    ],
    columns: ['meter_reading_id', 'meter_id'],
  });
  await dropSearchIndex(knex, 'meter_readings');
  await dropTable(knex, 'meter_readings');
  await dropSearchIndex(knex, 'meters');
  await dropTable(knex, 'meters');
}
