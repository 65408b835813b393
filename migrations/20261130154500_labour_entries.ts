/** The labour of people on maintenances. The mark on running entries allows one person one of them. */
import * as make from './columns/index.ts';

export const values = { labour_entries: { kind: ['work', 'travel', 'waiting'] } };

export const { up, down } = make.migrationOf({
  labour_entries: (t, knex) => {
    make.siteResource(t);
    make.reference(t, 'maintenance_id', 'maintenances').notNullable();
    make.reference(t, 'user_id', 'users').notNullable();
    make.reference(t, 'trade_id', 'trades').notNullable();
    make.choice(t, 'kind');
    t.integer('minutes').nullable();
    t.date('worked_on').notNullable();
    for (const column of ['started_at', 'ended_at']) make.moment(t, column).nullable();
    make.money(t, 'hourly_rate').notNullable();
    t.text('notes').nullable();
    make.money(t, 'amount').nullable();
    make.markWhere(t, 'where_started_at_not__faa483d4', '`started_at` is not null and `ended_at` is null');
    make.copyWith(t, 'user_id', 'int unsigned', ['where_started_at_not__faa483d4']);
    make.searchText(t, knex);

    t.unique(
      ['where_started_at_not__faa483d4', 'user_id_with_where_started_at_not__faa483d4'],
      'labour_entries_where_started_at_not__faa483d4_us_c530a118_unique',
    );
    make.orders(t, ['site_id'], 'worked_on', 'created_at');
    t.index(['site_id', 'kind', 'worked_on', 'id']);
    t.index(['site_id', 'ended_at', 'started_at', 'id']); // Running entries.
    make.orders(t, [], 'worked_on', 'maintenance_id', 'trade_id');
    t.index(['user_id', 'site_id', 'worked_on', 'id']); // The latest at a site, whose trade the next one takes.
    t.index(['user_id', 'started_at', 'id']); // Entries that may not overlap.
  },
});
