/** Roles and their permissions: the name of a permission, or `*` for all of them. */
import type { Knex } from 'knex';
import { createTable, dropTable, reference, resource, searchText, sortedText } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'roles', (t) => {
    resource(t);
    sortedText(t, 'name').notNullable();
    t.text('description').nullable();
    searchText(t, knex);

    t.unique(['name']);
    t.index(['name_key', 'id']);
    t.index(['created_at', 'id']);
  });
  await createTable(knex, 'role_permissions', (t) => {
    reference(t, 'role_id', 'roles', 'CASCADE').notNullable();
    t.string('permission', 100).notNullable();
    t.primary(['role_id', 'permission']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'role_permissions');
  await dropTable(knex, 'roles');
}
