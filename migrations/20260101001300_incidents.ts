/**
 * Incidents on materials. Deleting a maintenance unlinks its incidents.
 */
import type { Knex } from 'knex';
import {
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
  incidents: {
    severity: ['low', 'medium', 'high', 'critical'],
    status: ['open', 'in_progress', 'resolved', 'closed'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'incidents', (t) => {
    resource(t);
    site(t);
    t.string('name', 255).notNullable();
    reference(t, 'material_id', 'materials').notNullable();
    reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    t.text('description').nullable();
    rankedChoice(t, 'severity', values.incidents.severity);
    rankedChoice(t, 'status', values.incidents.status);
    moment(t, 'started_at').notNullable();
    moment(t, 'resolved_at').nullable();
    searchText(t, knex);

    t.index(['site_id', 'started_at', 'id']);
    t.index(['started_at', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'severity_rank', 'id']);
    t.index(['site_id', 'status_rank', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['site_id', 'severity', 'started_at', 'id']);
    t.index(['site_id', 'status', 'started_at', 'id']);
    t.index(['material_id', 'started_at', 'id']);
    t.index(['maintenance_id', 'started_at', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'incidents');
}
