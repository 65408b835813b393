/** Reports of people without an account. */
import * as make from './columns/index.ts';

export const values = { work_requests: { status: ['received', 'accepted', 'rejected', 'duplicate'] } };

export const { up, down } = make.migrationOf({
  work_requests: (t, knex) => {
    make.siteResource(t);
    t.string('reference', 14).notNullable();
    t.string('name', 80).notNullable();
    t.text('description').notNullable();
    t.string('requester_name', 100).nullable();
    t.string('requester_contact', 255).nullable();
    make.reference(t, 'request_point_id', 'request_points').notNullable();
    make.reference(t, 'material_id', 'materials').nullable();
    make.reference(t, 'zone_id', 'zones', 'SET NULL').nullable();
    make.choice(t, 'status');
    make.reference(t, 'incident_id', 'incidents', 'SET NULL').nullable();
    make.reference(t, 'maintenance_id', 'maintenances', 'SET NULL').nullable();
    make.reference(t, 'duplicate_of_id', 'work_requests').nullable();
    t.text('public_note').nullable();
    for (const column of ['decided_at', 'forget_at']) make.moment(t, column).nullable();
    make.reference(t, 'decided_by_id', 'users').nullable();
    make.searchText(t, knex);

    t.unique(['reference']);
    t.index(['site_id', 'status', 'created_at', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    make.orders(t, [], 'created_at', 'request_point_id', 'material_id', 'zone_id', 'incident_id');
    make.orders(t, [], 'maintenance_id', 'duplicate_of_id', 'decided_by_id');
    t.index(['forget_at', 'site_id']); // Whose time has come.
  },
});
