/** What was added to the database once: seeds by the names of their files, and roles of a project's configuration. */
import type { Knex } from 'knex';
import { createTable, dropTable, moment } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'seed_runs', (t) => {
    t.increments('id');
    t.string('name', 191).notNullable();
    moment(t, 'ran_at').notNullable();

    t.unique(['name']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'seed_runs');
}
