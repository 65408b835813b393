/**
 * Hashed recovery codes of users with two-factor login; each works once.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment, reference } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'two_factor_recovery_codes', (t) => {
    t.increments('id');
    reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    t.string('code_hash', 100).notNullable();
    moment(t, 'used_at').nullable();

    t.index(['user_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'two_factor_recovery_codes');
}
