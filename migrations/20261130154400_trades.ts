/** Trades with their hourly rates. */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  trades: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name', 255).notNullable();
    make.money(t, 'hourly_rate').notNullable();
    t.boolean('active').notNullable();
    make.searchText(t, knex);

    t.unique(['site_id', 'name']);
    make.orders(t, ['site_id'], 'name_key', 'created_at');
    make.orders(t, [], 'created_at', 'name_key');
  },
});
