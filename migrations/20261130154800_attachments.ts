/** Files of rows of any resource, each by its path and the id of the row. Their bytes are in `files`, by their SHA-256 at the same site. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  attachments: (t, knex) => {
    make.resource(t, 'site_id');
    make.sortedText(t, 'name', 255).notNullable();
    t.string('caption', 255).nullable();
    t.string('type', 100).notNullable();
    t.integer('size').notNullable();
    for (const column of ['sha256', 'resource']) t.string(column, 64).notNullable();
    t.boolean('is_image').notNullable();
    for (const column of ['width', 'height', 'thumbnail_size']) t.integer(column).nullable();
    t.string('thumbnail_type', 100).nullable();
    t.string('thumbnail_sha256', 64).nullable();
    t.integer('record_id').unsigned().notNullable();
    make.site(t);
    make.searchText(t, knex);

    t.index(['record_id', 'resource', 'created_at', 'id']);
    make.orders(t, ['site_id'], 'created_at', 'name_key', 'size');
    t.index(['type', 'site_id', 'created_at', 'id']);
    make.orders(t, [], 'created_at', 'name_key', 'size');
  },
});
