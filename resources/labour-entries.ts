import {
  BelongsTo,
  Computed,
  DateOnly,
  defineResource,
  Enum,
  Instant,
  Minutes,
  Money,
  Nullable,
  Optional,
  ReadOnly,
  say,
  Text,
} from '../engine/index.ts';
import { amountOf, longest } from './labour/amount.ts';
import { guardEntries, peopleFor, runsAlready, settlePerson, settleTimes } from './labour/entry.ts';

/** Work of people on a maintenance: minutes on a day, or a start and an end. */
export default defineResource({
  name: 'labour-entry',
  path: 'labour-entries',
  table: 'labour_entries',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  permissions: ['manage'],
  display: '{user} · {maintenance}',
  fields: {
    maintenance_id: BelongsTo('maintenances', { include: ['material'] }),
    user_id: Optional(
      BelongsTo('users', {
        offer: ({ actor }) => peopleFor(actor),
        label: 'person',
        help: 'If empty, it is you.',
      }),
    ),
    trade_id: Optional(
      BelongsTo('trades', {
        where: { active: true },
        help: 'If empty, it is that of the person’s latest entry.',
      }),
    ),
    kind: Enum(['work', 'travel', 'waiting'], { default: 'work' }),
    minutes: Nullable(Minutes({ minimum: 0, maximum: longest, label: 'minutes' })),
    worked_on: DateOnly({ default: 'today', label: 'day of the work', heading: 'Worked on' }),
    started_at: Nullable(Instant({ past: true, label: 'start', heading: 'Started' })),
    ended_at: Nullable(Instant({ past: true, label: 'end', heading: 'Ended' })),
    hourly_rate: Optional(Money({ help: 'If empty, it is the trade’s. It stays when that changes.' })),
    notes: Nullable(Text({ max: 2000, multiline: true })),
    // A day at the highest rate.
    amount: ReadOnly(Nullable(Money({ maximum: 240_000_000 }))),
    running: Computed({ started_at: { not: null }, ended_at: null }, { tones: { true: 'info' } }),
  },
  filters: ['maintenance_id', 'user_id', 'trade_id', 'kind', 'worked_on', 'running'],
  filtersThrough: { material_id: 'maintenance_id.material_id' },
  search: ['notes'],
  sort: ['worked_on'],
  defaultSort: '-worked_on',
  sums: ['minutes', 'amount'],
  unique: [{ fields: ['user_id'], where: { started_at: { not: null }, ended_at: null }, taken: runsAlready }],
  only: [
    {
      fields: ['ended_at'],
      beside: { started_at: { not: null } },
      message: say('Only what has a start has an end: send the start, too.'),
    },
  ],
  order: [{ lower: 'started_at', upper: 'ended_at', blames: 'upper' }],
  rules: [
    { of: ['user_id', 'trade_id', 'hourly_rate'], check: settlePerson },
    { of: ['user_id', 'minutes', 'worked_on', 'started_at', 'ended_at'], check: settleTimes },
  ],
  guards: { update: guardEntries, delete: guardEntries },
  hooks: {
    beforeValidate({ row }) {
      row.amount = row.minutes === null ? null : amountOf(row.minutes, row.hourly_rate ?? 0);
    },
  },
  actions: {
    'clock-in': {
      on: 'collection',
      permission: 'create',
      label: 'clock in',
      summary: 'Begins an entry of one’s own now. It ends the one that runs.',
      input: {
        maintenance_id: BelongsTo('maintenances'),
        trade_id: Nullable(BelongsTo('trades', { help: 'If empty, it is that of your latest entry.' })),
      },
      run: ({ input: { maintenance_id, trade_id }, now, create }) =>
        create({ maintenance_id, started_at: now, ...(trade_id !== null && { trade_id }) }),
    },
    'clock-out': {
      on: 'row',
      permission: 'update',
      label: 'clock out',
      summary: 'Ends an entry that is running.',
      when: { running: [true] },
      run: ({ now, update }) => update({ ended_at: now }),
    },
  },
  view: {
    icon: 'clock',
    group: 'Daily work',
    order: 22,
    columns: ['user_id', 'maintenance_id', 'worked_on', 'minutes', 'kind', 'amount'],
    headline: ['minutes', 'amount', 'worked_on'],
    sections: [
      { title: 'Work', fields: ['maintenance_id', 'user_id', 'kind', 'minutes', 'worked_on', 'notes'] },
      { title: 'Clock', fields: ['started_at', 'ended_at'] },
      { title: 'Rate', fields: ['trade_id', 'hourly_rate'] },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'labour-entries': typeof import('./labour-entries.ts').default;
  }
}
