/** Places where people without an account report problems. */
import * as make from './columns/index.ts';

export const values = { request_points: { contact: ['none', 'optional', 'required'] } };

export const { up, down } = make.migrationOf({
  request_points: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name', 255).notNullable();
    make.reference(t, 'material_id', 'materials').nullable();
    make.reference(t, 'zone_id', 'zones').nullable();
    t.string('hint', 500).nullable();
    make.choice(t, 'contact');
    for (const column of ['photos', 'active']) t.boolean(column).notNullable();
    t.string('token', 32).notNullable();
    make.searchText(t, knex);

    t.unique(['token']);
    make.orders(t, ['site_id'], 'name_key', 'created_at');
    make.orders(t, [], 'name_key', 'created_at', 'material_id', 'zone_id');
  },
});
