import {
  and,
  BelongsTo,
  Computed,
  conditionSql,
  defineResource,
  Instant,
  Integer,
  Internal,
  Json,
  NoticeText,
  Nullable,
  query,
  ReadOnly,
  storeInstant,
  Text,
} from '../engine/index.ts';
import { kindValues, noticedValues } from './access/notice-values.ts';

/** How many rows one statement marks. */
const idsAtOnce = 500;

/** Notifications of each person about rows that they may view. The notices of definitions create them. */
export default defineResource({
  name: 'notification',
  path: 'notifications',
  table: 'notifications',
  scope: 'own',
  operations: ['list', 'view'],
  permissions: ['update'],
  fields: {
    name: NoticeText({ resource: 'resource', record: 'record_id', notice: 'kind', said: 'said' }),
    kind: Text({ max: 100, offered: kindValues }),
    resource: Text({ max: 64, offered: noticedValues }),
    record_id: Integer(),
    site_id: ReadOnly(Nullable(BelongsTo('sites', { onDelete: 'unlink' }))),
    read_at: ReadOnly(Nullable(Instant({ label: 'time of reading', heading: 'Read' }))),
    unread: Computed({ read_at: null }),
    // The edge that distinguishes this occurrence from all others, and the values in the sentence.
    edge: Internal(Text({ max: 100 })),
    said: Internal(
      Json<{ readonly zone?: string; readonly values: Readonly<Record<string, unknown>> }>({
        type: 'object',
      }),
    ),
  },
  filters: ['kind', 'unread', 'site_id', 'resource', 'record_id'],
  sort: ['created_at'],
  defaultSort: '-created_at',
  unique: [['user_id', 'kind', 'record_id', 'edge']],
  actions: {
    read: {
      on: 'row',
      permission: 'update',
      summary: 'Mark as read',
      run: ({ row, update, now }) => update(row?.read_at ? {} : { read_at: now }),
    },
    'read-all': {
      on: 'collection',
      permission: 'update',
      verb: 'read',
      summary: 'Mark all as read',
      answer: { read: Integer({ minimum: 0 }) },
      run: async ({ db, actor, now, services, answer }) => {
        const unread = and(services.visibleTo(actor, 'notification'), { op: 'null', column: 'read_at' });
        const { text, bindings } = conditionSql(unread, 'n');
        const found = await query(db, { text: `select n.id from notifications n where ${text}`, bindings });
        const ids = found.map(({ id }) => Number(id));
        const moment = storeInstant(now);
        const changes = { read_at: moment, updated_at: moment };
        for (let at = 0; at < ids.length; at += idsAtOnce) {
          await db('notifications')
            .whereIn('id', ids.slice(at, at + idsAtOnce))
            .increment('version', 1)
            .update(changes);
        }
        return answer({ read: ids.length });
      },
    },
  },
  view: {
    icon: 'bell',
    group: 'Administration',
    order: 119,
    columns: ['created_at', 'name', 'unread'],
    bell: { resource: 'resource', record: 'record_id', unread: 'unread' },
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    notifications: typeof import('./notifications.ts').default;
  }
}
