/** Work on materials, and its operators: users of the site, companies, or both. */
import type { Knex } from 'knex';
import {
  choice,
  createTable,
  dropTable,
  moment,
  rankedChoice,
  reference,
  resource,
  searchText,
  site,
} from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  maintenances: {
    type: ['corrective', 'preventive', 'predictive', 'inspection', 'improvement'],
    realization: ['internal', 'external', 'both'],
    status: ['planned', 'in_progress', 'completed', 'canceled'],
    priority: ['low', 'medium', 'high', 'urgent'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'maintenances', (t) => {
    resource(t);
    site(t);
    t.string('name', 255).notNullable();
    reference(t, 'material_id', 'materials').notNullable();
    t.text('description').nullable();
    t.text('reason').nullable();
    rankedChoice(t, 'type', values.maintenances.type);
    choice(t, 'realization');
    rankedChoice(t, 'status', values.maintenances.status);
    rankedChoice(t, 'priority', values.maintenances.priority);
    moment(t, 'scheduled_at').nullable();
    moment(t, 'started_at').nullable();
    moment(t, 'resolved_at').nullable();
    searchText(t, knex);

    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'scheduled_at', 'id']);
    t.index(['site_id', 'started_at', 'id']);
    t.index(['site_id', 'resolved_at', 'id']);
    t.index(['site_id', 'priority_rank', 'id']);
    t.index(['site_id', 'status_rank', 'id']);
    t.index(['site_id', 'type_rank', 'id']);
    t.index(['site_id', 'status', 'created_at', 'id']);
    t.index(['site_id', 'type', 'created_at', 'id']);
    t.index(['material_id', 'created_at', 'id']);
  });
  await createTable(knex, 'maintenance_operators', (t) => {
    reference(t, 'maintenance_id', 'maintenances', 'CASCADE').notNullable();
    reference(t, 'user_id', 'users').notNullable();
    t.primary(['maintenance_id', 'user_id']);

    t.index(['user_id', 'maintenance_id']);
  });
  await createTable(knex, 'maintenance_companies', (t) => {
    reference(t, 'maintenance_id', 'maintenances', 'CASCADE').notNullable();
    reference(t, 'company_id', 'companies').notNullable();
    t.primary(['maintenance_id', 'company_id']);

    t.index(['company_id', 'maintenance_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'maintenance_companies');
  await dropTable(knex, 'maintenance_operators');
  await dropTable(knex, 'maintenances');
}
