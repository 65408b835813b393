/** Meters of materials, with the number of their excursions: monitoring asks every few seconds. */
import * as make from './columns/index.ts';

export const values = {
  meters: {
    kind: ['counter', 'gauge'],
    severity: ['low', 'medium', 'high', 'critical'],
    alarm: ['above', 'below'],
  },
};

export const { up, down } = make.migrationOf({
  meters: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name', 255).notNullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    for (const column of ['kind', 'severity']) make.choice(t, column);
    t.string('unit', 20).notNullable();
    t.boolean('active').notNullable();
    for (const column of ['max_per_day', 'above', 'below', 'last_value', 'total', 'average_per_day'])
      make.decimal(t, column, 3).nullable();
    make.decimal(t, 'deadband', 3).notNullable();
    make.moment(t, 'last_read_at').nullable();
    t.string('alarm', 32).nullable();
    t.integer('excursions').notNullable().defaultTo(0);
    make.searchText(t, knex);

    t.unique(['material_id', 'name']);
    t.index(['material_id', 'name_key', 'id']);
    make.orders(t, ['site_id'], 'name_key', 'last_read_at', 'created_at');
    t.index(['name_key', 'id']);
    t.index(['site_id', 'alarm', 'name_key', 'id']);
  },
});
