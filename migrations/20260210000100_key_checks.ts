/**
 * What each key that the secrets were written with makes of a known text: a start compares its own with it, so that no
 * other key goes unnoticed.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'key_checks', (t) => {
    // Counted by whoever writes it: of two nodes that come with different keys at the same moment one is first.
    t.integer('id').unsigned().notNullable();
    t.specificType('digest', 'char(43)').notNullable();
    moment(t, 'created_at').notNullable();
    t.primary(['id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'key_checks');
}
