/** The stops of materials, and their reasons. A unique key allows one open stop of a kind per material. */
import type { Knex } from 'knex';
import {
  copyWith,
  createTable,
  dropTable,
  markWhere,
  moment,
  rankedChoice,
  reference,
  resource,
  searchText,
  site,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

/** The values that these columns may have from now on. */
export const values = {
  downtimes: { kind: ['unplanned', 'planned', 'external'] },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'downtimes', (t) => {
    resource(t, 'site_id');
    site(t);
    t.string('name', 400).notNullable();
    reference(t, 'material_id', 'materials').notNullable();
    rankedChoice(t, 'kind', ['unplanned', 'planned', 'external']);
    moment(t, 'started_at').notNullable();
    moment(t, 'ended_at').nullable();
    reference(t, 'incident_id', 'incidents', 'SET NULL').nullable();
    reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    t.text('notes').nullable();
    t.integer('minutes').nullable();
    t.boolean('by_status').notNullable();
    markWhere(t, 'where_ended_at_null', '`ended_at` is null');
    copyWith(t, 'kind', 'varchar(32)', ['where_ended_at_null']);
    copyWith(t, 'material_id', 'int unsigned', ['where_ended_at_null']);
    searchText(t, knex);

    t.unique(
      ['where_ended_at_null', 'kind_with_where_ended_at_null', 'material_id_with_where_ended_at_null'],
      'downtimes_where_ended_at_null_kind_with_where_en_526ca9a6_unique',
    );
    t.index(['site_id', 'started_at', 'id']);
    t.index(['site_id', 'ended_at', 'id']);
    t.index(['site_id', 'kind_rank', 'id']);
    t.index(['site_id', 'kind', 'started_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['started_at', 'id']);
    t.index(['material_id', 'id']);
    t.index(['incident_id', 'id']);
    t.index(['maintenance_id', 'id']);
  });
  await addSearchIndex(knex, 'downtimes');
}

export async function down(knex: Knex): Promise<void> {
  await dropSearchIndex(knex, 'downtimes');
  await dropTable(knex, 'downtimes');
}
