/** Cleanings that come round together. */
import * as make from './columns/index.ts';

export const values = {
  cleaning_rounds: {
    type: ['daily', 'weekly', 'bimonthly', 'monthly', 'quarterly', 'biannual', 'annual', 'casual'],
    frequency: ['day', 'week', 'month', 'year'],
  },
  cleaning_round_weekdays: { weekday: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
};

export const { up, down } = make.migrationOf({
  cleaning_rounds: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name').notNullable();
    make.reference(t, 'zone_id', 'zones').nullable();
    for (const column of ['type', 'frequency']) make.choice(t, column);
    t.boolean('active').notNullable();
    t.date('starts_on').notNullable();
    t.string('due_time', 5).notNullable();
    t.integer('every').notNullable();
    make.moment(t, 'next_due_at').nullable();
    t.string('weekday_list', 50).nullable();
    make.searchText(t, knex);

    make.orders(t, ['site_id'], 'name_key', 'next_due_at', 'created_at');
    make.orders(t, [], 'name_key', 'next_due_at', 'created_at');
    t.index(['site_id', 'active', 'name_key', 'id']);
    t.index(['zone_id', 'name_key', 'id']);
  },
  cleaning_round_materials: (t) =>
    make.pairs(t, ['cleaning_round_id', 'cleaning_rounds'], ['material_id', 'materials'], 'CASCADE'),
  cleaning_round_weekdays: (t) => {
    make.reference(t, 'cleaning_round_id', 'cleaning_rounds', 'CASCADE').notNullable();
    make.choice(t, 'weekday');

    t.primary(['cleaning_round_id', 'weekday']);
  },
});
