/** Plans that are due by a counter, and their dates. Existing plans follow the calendar only. */
import type { Knex } from 'knex';
import { changeColumn } from './columns/change.ts';
import { addedReference, dropParts } from './columns/changes.ts';
import { alterTable, decimal, isMySQL, moment } from './columns/index.ts';
import { hasColumn } from './columns/parts.ts';

/** The values that these columns may have from now on. */
export const values = {
  maintenance_plans: { basis: ['calendar', 'meter', 'either'] },
  plan_occurrences: { foreseen: ['out_of_season', 'closed_day', 'overtaken'] },
};

/** The moment of a date by meter is not known in advance. */
const moments = ['original_due_at', 'due_at', 'window_from', 'window_until'] as const;

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'maintenance_plans', (t) => {
    t.string('basis', 32).notNullable().defaultTo('calendar');
    addedReference(t, knex, 'meter_id', 'meters');
    decimal(t, 'every_units', 3).nullable();
    decimal(t, 'lead_units', 3).notNullable().defaultTo(0);
    decimal(t, 'tolerance_units', 3).nullable();
    decimal(t, 'next_due_units', 3).nullable();
    t.index(['meter_id', 'id']);
  });
  await changeColumn(knex, 'maintenance_plans', (t) => t.string('frequency', 32).nullable());
  await alterTable(knex, 'plan_occurrences', (t) => {
    decimal(t, 'due_units', 3).nullable();
    decimal(t, 'completed_units', 3).nullable();
    t.boolean('estimated').notNullable().defaultTo(0);
    t.integer('meter_id').nullable();
    decimal(t, 'tolerance_units', 3).nullable();
  });
  for (const column of moments) {
    await changeColumn(knex, 'plan_occurrences', (t) => moment(t, column).nullable());
  }
}

/** Plans by meter are switched off, and their dates go: without a column for their basis they would follow the calendar. */
async function leaveMeters(knex: Knex): Promise<void> {
  const byMeter = knex('maintenance_plans').whereNot('basis', 'calendar');
  await knex('plan_occurrences').whereIn('maintenance_plan_id', byMeter.clone().select('id')).delete();
  await byMeter
    .clone()
    .update({ active: false, frequency: knex.raw("coalesce(frequency, 'year')"), next_due_at: null });
}

export async function down(knex: Knex): Promise<void> {
  // A run that was killed has dropped the column as the last one.
  if (!isMySQL(knex) || (await hasColumn(knex, 'maintenance_plans', 'basis'))) await leaveMeters(knex);
  for (const column of moments) {
    await changeColumn(knex, 'plan_occurrences', (t) => moment(t, column).notNullable());
  }
  await dropParts(knex, 'plan_occurrences', {
    columns: ['tolerance_units', 'meter_id', 'estimated', 'completed_units', 'due_units'],
  });
  await changeColumn(knex, 'maintenance_plans', (t) => t.string('frequency', 32).notNullable());
  await dropParts(knex, 'maintenance_plans', {
    indexes: [['meter_id', 'id']],
    columns: ['next_due_units', 'tolerance_units', 'lead_units', 'every_units', 'meter_id', 'basis'],
  });
}
