/**
 * Comments on rows of any resource, each by its path and the id of the row, and the people that they mention.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, moment, reference, resource, searchText, site } from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'comments', (t) => {
    resource(t, 'site_id');
    t.string('name', 80).notNullable();
    t.text('body').notNullable();
    moment(t, 'edited_at').nullable();
    t.string('resource', 64).notNullable();
    t.integer('record_id').unsigned().notNullable();
    site(t);
    searchText(t, knex);

    t.index(['record_id', 'resource', 'created_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
  });
  await addSearchIndex(knex, 'comments');
  await createTable(knex, 'comment_mentions', (t) => {
    reference(t, 'comment_id', 'comments', 'CASCADE').notNullable();
    reference(t, 'user_id', 'users').notNullable();
    t.primary(['comment_id', 'user_id']);

    t.index(['user_id', 'comment_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'comment_mentions');
  await dropSearchIndex(knex, 'comments');
  await dropTable(knex, 'comments');
}
