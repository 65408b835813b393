/** The node that runs each task, and the results. Moments are milliseconds since 1970 by the clock of the database. */
import type { Knex } from 'knex';
import { createTable, dropTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'task_leases', (t) => {
    t.increments('id');
    t.string('name', 191).notNullable();
    t.string('holder', 36).nullable();
    t.bigInteger('due_at').notNullable();
    t.bigInteger('started_at').nullable();
    t.bigInteger('leased_until').nullable();
    t.bigInteger('succeeded_at').nullable();
    t.integer('failures').unsigned().notNullable();

    t.unique(['name']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'task_leases');
}
