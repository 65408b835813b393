/** Calendars that other programs fetch, each by the digest of its token, and the resources in each. */
import * as make from './columns/index.ts';

export const values = {
  calendar_feed_resources: { resource: ['maintenances', 'plan-occurrences'] },
  calendar_feeds: { operator: ['me', 'all'] },
};

export const { up, down } = make.migrationOf({
  calendar_feeds: (t) => {
    make.resource(t, 'site_id');
    make.sortedText(t, 'name', 255).notNullable();
    make.reference(t, 'site_id', 'sites').notNullable();
    make.choice(t, 'operator');
    make.moment(t, 'last_fetched_at').nullable();
    t.string('digest', 64).notNullable();
    make.reference(t, 'user_id', 'users').notNullable();

    t.unique(['digest']);
    t.index(['user_id', 'name_key', 'id']);
    t.index(['user_id', 'created_at', 'id']);
    t.index(['site_id', 'id']);
  },
  calendar_feed_resources: (t) => {
    make.reference(t, 'calendar_feed_id', 'calendar_feeds', 'CASCADE').notNullable();
    t.string('resource', 100).notNullable();

    t.primary(['calendar_feed_id', 'resource']);
    t.index(['resource', 'calendar_feed_id']);
  },
});
