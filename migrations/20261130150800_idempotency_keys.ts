/**
 * First answers to POSTs that carried an `Idempotency-Key`. `status` is null while the first one runs. At another site the same key
 * is another request.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  idempotency_keys: (t) => {
    t.increments('id');
    // No foreign keys: checking them would lock the rows of user and site in every such POST, and users are never removed.
    t.integer('user_id').unsigned().notNullable();
    t.integer('site_id').unsigned().nullable();
    for (const column of ['key', 'path']) t.string(column, 255).notNullable();
    t.string('method', 10).notNullable();
    t.specificType('body_hash', 'char(64)').notNullable();
    t.smallint('status').nullable();
    t.text('headers').nullable();
    t.text('body', 'mediumtext').nullable();
    make.moment(t, 'created_at').notNullable();

    t.unique(['user_id', 'key']);
    t.index(['created_at']);
  },
});
