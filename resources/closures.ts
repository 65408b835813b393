import { DateOnly, defineResource, say, Text } from '../engine/index.ts';
import { followClosedDays, settleClosedDays } from './plan-work/follow-site.ts';
import { planSteps } from './plan-work/own.ts';

/** Days on which a site is closed: holidays, shutdowns. A day is closed at most once, for any number of reasons. */
export default defineResource({
  name: 'closure',
  path: 'closures',
  table: 'closures',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    day: DateOnly(),
    name: Text(),
  },
  filters: ['day'],
  search: ['name'],
  sort: ['day', 'name', 'created_at'],
  defaultSort: 'day',
  unique: [{ fields: ['site_id', 'day'], taken: say('The site is already closed on this day.') }],
  cascades: { write: planSteps, delete: planSteps },
  hooks: {
    beforeValidate: (write) => settleClosedDays(write, write.row.site_id),
    afterWrite: (write) => followClosedDays(write, write.row.site_id),
    beforeDelete: (remove) => settleClosedDays(remove, remove.row.site_id),
    afterDelete: (remove) => followClosedDays(remove, remove.row.site_id),
  },
  view: {
    icon: 'calendar',
    group: 'Administration',
    order: 94,
    columns: ['day', 'name'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    closures: typeof import('./closures.ts').default;
  }
}
