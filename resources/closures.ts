import { DateOnly, defineResource, say, Text } from '../engine/index.ts';

/** Days on which nobody works at a site: holidays, shutdowns. A day is closed once, whatever the reasons. */
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
  unique: [{ fields: ['site_id', 'day'], taken: say('The site is closed on this day already.') }],
  view: {
    icon: 'calendar',
    group: 'Administration',
    order: 94,
    columns: ['day', 'name'],
  },
});
