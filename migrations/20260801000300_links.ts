/**
 * Links that are sent by mail: to choose a password, to confirm an address, to unsubscribe. `digest` is the SHA-256 (hex) of the
 * token, so a person who reads this table cannot use them.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment, reference } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'links', (t) => {
    t.increments('id');
    t.string('digest', 64).notNullable();
    reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    t.string('purpose', 32).notNullable();
    t.text('data').nullable();
    moment(t, 'expires_at').notNullable();

    t.unique(['digest']);
    t.index(['user_id', 'purpose']);
    t.index(['expires_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'links');
}
