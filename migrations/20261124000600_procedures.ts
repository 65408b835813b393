/** Procedures, and the steps of each. */
import type { Knex } from 'knex';
import {
  choice,
  createTable,
  decimal,
  dropTable,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

/** The values that these columns may have from now on. */
export const values = {
  procedure_steps: {
    kind: ['check', 'pass_fail', 'number', 'choice', 'text', 'photo'],
    on_fail: ['none', 'note', 'incident'],
    severity: ['low', 'medium', 'high', 'critical'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'procedures', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name', 255).notNullable();
    t.text('description').nullable();
    t.boolean('active').notNullable();
    t.integer('revision').notNullable();
    searchText(t, knex);

    t.unique(['site_id', 'name']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['name_key', 'id']);
    t.index(['created_at', 'id']);
  });
  await addSearchIndex(knex, 'procedures');
  await createTable(knex, 'procedure_steps', (t) => {
    t.increments('id');
    reference(t, 'procedure_id', 'procedures', 'CASCADE').notNullable();
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

    t.index(['procedure_id', 'position', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'procedure_steps');
  await dropSearchIndex(knex, 'procedures');
  await dropTable(knex, 'procedures');
}
