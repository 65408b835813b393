/**
 * Steps of maintenances, copied from their procedures, and the incidents of failed steps. Existing maintenances have no
 * procedure.
 */
import type { Knex } from 'knex';
import { addedReference, dropParts } from './columns/changes.ts';
import {
  alterTable,
  choice,
  createTable,
  decimal,
  dropTable,
  isMySQL,
  moment,
  reference,
  resource,
  site,
} from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  maintenance_steps: {
    kind: ['check', 'pass_fail', 'number', 'choice', 'text', 'photo'],
    on_fail: ['none', 'note', 'incident'],
    severity: ['low', 'medium', 'high', 'critical'],
    status: ['open', 'done', 'failed', 'not_applicable'],
  },
};

export async function up(knex: Knex): Promise<void> {
  for (const table of ['maintenances', 'maintenance_plans']) {
    await alterTable(knex, table, (t) => {
      addedReference(t, knex, 'procedure_id', 'procedures');
      t.index(['procedure_id', 'id']);
    });
  }
  await createTable(knex, 'maintenance_steps', (t) => {
    resource(t, 'site_id');
    site(t);
    reference(t, 'maintenance_id', 'maintenances').notNullable();
    t.integer('position').notNullable();
    t.string('title', 255).notNullable();
    choice(t, 'kind');
    t.boolean('required').notNullable();
    t.text('help').nullable();
    t.string('unit', 20).nullable();
    decimal(t, 'minimum', 4).nullable();
    decimal(t, 'maximum', 4).nullable();
    t.text('choices', 'mediumtext').nullable();
    t.text('failing_choices', 'mediumtext').nullable();
    choice(t, 'on_fail');
    choice(t, 'severity').nullable();
    choice(t, 'status');
    t.boolean('passed').nullable();
    decimal(t, 'number', 4).nullable();
    t.string('choice', 100).nullable();
    t.text('text').nullable();
    t.boolean('not_applicable').notNullable();
    t.string('note', 1000).nullable();
    moment(t, 'answered_at').nullable();
    reference(t, 'answered_by_id', 'users').nullable();
    reference(t, 'incident_id', 'incidents', 'SET NULL').nullable();
    reference(t, 'procedure_id', 'procedures', 'SET NULL').nullable();
    t.integer('procedure_version').notNullable();

    t.index(['maintenance_id', 'position', 'id']);
    t.index(['site_id', 'position', 'id']);
    t.index(['position', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
    t.index(['site_id', 'status', 'position', 'id']);
    t.index(['answered_by_id', 'id']);
    t.index(['incident_id', 'position', 'id']);
    t.index(['procedure_id', 'id']);
  });
  await alterTable(knex, 'incidents', (t) => {
    addedUnlinked(t, knex, 'maintenance_step_id', 'maintenance_steps');
    t.unique(['maintenance_step_id']);
  });
}

/** A reference in an existing table; it becomes null when its row is deleted. */
function addedUnlinked(t: Knex.CreateTableBuilder, knex: Knex, column: string, table: string): void {
  if (isMySQL(knex)) reference(t, column, table, 'SET NULL').nullable();
  else t.specificType(column, `integer references \`${table}\`(\`id\`) on delete set null`).nullable();
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'incidents', {
    uniques: [['maintenance_step_id']],
    columns: ['maintenance_step_id'],
  });
  await dropTable(knex, 'maintenance_steps');
  for (const table of ['maintenance_plans', 'maintenances']) {
    await dropParts(knex, table, { indexes: [['procedure_id', 'id']], columns: ['procedure_id'] });
  }
}
