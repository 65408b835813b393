/** Addresses of other programs that get events. */
import * as make from './columns/index.ts';

export const values = { webhooks: { disabled_reason: ['gone', 'failing'] } };

export const { up, down } = make.migrationOf({
  webhooks: (t, knex) => {
    make.siteResource(t);
    make.sortedText(t, 'name', 255).notNullable();
    t.text('url').notNullable();
    for (const column of ['active', 'include_row', 'every_site']) t.boolean(column).notNullable();
    t.string('disabled_reason', 32).nullable();
    for (const column of ['failing_since', 'last_delivered_at', 'former_until'])
      make.moment(t, column).nullable();
    for (const column of ['sealed_secret', 'former_secret']) t.string(column, 255).nullable();
    t.integer('failures').notNullable();
    make.searchText(t, knex);

    t.unique(['site_id', 'name']);
    make.orders(t, ['site_id'], 'name_key', 'created_at');
    make.orders(t, [], 'name_key', 'created_at');
  },
  webhook_events: (t) => {
    make.reference(t, 'webhook_id', 'webhooks', 'CASCADE').notNullable();
    t.string('pattern', 100).notNullable();

    t.primary(['webhook_id', 'pattern']);
    t.index(['pattern', 'webhook_id']);
  },
});
