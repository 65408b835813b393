/**
 * Sites. `headquarters_slot` is 1 on the headquarters and NULL elsewhere: its unique index keeps a second headquarters out, also when
 * two writers race.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  sites: (t, knex) => {
    make.resource(t);
    make.sortedText(t, 'name').notNullable();
    t.boolean('is_headquarters').notNullable().defaultTo(0);
    t.tinyint('headquarters_slot').nullable();
    t.string('timezone', 64).notNullable().defaultTo('UTC');
    for (const column of ['email', 'office_phone', 'cell_phone', 'address', 'zip_code', 'country'])
      t.string(column, 255).nullable();
    make.sortedText(t, 'city').nullable();
    t.boolean('requires_failure_codes').notNullable().defaultTo(0);
    // Whether the status of its materials begins and ends stops.
    t.boolean('status_tracks_downtime').notNullable().defaultTo(1);
    t.integer('maintenance_hours_per_week').nullable();
    make.searchText(t, knex);

    for (const column of ['name', 'headquarters_slot']) t.unique([column]);
    make.orders(t, [], 'name_key', 'city_key', 'created_at');
  },
});
