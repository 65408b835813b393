/**
 * Links that are sent by mail: to choose a password, to confirm an address, to unsubscribe. `digest` is the SHA-256 (hex) of the
 * token, so a person who reads this table cannot use them.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  links: (t) => {
    t.increments('id');
    t.string('digest', 64).notNullable();
    make.reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    t.string('purpose', 32).notNullable();
    t.text('data').nullable();
    make.moment(t, 'expires_at').notNullable();

    t.unique(['digest']);
    t.index(['user_id', 'purpose']);
    t.index(['expires_at']);
  },
});
