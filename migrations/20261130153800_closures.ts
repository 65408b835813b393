/** The days on which sites are closed. Each order of a list also has an index for the headquarters, as with `working_hours`. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  closures: (t, knex) => {
    make.siteResource(t);
    t.date('day').notNullable();
    make.sortedText(t, 'name').notNullable();
    make.searchText(t, knex);

    t.unique(['site_id', 'day']);
    make.orders(t, ['site_id'], 'day', 'name_key', 'created_at');
    make.orders(t, [], 'day', 'name_key', 'created_at');
  },
});
