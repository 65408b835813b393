/** Plans of maintenance, by the calendar, by a counter, or by either. */
import * as make from './columns/index.ts';

export const values = {
  maintenance_plans: {
    basis: ['calendar', 'meter', 'either'],
    schedule: ['fixed', 'floating'],
    frequency: ['day', 'week', 'month', 'year'],
    nth_weekday: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    on_closed_day: ['keep', 'before', 'after', 'skip'],
    when_open: ['skip', 'stack'],
    catch_up: ['next', 'last', 'all'],
    type: ['preventive', 'predictive', 'inspection', 'improvement'],
    priority: ['low', 'medium', 'high', 'urgent'],
    realization: ['internal', 'external', 'both'],
  },
  maintenance_plan_weekdays: { weekday: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
};

export const { up, down } = make.migrationOf({
  maintenance_plans: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name', 255).notNullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    make.reference(t, 'procedure_id', 'procedures').nullable();
    t.boolean('active').notNullable();
    t.string('basis', 32).notNullable().defaultTo('calendar');
    make.reference(t, 'meter_id', 'meters').nullable();
    for (const column of ['every_units', 'tolerance_units', 'next_due_units'])
      make.decimal(t, column, 3).nullable();
    make.decimal(t, 'lead_units', 3).notNullable().defaultTo(0);
    for (const column of ['schedule', 'on_closed_day', 'when_open', 'catch_up', 'type', 'priority'])
      make.choice(t, column);
    t.date('starts_on').notNullable();
    t.string('due_time', 5).notNullable();
    for (const column of ['frequency', 'nth_weekday']) t.string(column, 32).nullable();
    for (const column of ['every', 'lead_days']) t.integer(column).notNullable();
    for (const column of ['month_day', 'nth', 'max_occurrences', 'tolerance_days', 'estimated_minutes'])
      t.integer(column).nullable();
    t.date('ends_on').nullable();
    for (const column of ['season_from', 'season_until']) t.string(column, 5).nullable();
    make.choice(t, 'realization');
    t.text('description').nullable();
    t.string('rrule', 255).nullable();
    for (const column of ['next_due_at', 'next_generation_at', 'last_completed_at'])
      make.moment(t, column).nullable();
    t.string('weekday_list', 50).nullable();
    make.searchText(t, knex);

    make.orders(t, ['site_id'], 'name_key', 'next_due_at', 'created_at');
    make.orders(t, [], 'name_key', 'material_id', 'meter_id', 'procedure_id');
    t.index(['site_id', 'active', 'on_closed_day', 'id']); // The dates that closed days may move.
    t.index(['next_generation_at', 'id']); // The dates that are due, at any site.
  },
  maintenance_plan_weekdays: (t) => {
    make.reference(t, 'maintenance_plan_id', 'maintenance_plans', 'CASCADE').notNullable();
    t.string('weekday', 100).notNullable();

    t.primary(['maintenance_plan_id', 'weekday']);
    t.index(['weekday', 'maintenance_plan_id']);
  },
  maintenance_plan_operators: (t) =>
    make.pairs(t, ['maintenance_plan_id', 'maintenance_plans'], ['user_id', 'users']),
  maintenance_plan_companies: (t) =>
    make.pairs(t, ['maintenance_plan_id', 'maintenance_plans'], ['company_id', 'companies']),
});
