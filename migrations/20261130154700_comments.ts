/** Comments on rows of any resource, each by its path and the id of the row, and the people that they mention. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  comments: (t, knex) => {
    make.resource(t, 'site_id');
    t.string('name', 80).notNullable();
    t.text('body').notNullable();
    make.moment(t, 'edited_at').nullable();
    t.string('resource', 64).notNullable();
    t.integer('record_id').unsigned().notNullable();
    make.site(t);
    make.searchText(t, knex);

    t.index(['record_id', 'resource', 'created_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
  },
  comment_mentions: (t) => make.pairs(t, ['comment_id', 'comments'], ['user_id', 'users']),
});
