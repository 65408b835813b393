/** Hashed recovery codes of users with two-factor login; each works once. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  two_factor_recovery_codes: (t) => {
    t.increments('id');
    make.reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    t.string('code_hash', 100).notNullable();
    make.moment(t, 'used_at').nullable();

    t.index(['user_id']);
  },
});
