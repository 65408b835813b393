/** The tree of places within a site. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  zones: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name').notNullable();
    t.text('description').nullable();
    make.reference(t, 'parent_id', 'zones').nullable();
    t.boolean('allow_material').notNullable();
    make.searchText(t, knex);

    t.unique(['site_id', 'name']);
    make.orders(t, ['site_id'], 'name_key', 'created_at');
    t.index(['name_key', 'id']);
    t.index(['parent_id', 'name_key', 'id']);
  },
});
