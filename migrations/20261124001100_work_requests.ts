/** Places where people without an account report problems, and their reports. */
import type { Knex } from 'knex';
import {
  choice,
  createTable,
  dropTable,
  moment,
  reference,
  resource,
  searchText,
  site,
  sortedText,
} from './columns/index.ts';
import { addSearchIndex, dropSearchIndex } from './columns/search.ts';

/** The values that these columns may have from now on. */
export const values = {
  request_points: { contact: ['none', 'optional', 'required'] },
  work_requests: { status: ['received', 'accepted', 'rejected', 'duplicate'] },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'request_points', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name', 255).notNullable();
    reference(t, 'material_id', 'materials').nullable();
    reference(t, 'zone_id', 'zones').nullable();
    t.string('hint', 500).nullable();
    choice(t, 'contact');
    t.boolean('photos').notNullable();
    t.boolean('active').notNullable();
    t.string('token', 32).notNullable();
    searchText(t, knex);

    t.unique(['token']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['name_key', 'id']);
    t.index(['created_at', 'id']);
    t.index(['material_id', 'id']);
    t.index(['zone_id', 'id']);
  });
  await addSearchIndex(knex, 'request_points');
  await createTable(knex, 'work_requests', (t) => {
    resource(t, 'site_id');
    site(t);
    t.string('reference', 14).notNullable();
    t.string('name', 80).notNullable();
    t.text('description').notNullable();
    t.string('requester_name', 100).nullable();
    t.string('requester_contact', 255).nullable();
    reference(t, 'request_point_id', 'request_points').notNullable();
    reference(t, 'material_id', 'materials').nullable();
    reference(t, 'zone_id', 'zones', 'SET NULL').nullable();
    choice(t, 'status');
    reference(t, 'incident_id', 'incidents', 'SET NULL').nullable();
    reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    reference(t, 'duplicate_of_id', 'work_requests').nullable();
    t.text('public_note').nullable();
    moment(t, 'decided_at').nullable();
    reference(t, 'decided_by_id', 'users').nullable();
    moment(t, 'forget_at').nullable();
    searchText(t, knex);

    t.unique(['reference']);
    t.index(['site_id', 'status', 'created_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
    t.index(['request_point_id', 'id']);
    t.index(['material_id', 'id']);
    t.index(['zone_id', 'id']);
    t.index(['incident_id', 'id']);
    t.index(['maintenance_id', 'id']);
    t.index(['duplicate_of_id', 'id']);
    t.index(['decided_by_id', 'id']);
    t.index(['forget_at', 'site_id']); // Whose time has come.
  });
  await addSearchIndex(knex, 'work_requests');
}

export async function down(knex: Knex): Promise<void> {
  await dropSearchIndex(knex, 'work_requests');
  await dropTable(knex, 'work_requests');
  await dropSearchIndex(knex, 'request_points');
  await dropTable(knex, 'request_points');
}
