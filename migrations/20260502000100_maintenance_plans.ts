/**
 * Plans of maintenance, their dates, and the plan that a maintenance is of.
 */
import type { Knex } from 'knex';
import { addedReference, dropParts } from './columns/changes.ts';
import {
  alterTable,
  choice,
  createTable,
  dropTable,
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
  maintenance_plans: {
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
  plan_occurrences: {
    skip_reason: [
      'previous_open',
      'closed_day',
      'out_of_season',
      'decommissioned',
      'paused',
      'canceled',
      'manual',
      'overtaken',
    ],
    punctuality: ['early', 'on_time', 'late'],
    state: ['scheduled', 'open', 'done', 'skipped'],
    foreseen: ['out_of_season', 'closed_day'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'maintenance_plans', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name', 255).notNullable();
    reference(t, 'material_id', 'materials').notNullable();
    t.boolean('active').notNullable();
    choice(t, 'schedule');
    t.date('starts_on').notNullable();
    t.string('due_time', 5).notNullable();
    choice(t, 'frequency');
    t.integer('every').notNullable();
    t.integer('month_day').nullable();
    t.integer('nth').nullable();
    t.string('nth_weekday', 32).nullable();
    t.date('ends_on').nullable();
    t.integer('max_occurrences').nullable();
    choice(t, 'on_closed_day');
    t.string('season_from', 5).nullable();
    t.string('season_until', 5).nullable();
    t.integer('lead_days').notNullable();
    t.integer('tolerance_days').nullable();
    choice(t, 'when_open');
    choice(t, 'catch_up');
    choice(t, 'type');
    choice(t, 'priority');
    choice(t, 'realization');
    t.text('description').nullable();
    t.integer('estimated_minutes').nullable();
    t.string('rrule', 255).nullable();
    moment(t, 'next_due_at').nullable();
    moment(t, 'next_generation_at').nullable();
    moment(t, 'last_completed_at').nullable();
    t.string('weekday_list', 50).nullable();
    searchText(t, knex);

    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'next_due_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['name_key', 'id']);
    t.index(['material_id', 'id']);
    t.index(['site_id', 'active', 'on_closed_day', 'id']); // The dates that closed days may move.
    t.index(['next_generation_at', 'id']); // The dates that are due, at any site.
  });
  await addSearchIndex(knex, 'maintenance_plans');
  await createTable(knex, 'plan_occurrences', (t) => {
    resource(t, 'site_id');
    site(t);
    reference(t, 'maintenance_plan_id', 'maintenance_plans', 'CASCADE').notNullable();
    reference(t, 'material_id', 'materials').notNullable();
    t.integer('sequence').notNullable();
    moment(t, 'original_due_at').notNullable();
    moment(t, 'due_at').notNullable();
    moment(t, 'window_from').notNullable();
    moment(t, 'window_until').notNullable();
    t.string('skip_reason', 32).nullable();
    t.text('note').nullable();
    reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    moment(t, 'completed_at').nullable();
    t.string('punctuality', 32).nullable();
    choice(t, 'state');
    t.date('rule_day').notNullable();
    t.integer('rule_number').notNullable();
    t.string('foreseen', 32).nullable();
    moment(t, 'generated_at').nullable();
    moment(t, 'ended_at').nullable();

    t.unique(['maintenance_plan_id', 'sequence']);
    t.index(['maintenance_plan_id', 'state', 'window_until']);
    t.index(['maintenance_plan_id', 'due_at', 'id']);
    t.index(['site_id', 'due_at', 'id']);
    t.index(['site_id', 'sequence', 'id']);
    t.index(['site_id', 'state', 'due_at', 'id']);
    t.index(['site_id', 'skip_reason', 'due_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['due_at', 'id']);
    t.index(['material_id', 'id']);
    t.index(['site_id', 'original_due_at', 'id']);
    t.index(['maintenance_id', 'id']);
  });
  await alterTable(knex, 'maintenances', (t) => {
    moment(t, 'due_at').nullable();
    t.integer('estimated_minutes').nullable();
    addedReference(t, knex, 'maintenance_plan_id', 'maintenance_plans');
    t.index(['site_id', 'due_at', 'id']);
    t.index(['maintenance_plan_id', 'site_id', 'id']);
  });
  await createTable(knex, 'maintenance_plan_weekdays', (t) => {
    reference(t, 'maintenance_plan_id', 'maintenance_plans', 'CASCADE').notNullable();
    t.string('weekday', 100).notNullable();

    t.primary(['maintenance_plan_id', 'weekday']);
    t.index(['weekday', 'maintenance_plan_id']);
  });
  await createTable(knex, 'maintenance_plan_operators', (t) => {
    reference(t, 'maintenance_plan_id', 'maintenance_plans', 'CASCADE').notNullable();
    reference(t, 'user_id', 'users').notNullable();

    t.primary(['maintenance_plan_id', 'user_id']);
    t.index(['user_id', 'maintenance_plan_id']);
  });
  await createTable(knex, 'maintenance_plan_companies', (t) => {
    reference(t, 'maintenance_plan_id', 'maintenance_plans', 'CASCADE').notNullable();
    reference(t, 'company_id', 'companies').notNullable();

    t.primary(['maintenance_plan_id', 'company_id']);
    t.index(['company_id', 'maintenance_plan_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'maintenance_plan_companies');
  await dropTable(knex, 'maintenance_plan_operators');
  await dropTable(knex, 'maintenance_plan_weekdays');
  await dropParts(knex, 'maintenances', {
    indexes: [
      ['site_id', 'due_at', 'id'],
      ['maintenance_plan_id', 'site_id', 'id'],
    ],
    columns: ['maintenance_plan_id', 'estimated_minutes', 'due_at'],
  });
  await dropTable(knex, 'plan_occurrences');
  await dropSearchIndex(knex, 'maintenance_plans');
  await dropTable(knex, 'maintenance_plans');
}
