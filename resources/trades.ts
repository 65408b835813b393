import { Bool, defineResource, Money, say, Text } from '../engine/index.ts';

/** Occupations, and the cost of an hour. The rate belongs to the trade: no person's wage is revealed. */
export default defineResource({
  name: 'trade',
  path: 'trades',
  table: 'trades',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    hourly_rate: Money({ help: 'Entries that are there keep the rate that they were made with.' }),
    active: Bool({ default: true, tones: { false: 'mute' } }),
  },
  filters: ['active'],
  search: ['name'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [{ fields: ['site_id', 'name'], taken: say('There is a trade of this name already.') }],
  deleteAdvice: 'Make it inactive instead: it is then no longer offered.',
  view: {
    icon: 'people',
    group: 'Administration',
    order: 96,
    columns: ['name', 'hourly_rate', 'active'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    trades: typeof import('./trades.ts').default;
  }
}
