/**
 * Trades with their hourly rates, and the labour of people on maintenances. The mark on running entries allows one person one of
 * them.
 */
import type { Knex } from 'knex';
import {
  choice,
  copyWith,
  createTable,
  dropTable,
  markWhere,
  moment,
  money,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

/** The values that these columns may have from now on. */
export const values = {
  labour_entries: { kind: ['work', 'travel', 'waiting'] },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'trades', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name', 255).notNullable();
    money(t, 'hourly_rate').notNullable();
    t.boolean('active').notNullable();
    searchText(t, knex);

    t.unique(['site_id', 'name']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
    t.index(['name_key', 'id']);
  });
  await addSearchIndex(knex, 'trades');
  await createTable(knex, 'labour_entries', (t) => {
    resource(t, 'site_id');
    site(t);
    reference(t, 'maintenance_id', 'maintenances').notNullable();
    reference(t, 'user_id', 'users').notNullable();
    reference(t, 'trade_id', 'trades').notNullable();
    choice(t, 'kind');
    t.integer('minutes').nullable();
    t.date('worked_on').notNullable();
    moment(t, 'started_at').nullable();
    moment(t, 'ended_at').nullable();
    money(t, 'hourly_rate').notNullable();
    t.text('notes').nullable();
    money(t, 'amount').nullable();
    markWhere(t, 'where_started_at_not__faa483d4', '`started_at` is not null and `ended_at` is null');
    copyWith(t, 'user_id', 'int unsigned', ['where_started_at_not__faa483d4']);
    searchText(t, knex);

    t.unique(
      ['where_started_at_not__faa483d4', 'user_id_with_where_started_at_not__faa483d4'],
      'labour_entries_where_started_at_not__faa483d4_us_c530a118_unique',
    );
    t.index(['site_id', 'worked_on', 'id']);
    t.index(['site_id', 'kind', 'worked_on', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['site_id', 'ended_at', 'started_at', 'id']); // Running entries.
    t.index(['worked_on', 'id']);
    t.index(['maintenance_id', 'id']);
    t.index(['trade_id', 'id']);
    t.index(['user_id', 'site_id', 'worked_on', 'id']); // The latest at a site, whose trade the next one takes.
    t.index(['user_id', 'started_at', 'id']); // Entries that may not overlap.
  });
  await addSearchIndex(knex, 'labour_entries');
}

export async function down(knex: Knex): Promise<void> {
  await dropSearchIndex(knex, 'labour_entries');
  await dropTable(knex, 'labour_entries');
  await dropSearchIndex(knex, 'trades');
  await dropTable(knex, 'trades');
}
