/** The journal: the changes, with their author and time. Entries stay when their site is deleted. */
import type { Knex } from 'knex';
import { createTable, dropTable, reference, resource } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'activities', (t) => {
    resource(t);
    reference(t, 'site_id', 'sites', 'SET NULL').nullable();
    t.string('name', 100).notNullable();
    t.string('resource', 64).notNullable();
    t.integer('record_id').unsigned().nullable();
    t.string('action', 32).notNullable();
    reference(t, 'user_id', 'users').nullable();
    t.text('changes', 'mediumtext').nullable();
    t.string('request_id', 64).nullable();

    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['resource', 'record_id', 'id']);
    t.index(['user_id', 'created_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'activities');
}
