/** The dates of plans. The moment of a date by meter is not known in advance. */
import * as make from './columns/index.ts';

export const values = {
  plan_occurrences: {
    skip_reason: [
      ...['previous_open', 'closed_day', 'out_of_season', 'decommissioned'],
      ...['paused', 'canceled', 'manual', 'overtaken'],
    ],
    punctuality: ['early', 'on_time', 'late'],
    state: ['scheduled', 'open', 'done', 'skipped'],
    foreseen: ['out_of_season', 'closed_day', 'overtaken'],
  },
};

export const { up, down } = make.migrationOf({
  plan_occurrences: (t) => {
    make.siteResource(t);
    make.reference(t, 'maintenance_plan_id', 'maintenance_plans', 'CASCADE').notNullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    for (const column of ['sequence', 'rule_number']) t.integer(column).notNullable();
    for (const column of ['original_due_at', 'due_at', 'window_from', 'window_until', 'completed_at'])
      make.moment(t, column).nullable();
    t.integer('meter_id').nullable();
    for (const column of ['due_units', 'completed_units', 'tolerance_units'])
      make.decimal(t, column, 3).nullable();
    t.boolean('estimated').notNullable().defaultTo(0);
    for (const column of ['skip_reason', 'punctuality', 'foreseen']) t.string(column, 32).nullable();
    t.text('note').nullable();
    make.reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    make.choice(t, 'state');
    t.date('rule_day').notNullable();
    for (const column of ['generated_at', 'ended_at']) make.moment(t, column).nullable();

    t.unique(['maintenance_plan_id', 'sequence']);
    t.index(['maintenance_plan_id', 'state', 'window_until']);
    t.index(['maintenance_plan_id', 'due_at', 'id']);
    make.orders(t, ['site_id'], 'due_at', 'sequence', 'created_at', 'original_due_at');
    for (const filter of ['state', 'skip_reason']) t.index(['site_id', filter, 'due_at', 'id']);
    make.orders(t, [], 'due_at', 'material_id', 'maintenance_id');
    t.index(['window_until']); // People are notified of it.
  },
});
