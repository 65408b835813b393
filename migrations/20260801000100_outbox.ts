/**
 * What waits to be handed on: a note on each entry of the journal, facts of notices, and how far moments have been checked. Older
 * entries are not handed on.
 */
import type { Knex } from 'knex';
import { alterTable, createTable, dropTable, moment, reference } from './columns/index.ts';

/** Moments at which people are notified. */
const moments = [
  ['maintenances', 'scheduled_at'],
  ['maintenances', 'due_at'],
  ['plan_occurrences', 'window_until'],
] as const;

export async function up(knex: Knex): Promise<void> {
  await addOutbox(knex);
  for (const [table, column] of moments) await alterTable(knex, table, (t) => t.index([column]));
}

/** The parts that any project has. */
export async function addOutbox(knex: Knex): Promise<void> {
  await alterTable(knex, 'activities', (t) => {
    t.integer('pending').unsigned().nullable();
    t.index(['pending', 'id']);
  });
  await createTable(knex, 'facts', (t) => {
    t.increments('id');
    t.string('resource', 64).notNullable();
    t.integer('record_id').unsigned().notNullable();
    t.string('kind', 32).notNullable();
    t.string('edge', 64).notNullable();
    reference(t, 'site_id', 'sites', 'SET NULL').nullable();
    t.integer('user_id').unsigned().nullable();
    t.text('people', 'mediumtext').nullable();
    t.text('changes', 'mediumtext').nullable();
    t.string('request_id', 64).nullable();
    moment(t, 'created_at').notNullable();
    t.integer('pending').unsigned().nullable();

    t.unique(['resource', 'record_id', 'kind', 'edge']);
    t.index(['pending', 'id']);
    t.index(['created_at']);
    t.index(['site_id']);
  });
  await createTable(knex, 'moment_scans', (t) => {
    t.increments('id');
    t.string('name', 191).notNullable();
    // The last moment that was looked at, and the row that had it.
    moment(t, 'scanned_until').notNullable();
    t.integer('scanned_id').unsigned().notNullable();

    t.unique(['name']);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, column] of moments) await alterTable(knex, table, (t) => t.dropIndex([column]));
  await dropOutbox(knex);
}

export async function dropOutbox(knex: Knex): Promise<void> {
  await dropTable(knex, 'moment_scans');
  await dropTable(knex, 'facts');
  await alterTable(knex, 'activities', (t) => {
    t.dropIndex(['pending', 'id']);
    t.dropColumn('pending');
  });
}
