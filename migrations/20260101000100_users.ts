/**
 * People who log in. The row of a deleted person stays, because the history needs the name. `live` then changes from 1 to NULL,
 * which frees the username and the e-mail, since unique indexes ignore NULL.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment, resource, searchText, sortedText } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'users', (t) => {
    resource(t);
    sortedText(t, 'username', 100).notNullable();
    sortedText(t, 'email').notNullable();
    sortedText(t, 'first_name').notNullable();
    sortedText(t, 'last_name').notNullable();
    t.string('full_name', 511).notNullable();
    t.string('password_hash', 100).notNullable();
    t.string('locale', 35).notNullable();
    t.string('office_phone', 255).nullable();
    t.string('cell_phone', 255).nullable();
    // No foreign key: a stale one is replaced by the user's first site when it is read.
    t.integer('current_site_id').unsigned().nullable();
    t.text('two_factor_secret').nullable();
    moment(t, 'two_factor_confirmed_at').nullable();
    // The last TOTP step that was accepted, so that a code works once.
    t.bigInteger('two_factor_last_step').nullable();
    moment(t, 'last_login_at').nullable();
    t.tinyint('live').nullable().defaultTo(1);
    moment(t, 'deleted_at').nullable();
    searchText(t, knex);

    t.unique(['username', 'live']);
    t.unique(['email_key', 'live']);
    t.index(['last_name_key', 'id']);
    t.index(['first_name_key', 'id']);
    t.index(['username_key', 'id']);
    t.index(['email_key', 'id']);
    t.index(['created_at', 'id']);
    t.index(['last_login_at', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'users');
}
