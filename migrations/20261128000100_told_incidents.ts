/**
 * A step knows when the service last changed the text of its incident: that is no change by a person, who would keep the incident.
 */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable, moment } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'maintenance_steps', (t) => {
    moment(t, 'incident_told_at').nullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'maintenance_steps', { columns: ['incident_told_at'] });
}
