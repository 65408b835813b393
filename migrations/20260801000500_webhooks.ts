/** Addresses of other programs that get events. */
import type { Knex } from 'knex';
import {
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
export const values = { webhooks: { disabled_reason: ['gone', 'failing'] } };

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'webhooks', (t) => {
    resource(t, 'site_id');
    site(t);
    sortedText(t, 'name', 255).notNullable();
    t.text('url').notNullable();
    t.boolean('active').notNullable();
    t.boolean('include_row').notNullable();
    t.boolean('every_site').notNullable();
    t.string('disabled_reason', 32).nullable();
    moment(t, 'failing_since').nullable();
    moment(t, 'last_delivered_at').nullable();
    t.string('sealed_secret', 255).nullable();
    t.string('former_secret', 255).nullable();
    moment(t, 'former_until').nullable();
    t.integer('failures').notNullable();
    searchText(t, knex);

    t.unique(['site_id', 'name']);
    t.index(['site_id', 'name_key', 'id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['name_key', 'id']);
    t.index(['created_at', 'id']);
  });
  await addSearchIndex(knex, 'webhooks');
  await createTable(knex, 'webhook_events', (t) => {
    reference(t, 'webhook_id', 'webhooks', 'CASCADE').notNullable();
    t.string('pattern', 100).notNullable();

    t.primary(['webhook_id', 'pattern']);
    t.index(['pattern', 'webhook_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'webhook_events');
  await dropSearchIndex(knex, 'webhooks');
  await dropTable(knex, 'webhooks');
}
