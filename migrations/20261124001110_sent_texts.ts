/**
 * The texts that people without an account sent in the last minutes, as digests: the same text is one request. `expire` is in
 * milliseconds since 1970.
 */
import type { Knex } from 'knex';
import { createTable, dropTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'sent_texts', (t) => {
    t.string('key', 64).notNullable();
    t.string('reference', 14).notNullable();
    t.bigInteger('expire').notNullable();
    t.primary(['key']);

    t.index(['expire']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'sent_texts');
}
