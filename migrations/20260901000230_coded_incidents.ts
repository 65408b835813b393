/**
 * Incidents that are failures: how they showed, what broke and why, and how they were found. Existing incidents are not failures.
 */
import type { Knex } from 'knex';
import { addedReference, dropParts } from './columns/changes.ts';
import { alterTable } from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  incidents: { detection: ['operator', 'inspection', 'monitoring', 'test', 'demand', 'other'] },
};

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'incidents', (t) => {
    t.boolean('is_failure').notNullable().defaultTo(0);
    addedReference(t, knex, 'failure_mode_id', 'failure_codes');
    addedReference(t, knex, 'failure_mechanism_id', 'failure_codes');
    addedReference(t, knex, 'failure_cause_id', 'failure_codes');
    t.string('detection', 32).nullable();
    t.index(['failure_mode_id', 'id']);
    t.index(['failure_mechanism_id', 'id']);
    t.index(['failure_cause_id', 'id']);
    t.index(['site_id', 'is_failure', 'started_at', 'id']);
    t.index(['site_id', 'detection', 'started_at', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'incidents', {
    indexes: [
      ['failure_mode_id', 'id'],
      ['failure_mechanism_id', 'id'],
      ['failure_cause_id', 'id'],
      ['site_id', 'is_failure', 'started_at', 'id'],
      ['site_id', 'detection', 'started_at', 'id'],
    ],
    columns: ['detection', 'failure_cause_id', 'failure_mechanism_id', 'failure_mode_id', 'is_failure'],
  });
}
