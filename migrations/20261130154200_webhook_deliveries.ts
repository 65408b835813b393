/** The events for webhooks, each once. */
import * as make from './columns/index.ts';

export const values = {
  webhook_deliveries: {
    status: ['pending', 'delivered', 'failed'],
    error: ['timeout', 'name', 'connection', 'tls', 'blocked_address', 'redirect', 'status'],
  },
};

export const { up, down } = make.migrationOf({
  webhook_deliveries: (t) => {
    make.siteResource(t);
    make.reference(t, 'webhook_id', 'webhooks').notNullable();
    for (const column of ['event_id', 'resource']) t.string(column, 64).notNullable();
    t.string('type', 100).notNullable();
    for (const column of ['record_id', 'attempts', 'tried_before']) t.integer(column).notNullable();
    make.choice(t, 'status');
    for (const column of ['next_attempt_at', 'last_attempt_at', 'delivered_at'])
      make.moment(t, column).nullable();
    for (const column of ['response_status', 'duration_ms']) t.integer(column).nullable();
    t.string('error', 32).nullable();
    t.text('payload', 'mediumtext').notNullable();
    t.string('holder', 36).nullable();

    t.unique(['webhook_id', 'event_id']);
    make.orders(t, ['site_id'], 'created_at', 'record_id', 'event_id');
    t.index(['created_at', 'id']);
    t.index(['site_id', 'status', 'created_at', 'id']);
    t.index(['webhook_id', 'created_at', 'id']);
    t.index(['webhook_id', 'next_attempt_at', 'id']); // Those that are due.
    t.index(['type', 'next_attempt_at']); // Tests that are due, also of webhooks that are not active.
    t.index(['webhook_id', 'holder']); // Those that a process has taken.
    t.index(['status', 'webhook_id', 'id']); // The oldest that waits.
    t.index(['record_id', 'webhook_id', 'status', 'id']); // Those that come before another one of the same record.
  },
});
