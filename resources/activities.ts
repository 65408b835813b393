import {
  BelongsTo,
  ChangeLabels,
  defineResource,
  Integer,
  Json,
  Nullable,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import { actionValues, resourceValues } from './access/journal-values.ts';

/** The audit trail: the engine adds an entry to it with every write. */
export default defineResource({
  name: 'activity',
  path: 'activities',
  table: 'activities',
  scope: 'site',
  operations: ['list', 'view'],
  fields: {
    name: Text({ max: 100 }),
    resource: Text({ max: 64, offered: resourceValues }),
    record_id: Nullable(Integer()),
    action: Text({ max: 32, offered: actionValues }),
    user_id: Nullable(BelongsTo('users', { nullLabel: 'System' })),
    changes: Nullable(
      Json<Record<string, [before: unknown, after: unknown]>>({
        type: 'object',
        additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
        description: 'Field → its value before and after.',
      }),
    ),
    labels: ChangeLabels({ resource: 'resource', changes: 'changes', label: 'names of values' }),
    // Entries outlive the site that they are about, and users without a site can sign in.
    site_id: ReadOnly(Nullable(BelongsTo('sites', { onDelete: 'unlink' }))),
    request_id: Nullable(Text({ max: 64 })),
  },
  filters: ['resource', 'record_id', 'action', 'user_id'],
  sort: ['created_at'],
  defaultSort: '-created_at',
  view: {
    icon: 'history',
    group: 'Administration',
    order: 120,
    columns: ['created_at', 'user_id', 'action', 'resource', 'record_id'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    activities: typeof import('./activities.ts').default;
  }
}
