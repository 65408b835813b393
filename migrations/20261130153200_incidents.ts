/**
 * Incidents on materials, and what they are as failures: how they showed, what broke and why, and how they were found. Deleting a
 * maintenance unlinks its incidents.
 */
import * as make from './columns/index.ts';

export const values = {
  incidents: {
    severity: ['low', 'medium', 'high', 'critical'],
    status: ['open', 'in_progress', 'resolved', 'closed'],
    detection: ['operator', 'inspection', 'monitoring', 'test', 'demand', 'other'],
  },
};

export const { up, down } = make.migrationOf({
  incidents: (t, knex) => {
    make.siteResource(t);
    t.string('name', 255).notNullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    make.reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    make.reference(t, 'meter_id', 'meters').nullable();
    make.reference(t, 'meter_reading_id', 'meter_readings').nullable();
    t.text('description').nullable();
    make.rankedChoice(t, 'severity', values.incidents.severity);
    make.rankedChoice(t, 'status', values.incidents.status);
    t.boolean('is_failure').notNullable().defaultTo(0);
    for (const column of ['failure_mode_id', 'failure_mechanism_id', 'failure_cause_id'])
      make.reference(t, column, 'failure_codes').nullable();
    t.string('detection', 32).nullable();
    make.moment(t, 'started_at').notNullable();
    make.moment(t, 'resolved_at').nullable();
    make.searchText(t, knex);

    make.orders(t, ['site_id'], 'started_at', 'severity_rank', 'status_rank', 'created_at', 'resolved_at');
    make.orders(t, [], 'started_at', 'failure_mode_id', 'failure_mechanism_id', 'failure_cause_id');
    for (const filter of ['severity', 'status', 'is_failure', 'detection'])
      t.index(['site_id', filter, 'started_at', 'id']);
    for (const column of ['material_id', 'maintenance_id']) t.index([column, 'started_at', 'id']);
    make.orders(t, [], 'meter_id', 'meter_reading_id');
  },
});
