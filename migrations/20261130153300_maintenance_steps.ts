/** Steps of maintenances, copied from their procedures, and the incidents of failed steps: the two refer to each other. */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import * as make from './columns/index.ts';

export const values = {
  maintenance_steps: {
    kind: ['check', 'pass_fail', 'number', 'choice', 'text', 'photo'],
    on_fail: ['none', 'note', 'incident'],
    severity: ['low', 'medium', 'high', 'critical'],
    status: ['open', 'done', 'failed', 'not_applicable'],
  },
};

const steps = make.migrationOf({
  maintenance_steps: (t) => {
    make.siteResource(t);
    make.reference(t, 'maintenance_id', 'maintenances').notNullable();
    t.integer('position').notNullable();
    t.string('title', 255).notNullable();
    make.choice(t, 'kind');
    t.boolean('required').notNullable();
    for (const column of ['help', 'text']) t.text(column).nullable();
    t.string('unit', 20).nullable();
    for (const column of ['minimum', 'maximum', 'number']) make.decimal(t, column, 4).nullable();
    for (const column of ['choices', 'failing_choices']) t.text(column, 'mediumtext').nullable();
    make.choice(t, 'on_fail');
    make.choice(t, 'severity').nullable();
    make.choice(t, 'status');
    t.boolean('passed').nullable();
    t.string('choice', 100).nullable();
    t.boolean('not_applicable').notNullable();
    t.string('note', 1000).nullable();
    make.moment(t, 'answered_at').nullable();
    make.reference(t, 'answered_by_id', 'users').nullable();
    make.reference(t, 'incident_id', 'incidents', 'SET NULL').nullable();
    // When the service last changed the text of its incident: that is no change by a person, who would keep the incident.
    make.moment(t, 'incident_told_at').nullable();
    make.reference(t, 'procedure_id', 'procedures', 'SET NULL').nullable();
    t.integer('procedure_version').notNullable();

    t.index(['maintenance_id', 'position', 'id']);
    make.orders(t, ['site_id'], 'position', 'created_at');
    make.orders(t, [], 'position', 'created_at', 'answered_by_id', 'procedure_id');
    t.index(['site_id', 'status', 'position', 'id']);
    t.index(['incident_id', 'position', 'id']);
  },
});

export async function up(knex: Knex): Promise<void> {
  await steps.up(knex);
  await make.alterTable(knex, 'incidents', (t) => {
    const [column, table] = ['maintenance_step_id', 'maintenance_steps'];
    if (make.isMySQL(knex)) make.reference(t, column, table, 'SET NULL').nullable();
    // In the column itself: SQLite drops it again only then.
    else t.specificType(column, `integer references \`${table}\`(\`id\`) on delete set null`).nullable();
    t.unique(['maintenance_step_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'incidents', {
    uniques: [['maintenance_step_id']],
    columns: ['maintenance_step_id'],
  });
  await steps.down(knex);
}
