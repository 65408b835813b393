import {
  BelongsTo,
  defineResource,
  Enum,
  Instant,
  Integer,
  Internal,
  Json,
  Nullable,
  ReadOnly,
  Text,
  ViewOnly,
} from '../engine/index.ts';
import { resourceValues } from './access/journal-values.ts';
import { forgetDeliveries, redeliver } from './webhooks/deliveries.ts';

/** Deliveries to webhooks, and their results. */
export default defineResource({
  name: 'webhook-delivery',
  path: 'webhook-deliveries',
  table: 'webhook_deliveries',
  scope: 'site',
  operations: ['list', 'view'],
  permissions: ['redeliver'],
  display: '{webhook} · {type}',
  fields: {
    webhook_id: ReadOnly(BelongsTo('webhooks')),
    event_id: ReadOnly(Text({ max: 64, label: 'event' })),
    type: ReadOnly(Text({ max: 100 })),
    resource: ReadOnly(Text({ max: 64, offered: resourceValues })),
    record_id: ReadOnly(Integer({ label: 'row' })),
    status: ReadOnly(
      Enum(['pending', 'delivered', 'failed'], {
        tones: { pending: 'info', delivered: 'good', failed: 'bad' },
      }),
    ),
    attempts: ReadOnly(Integer({ label: 'number of attempts', heading: 'Attempts' })),
    // A delivery that waits for the previous one has none. During an attempt, it is the time at which another node takes over.
    next_attempt_at: ReadOnly(Nullable(Instant({ label: 'next attempt' }))),
    last_attempt_at: ReadOnly(Nullable(Instant({ label: 'last attempt' }))),
    delivered_at: ReadOnly(Nullable(Instant({ label: 'delivery', heading: 'Delivered' }))),
    response_status: ReadOnly(Nullable(Integer({ label: 'status of the answer', heading: 'Answer' }))),
    error: ReadOnly(
      Nullable(Enum(['timeout', 'name', 'connection', 'tls', 'blocked_address', 'redirect', 'status'])),
    ),
    duration_ms: ReadOnly(Nullable(Integer({ label: 'duration', unit: 'ms' }))),
    payload: ReadOnly(
      ViewOnly(
        Json<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description: 'What was sent, or will be.',
        }),
      ),
    ),
    // Attempts before it was last redelivered: its schedule started again.
    tried_before: Internal(Integer({ default: 0 })),
    // The process that is making an attempt.
    holder: Internal(Nullable(Text({ max: 36 }))),
  },
  filters: ['webhook_id', 'status', 'type', 'event_id', 'resource', 'record_id'],
  sort: ['created_at'],
  defaultSort: '-created_at',
  unique: [['webhook_id', 'event_id']],
  actions: {
    redeliver: {
      on: 'row',
      permission: 'redeliver',
      label: 'deliver again',
      summary: 'Delivers it again now, whatever has become of it, under the same `webhook-id`.',
      run: redeliver,
    },
  },
  tasks: {
    forget: { every: '1 hour', run: forgetDeliveries },
  },
  view: {
    icon: 'list',
    group: 'Administration',
    order: 131,
    columns: [
      'created_at',
      'webhook_id',
      'type',
      'record_id',
      'status',
      'attempts',
      'response_status',
      'error',
    ],
    headline: ['status', 'error', 'response_status', 'next_attempt_at'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'webhook-deliveries': typeof import('./webhook-deliveries.ts').default;
  }
}
