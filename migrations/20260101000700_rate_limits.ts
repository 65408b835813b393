/**
 * Counters of the rate limiter, shared by all nodes. `expire` is in milliseconds since 1970.
 */
import type { Knex } from 'knex';
import { createTable, dropTable } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'rate_limits', (t) => {
    t.string('key', 255).notNullable();
    t.integer('points').notNullable().defaultTo(0);
    t.bigInteger('expire').nullable();
    t.primary(['key']);

    t.index(['expire']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'rate_limits');
}
