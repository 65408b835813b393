/**
 * The notifications of each person, each once. `edge` distinguishes facts of the same row and kind. `said` has the values of the
 * sentence. `mail_due_at` is the moment from which a mail is due, in milliseconds since 1970 by the clock of the database.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  notifications: (t) => {
    make.resource(t);
    make.reference(t, 'user_id', 'users').notNullable();
    for (const column of ['kind', 'edge']) t.string(column, 100).notNullable();
    t.string('resource', 64).notNullable();
    t.integer('record_id').unsigned().notNullable();
    make.reference(t, 'site_id', 'sites', 'SET NULL').nullable();
    make.moment(t, 'read_at').nullable();
    t.text('said', 'mediumtext').notNullable();
    for (const column of ['mail_due_at', 'mailed_at']) t.bigInteger(column).nullable();

    t.unique(['user_id', 'kind', 'record_id', 'edge']);
    t.index(['user_id', 'created_at', 'id']);
    t.index(['user_id', 'updated_at', 'id']);
    t.index(['user_id', 'read_at']);
    t.index(['user_id', 'resource', 'record_id']);
    t.index(['user_id', 'record_id']);
    t.index(['user_id', 'site_id']);
    for (const column of ['site_id', 'created_at']) t.index([column]);
    t.index(['mail_due_at', 'user_id']);
  },
  notification_preferences: (t) => {
    t.increments('id');
    make.reference(t, 'user_id', 'users').notNullable();
    t.string('digest', 16).notNullable();
    t.string('digest_time', 5).notNullable();
    // The channels that a user has chosen, by kind, as JSON.
    t.text('kinds').notNullable();

    t.unique(['user_id']);
  },
});
