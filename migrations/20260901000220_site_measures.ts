/**
 * How a site measures its failures, whether the status of its materials begins and ends stops, and how much work it can do in a
 * week. Existing sites continue as before: no stop begins there automatically.
 */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'sites', (t) => {
    t.boolean('requires_failure_codes').notNullable().defaultTo(0);
    t.boolean('status_tracks_downtime').notNullable().defaultTo(1);
    t.integer('maintenance_hours_per_week').nullable();
  });
  await knex('sites').update({ status_tracks_downtime: 0 });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'sites', {
    columns: ['maintenance_hours_per_week', 'status_tracks_downtime', 'requires_failure_codes'],
  });
}
