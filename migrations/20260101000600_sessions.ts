/**
 * Browser sessions. `id` is the SHA-256 (hex) of the cookie's id, so a person who reads this table cannot take over a session.
 * `user_id` is null before login.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment, reference } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'sessions', (t) => {
    t.string('id', 64).notNullable();
    reference(t, 'user_id', 'users', 'CASCADE').nullable();
    t.text('data').notNullable();
    t.boolean('remember').notNullable();
    t.string('ip', 64).nullable();
    t.string('user_agent', 512).nullable();
    moment(t, 'created_at').notNullable();
    moment(t, 'last_seen_at').notNullable();
    moment(t, 'expires_at').notNullable();
    t.primary(['id']);

    t.index(['user_id']);
    t.index(['expires_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'sessions');
}
