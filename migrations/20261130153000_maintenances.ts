/**
 * Work on materials, and its operators: users of the site, companies, or both. Work is overdue after its time; work of a plan after the
 * window of its date.
 */
import * as make from './columns/index.ts';

export const values = {
  maintenances: {
    type: ['corrective', 'preventive', 'predictive', 'inspection', 'improvement'],
    realization: ['internal', 'external', 'both'],
    status: ['planned', 'in_progress', 'completed', 'canceled'],
    priority: ['low', 'medium', 'high', 'urgent'],
  },
};

export const { up, down } = make.migrationOf({
  maintenances: (t, knex) => {
    make.siteResource(t);
    t.string('name', 255).notNullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    make.reference(t, 'maintenance_plan_id', 'maintenance_plans').nullable();
    make.reference(t, 'procedure_id', 'procedures').nullable();
    for (const column of ['description', 'reason']) t.text(column).nullable();
    make.rankedChoice(t, 'type', values.maintenances.type);
    make.choice(t, 'realization');
    make.rankedChoice(t, 'status', values.maintenances.status);
    make.rankedChoice(t, 'priority', values.maintenances.priority);
    t.integer('estimated_minutes').nullable();
    for (const column of ['scheduled_at', 'due_at', 'overdue_at', 'started_at', 'resolved_at'])
      make.moment(t, column).nullable();
    make.searchText(t, knex);

    make.orders(t, ['site_id'], 'created_at', 'scheduled_at', 'started_at', 'resolved_at', 'priority_rank');
    make.orders(t, [], 'created_at', 'procedure_id');
    make.orders(t, ['site_id'], 'status_rank', 'type_rank', 'due_at');
    for (const filter of ['status', 'type']) t.index(['site_id', filter, 'created_at', 'id']);
    t.index(['material_id', 'created_at', 'id']);
    t.index(['maintenance_plan_id', 'site_id', 'id']);
    // Moments at which people are notified.
    t.index(['scheduled_at']);
    for (const column of ['due_at', 'overdue_at']) t.index([column]);
  },
  maintenance_operators: (t) => make.pairs(t, ['maintenance_id', 'maintenances'], ['user_id', 'users']),
  maintenance_companies: (t) =>
    make.pairs(t, ['maintenance_id', 'maintenances'], ['company_id', 'companies']),
});
