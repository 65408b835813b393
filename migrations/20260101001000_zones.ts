/**
 * The tree of places within a site.
 */
import type { Knex } from 'knex';
import {
  createTable,
  dropTable,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'zones', (t) => {
    resource(t);
    site(t);
    sortedText(t, 'name').notNullable();
    t.text('description').nullable();
    reference(t, 'parent_id', 'zones').nullable();
    t.boolean('allow_material').notNullable();
    searchText(t, knex);

    t.unique(['site_id', 'name']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['name_key', 'id']); // The default order at the headquarters, where a list covers every site.
    t.index(['site_id', 'created_at', 'id']);
    t.index(['parent_id', 'name_key', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'zones');
}
