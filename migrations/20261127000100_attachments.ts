/**
 * Files of rows of any resource, each by its path and the id of the row. Their bytes are in `files`, by their SHA-256 at the same site.
 */
import type { Knex } from 'knex';
import { createTable, dropTable, resource, searchText, site, sortedText } from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'attachments', (t) => {
    resource(t, 'site_id');
    sortedText(t, 'name', 255).notNullable();
    t.string('caption', 255).nullable();
    t.string('type', 100).notNullable();
    t.integer('size').notNullable();
    t.string('sha256', 64).notNullable();
    t.boolean('is_image').notNullable();
    t.integer('width').nullable();
    t.integer('height').nullable();
    t.string('thumbnail_type', 100).nullable();
    t.integer('thumbnail_size').nullable();
    t.string('thumbnail_sha256', 64).nullable();
    t.string('resource', 64).notNullable();
    t.integer('record_id').unsigned().notNullable();
    site(t);
    searchText(t, knex);

    t.index(['record_id', 'resource', 'created_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'size', 'id']);
    t.index(['type', 'site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
    t.index(['name_key', 'id']);
    t.index(['size', 'id']);
  });
  await addSearchIndex(knex, 'attachments');
}

export async function down(knex: Knex): Promise<void> {
  await dropSearchIndex(knex, 'attachments');
  await dropTable(knex, 'attachments');
}
