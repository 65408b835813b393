import {
  BelongsTo,
  defineResource,
  Enum,
  EnumSet,
  Failure,
  Instant,
  Internal,
  Nullable,
  Once,
  ReadOnly,
  say,
  Text,
  writeLocked,
} from '../engine/index.ts';

/** The maximum number per person. */
const mostFeeds = 20;
const tooMany = say('You have {count} calendars already. Delete one first.', { count: mostFeeds });

/** Calendars that people subscribe to by an address, each for one of their sites. */
export default defineResource({
  name: 'calendar-feed',
  path: 'calendar-feeds',
  table: 'calendar_feeds',
  title: { one: 'calendar', many: 'calendars' },
  scope: 'own',
  operations: ['list', 'view', 'create', 'delete'],
  fields: {
    name: Text(),
    site_id: BelongsTo('sites'),
    include: EnumSet({
      table: 'calendar_feed_resources',
      own: 'calendar_feed_id',
      column: 'resource',
      values: ['maintenances', 'plan-occurrences'],
      default: ['maintenances', 'plan-occurrences'],
      min: 1,
      label: 'content',
    }),
    operator: Enum(['me', 'all'], { default: 'me', label: 'work of', heading: 'Work of' }),
    last_fetched_at: ReadOnly(Nullable(Instant({ label: 'last fetch', heading: 'Last fetched' }))),
    url: Once(Text({ max: 2000, label: 'address' })),
    digest: Internal(Text({ max: 64 })),
  },
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['digest']],
  hooks: {
    async beforeValidate({ row, previous, rows, db, actor, services }) {
      if (previous || actor.id === null) return;
      // Concurrent creates wait for each other here.
      await rows('users').of(actor.id);
      await writeLocked(db, 'users', [actor.id]);
      const own = await rows('calendar-feeds').find({ user_id: actor.id });
      if (own.length >= mostFeeds) throw new Failure('conflict', { message: tooMany });
      Object.assign(row, services.newCalendar());
    },
  },
  view: {
    icon: 'calendar',
    account: true,
    group: 'Daily work',
    order: 300,
    columns: ['name', 'site_id', 'include', 'operator', 'last_fetched_at'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'calendar-feeds': typeof import('./calendar-feeds.ts').default;
  }
}
