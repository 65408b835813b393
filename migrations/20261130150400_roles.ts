/** Roles and their permissions: the name of a permission, or `*` for all of them. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  roles: (t, knex) => {
    make.resource(t);
    make.sortedText(t, 'name').notNullable();
    t.text('description').nullable();
    make.searchText(t, knex);

    t.unique(['name']);
    make.orders(t, [], 'name_key', 'created_at');
  },
  role_permissions: (t) => {
    make.reference(t, 'role_id', 'roles', 'CASCADE').notNullable();
    t.string('permission', 100).notNullable();

    t.primary(['role_id', 'permission']);
  },
});
