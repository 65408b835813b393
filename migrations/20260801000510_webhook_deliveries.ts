/** The events for webhooks, each once. */
import type { Knex } from 'knex';
import { choice, createTable, dropTable, moment, reference, resource, site } from './columns/index.ts';

/** The values that these columns may have from now on. */
export const values = {
  webhook_deliveries: {
    status: ['pending', 'delivered', 'failed'],
    error: ['timeout', 'connection', 'tls', 'blocked_address', 'redirect', 'status'],
  },
};

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, 'webhook_deliveries', (t) => {
    resource(t, 'site_id');
    site(t);
    reference(t, 'webhook_id', 'webhooks').notNullable();
    t.string('event_id', 64).notNullable();
    t.string('type', 100).notNullable();
    t.string('resource', 64).notNullable();
    t.integer('record_id').notNullable();
    choice(t, 'status');
    t.integer('attempts').notNullable();
    moment(t, 'next_attempt_at').nullable();
    moment(t, 'last_attempt_at').nullable();
    moment(t, 'delivered_at').nullable();
    t.integer('response_status').nullable();
    t.string('error', 32).nullable();
    t.integer('duration_ms').nullable();
    t.text('payload', 'mediumtext').notNullable();
    t.integer('tried_before').notNullable();
    t.string('holder', 36).nullable();

    t.unique(['webhook_id', 'event_id']);
    t.index(['site_id', 'created_at', 'id']);
    t.index(['created_at', 'id']);
    t.index(['site_id', 'record_id', 'id']);
    t.index(['site_id', 'event_id', 'id']);
    t.index(['site_id', 'status', 'created_at', 'id']);
    t.index(['webhook_id', 'created_at', 'id']);
    t.index(['webhook_id', 'next_attempt_at', 'id']); // Those that are due.
    t.index(['type', 'next_attempt_at']); // Tests that are due, also of webhooks that are not active.
    t.index(['webhook_id', 'holder']); // Those that a process has taken.
    t.index(['status', 'webhook_id', 'id']); // The oldest that waits.
    t.index(['record_id', 'webhook_id', 'status', 'id']); // Those that come before another one of the same record.
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropTable(knex, 'webhook_deliveries');
}
