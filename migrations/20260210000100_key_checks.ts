/** A check value of each key that secrets were written with. A start compares its own with it, so that it notices another key. */
import type { Knex } from 'knex';
import { createTable, dropTable, moment } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'key_checks', (t) => {
    // The writer counts it: of two nodes that come with different keys at the same moment, one is first.
    t.integer('id').unsigned().notNullable();
    t.specificType('digest', 'char(43)').notNullable();
    moment(t, 'created_at').notNullable();
    t.primary(['id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'key_checks');
}
