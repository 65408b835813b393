/** The sites that users belong to, and their roles there. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  memberships: (t) => {
    t.increments('id');
    make.reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    make.reference(t, 'site_id', 'sites').notNullable();

    t.unique(['user_id', 'site_id']);
    t.index(['site_id', 'user_id']);
  },
  membership_roles: (t) => {
    make.reference(t, 'membership_id', 'memberships', 'CASCADE').notNullable();
    make.reference(t, 'role_id', 'roles').notNullable();

    t.primary(['membership_id', 'role_id']);
    t.index(['role_id']);
  },
});
