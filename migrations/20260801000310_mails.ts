/**
 * Mails that wait to be sent: one row for each, gone with it. Moments are milliseconds since 1970 by the clock of the database. `slot` is
 * taken by the one mail of its sort that may wait for a person.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, reference } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'mails', (t) => {
    t.increments('id');
    t.string('uid', 36).notNullable();
    reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    t.string('kind', 32).notNullable();
    t.string('slot', 64).nullable();
    t.string('address', 255).nullable();
    t.text('content').notNullable();
    t.text('sealed').nullable();
    t.bigInteger('made_at').notNullable();
    t.bigInteger('due_at').notNullable();
    t.integer('attempts').unsigned().notNullable();
    t.string('holder', 36).nullable();
    t.bigInteger('leased_until').nullable();

    t.unique(['uid']);
    t.unique(['slot']);
    t.index(['due_at', 'id']);
    t.index(['user_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'mails');
}
