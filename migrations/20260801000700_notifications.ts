/**
 * The notifications of each person, each once. `edge` distinguishes facts of the same row and kind. `said` has the values of the
 * sentence. `mail_due_at` is the moment from which a mail is due, in milliseconds since 1970 by the clock of the database.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment, reference, resource } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'notifications', (t) => {
    resource(t);
    reference(t, 'user_id', 'users').notNullable();
    t.string('kind', 100).notNullable();
    t.string('resource', 64).notNullable();
    t.integer('record_id').unsigned().notNullable();
    reference(t, 'site_id', 'sites', 'SET NULL').nullable();
    moment(t, 'read_at').nullable();
    t.string('edge', 100).notNullable();
    t.text('said', 'mediumtext').notNullable();
    t.bigInteger('mail_due_at').nullable();
    t.bigInteger('mailed_at').nullable();

    t.unique(['user_id', 'kind', 'record_id', 'edge']);
    t.index(['user_id', 'created_at', 'id']);
    t.index(['user_id', 'updated_at', 'id']);
    t.index(['user_id', 'read_at']);
    t.index(['user_id', 'resource', 'record_id']);
    t.index(['user_id', 'record_id']);
    t.index(['user_id', 'site_id']);
    t.index(['site_id']);
    t.index(['created_at']);
    t.index(['mail_due_at', 'user_id']);
  });
  await createTable(knex, 'notification_preferences', (t) => {
    t.increments('id');
    reference(t, 'user_id', 'users').notNullable();
    t.string('digest', 16).notNullable();
    t.string('digest_time', 5).notNullable();
    // The channels that a user has chosen, by kind, as JSON.
    t.text('kinds').notNullable();

    t.unique(['user_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'notification_preferences');
  await dropTable(knex, 'notifications');
}
