/** What people are notified of, until it is handed on. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  facts: (t) => {
    t.increments('id');
    for (const column of ['resource', 'edge']) t.string(column, 64).notNullable();
    t.integer('record_id').unsigned().notNullable();
    t.string('kind', 32).notNullable();
    make.reference(t, 'site_id', 'sites', 'SET NULL').nullable();
    for (const column of ['user_id', 'pending']) t.integer(column).unsigned().nullable();
    for (const column of ['people', 'changes']) t.text(column, 'mediumtext').nullable();
    t.string('request_id', 64).nullable();
    make.moment(t, 'created_at').notNullable();

    t.unique(['resource', 'record_id', 'kind', 'edge']);
    t.index(['pending', 'id']);
    for (const column of ['created_at', 'site_id']) t.index([column]);
  },
});
