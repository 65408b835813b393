/**
 * Files: a row for each content of a site, under its SHA-256, with the number of rows of resources that refer to it, and the
 * total bytes of a site. Pieces hold the bytes if no folder does. While they arrive, they belong to a row without a size, whose
 * name is that of the upload. Moments are milliseconds since 1970 by the clock of the database.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  files: (t) => {
    t.increments('id');
    // Without a foreign key: if a site is deleted, the rest of its files is removed later.
    t.integer('site_id').unsigned().notNullable();
    t.string('name', 64).notNullable();
    t.bigInteger('size').nullable();
    t.integer('uses').unsigned().notNullable();
    t.bigInteger('touched_at').notNullable();
    t.string('touched_by', 36).nullable();

    t.unique(['site_id', 'name']);
    t.index(['uses', 'touched_at']);
  },
  file_pieces: (t, knex) => {
    t.increments('id');
    make.reference(t, 'file_id', 'files').notNullable();
    t.integer('position').unsigned().notNullable();
    // Before the bytes, so that sums of it read none of them.
    t.integer('size').unsigned().notNullable();
    t.specificType('bytes', make.isMySQL(knex) ? 'mediumblob' : 'blob').notNullable();

    t.unique(['file_id', 'position']);
  },
  file_totals: (t) => {
    t.increments('id');
    t.integer('site_id').unsigned().notNullable();
    t.bigInteger('bytes').notNullable();

    t.unique(['site_id']);
  },
});
