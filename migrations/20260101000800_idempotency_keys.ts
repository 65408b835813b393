/**
 * First answers to POSTs that carried an `Idempotency-Key`. `status` is null while the first one runs.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'idempotency_keys', (t) => {
    t.increments('id');
    // No foreign key: checking it would lock the user's row in every such POST, and users are never removed.
    t.integer('user_id').unsigned().notNullable();
    t.string('key', 255).notNullable();
    t.string('method', 10).notNullable();
    t.string('path', 255).notNullable();
    t.specificType('body_hash', 'char(64)').notNullable();
    t.smallint('status').nullable();
    t.text('headers').nullable();
    t.text('body', 'mediumtext').nullable();
    moment(t, 'created_at').notNullable();

    t.unique(['user_id', 'key']);
    t.index(['created_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'idempotency_keys');
}
