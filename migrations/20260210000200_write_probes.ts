/**
 * One row that is written now and then to see whether anything can be.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'write_probes', (t) => {
    t.integer('id').unsigned().notNullable();
    moment(t, 'written_at').notNullable();
    t.primary(['id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'write_probes');
}
