/**
 * The journal: the changes, with their author and time. Entries stay when their site is deleted. `pending` marks those that wait to be
 * handed on.
 */
import * as make from './columns/index.ts';

export const { up, down } = make.migrationOf({
  activities: (t) => {
    make.resource(t, 'site_id');
    make.reference(t, 'site_id', 'sites', 'SET NULL').nullable();
    t.string('name', 100).notNullable();
    t.string('resource', 64).notNullable();
    for (const column of ['record_id', 'pending']) t.integer(column).unsigned().nullable();
    t.string('action', 32).notNullable();
    make.reference(t, 'user_id', 'users').nullable();
    t.text('changes', 'mediumtext').nullable();
    t.string('request_id', 64).nullable();

    t.index(['site_id', 'created_at', 'id']);
    make.orders(t, [], 'created_at', 'pending');
    t.index(['user_id', 'created_at']);
    // Ids of records differ more than names of resources: one index serves both filters together and the first one alone.
    t.index(['record_id', 'resource', 'id']);
    t.index(['user_id', 'site_id']); // Whether a person occurs at a site.
  },
});
