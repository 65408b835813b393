/**
 * The table of resources/calendar-feeds.ts.
 */
import type { Knex } from 'knex';
import { choice, createTable, dropTable, moment, reference, resource, sortedText } from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  calendar_feed_resources: { resource: ['maintenances', 'plan-occurrences'] },
  calendar_feeds: { operator: ['me', 'all'] },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'calendar_feeds', (t) => {
    resource(t, 'site_id');
    sortedText(t, 'name', 255).notNullable();
    reference(t, 'site_id', 'sites').notNullable();
    choice(t, 'operator');
    moment(t, 'last_fetched_at').nullable();
    t.string('digest', 64).notNullable();
    reference(t, 'user_id', 'users').notNullable();

    t.unique(['digest']);
    t.index(['user_id', 'name_key', 'id']);
    t.index(['user_id', 'created_at', 'id']);
    t.index(['site_id', 'id']);
  });
  await createTable(knex, 'calendar_feed_resources', (t) => {
    reference(t, 'calendar_feed_id', 'calendar_feeds', 'CASCADE').notNullable();
    t.string('resource', 100).notNullable();

    t.primary(['calendar_feed_id', 'resource']);
    t.index(['resource', 'calendar_feed_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'calendar_feed_resources');
  await dropTable(knex, 'calendar_feeds');
}
