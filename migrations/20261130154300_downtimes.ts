/** The stops of materials, and their reasons. A unique key allows one open stop of a kind per material. */
import * as make from './columns/index.ts';

export const values = { downtimes: { kind: ['unplanned', 'planned', 'external'] } };

export const { up, down } = make.migrationOf({
  downtimes: (t, knex) => {
    make.siteResource(t);
    t.string('name', 400).notNullable();
    make.reference(t, 'material_id', 'materials').notNullable();
    make.rankedChoice(t, 'kind', values.downtimes.kind);
    make.moment(t, 'started_at').notNullable();
    make.moment(t, 'ended_at').nullable();
    make.reference(t, 'incident_id', 'incidents', 'SET NULL').nullable();
    make.reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    t.text('notes').nullable();
    t.integer('minutes').nullable();
    t.boolean('by_status').notNullable();
    make.markWhere(t, 'where_ended_at_null', '`ended_at` is null');
    make.copyWith(t, 'kind', 'varchar(32)', ['where_ended_at_null']);
    make.copyWith(t, 'material_id', 'int unsigned', ['where_ended_at_null']);
    make.searchText(t, knex);

    t.unique(
      ['where_ended_at_null', 'kind_with_where_ended_at_null', 'material_id_with_where_ended_at_null'],
      'downtimes_where_ended_at_null_kind_with_where_en_526ca9a6_unique',
    );
    make.orders(t, ['site_id'], 'started_at', 'ended_at', 'kind_rank', 'created_at');
    t.index(['site_id', 'kind', 'started_at', 'id']);
    make.orders(t, [], 'started_at', 'material_id', 'incident_id', 'maintenance_id');
  },
});
