/**
 * People who log in. The row of a deleted person stays, because the history needs the name. `live` then changes from 1 to NULL,
 * which frees the username and the e-mail, since unique indexes ignore NULL.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  users: (t, knex) => {
    make.resource(t);
    make.sortedText(t, 'username', 100).notNullable();
    for (const column of ['email', 'first_name', 'last_name']) make.sortedText(t, column).notNullable();
    t.string('full_name', 511).notNullable();
    t.string('password_hash', 100).notNullable();
    t.string('locale', 35).notNullable();
    for (const column of ['office_phone', 'cell_phone']) t.string(column, 255).nullable();
    // No foreign key: a stale one is replaced by the user's first site when it is read.
    t.integer('current_site_id').unsigned().nullable();
    t.text('two_factor_secret').nullable();
    for (const column of ['two_factor_confirmed_at', 'last_login_at', 'deleted_at'])
      make.moment(t, column).nullable();
    // The last TOTP step that was accepted, so that a code works once.
    t.bigInteger('two_factor_last_step').nullable();
    // How often in a row a server has refused the address for good.
    t.integer('email_refusals').notNullable().defaultTo(0);
    // The last mail with notices, in milliseconds since 1970 by the clock of the database.
    t.bigInteger('notices_mailed_at').nullable();
    t.tinyint('live').nullable().defaultTo(1);
    make.searchText(t, knex);

    t.unique(['username', 'live']);
    t.unique(['email_key', 'live']);
    make.orders(t, [], 'last_name_key', 'first_name_key', 'username_key', 'email_key', 'created_at');
    t.index(['last_login_at', 'id']);
  },
});
