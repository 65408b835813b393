/** The sites that users belong to, and their roles there. */
import type { Knex } from 'knex';
import { createTable, dropTable, reference } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'memberships', (t) => {
    t.increments('id');
    reference(t, 'user_id', 'users', 'CASCADE').notNullable();
    reference(t, 'site_id', 'sites').notNullable();

    t.unique(['user_id', 'site_id']);
    t.index(['site_id', 'user_id']);
  });
  await createTable(knex, 'membership_roles', (t) => {
    reference(t, 'membership_id', 'memberships', 'CASCADE').notNullable();
    reference(t, 'role_id', 'roles').notNullable();
    t.primary(['membership_id', 'role_id']);

    t.index(['role_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'membership_roles');
  await dropTable(knex, 'memberships');
}
