import {
  BelongsTo,
  Case,
  CountOf,
  defineResource,
  Integer,
  Maintained,
  ManyToMany,
  Money,
  Nullable,
  report,
  SumOf,
  Text,
} from '../engine/index.ts';
import { levelsOf } from './stock/levels.ts';

/** Spare parts and consumables. The stock is the sum of their movements. */
export default defineResource({
  name: 'item',
  path: 'items',
  table: 'items',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  attachable: true,
  fields: {
    name: Text(),
    reference: Nullable(Text({ max: 100 })),
    description: Nullable(Text({ max: 2000, multiline: true })),
    unit: Text({ max: 20, default: 'piece' }),
    company_id: Nullable(
      BelongsTo('companies', {
        where: { types: 'item_provider' },
        label: 'supplier',
      }),
    ),
    company_reference: Nullable(Text({ max: 100, label: 'supplier’s reference' })),
    current_price: Money({ default: 0 }),
    warning_stock: Nullable(Integer({ minimum: 0, unitField: 'unit' })),
    critical_stock: Nullable(Integer({ minimum: 0, unitField: 'unit' })),
    material_ids: ManyToMany('materials', {
      table: 'item_materials',
      own: 'item_id',
      other: 'material_id',
      onDelete: 'unlink',
      include: ['zone'],
    }),
    // Movements update it, in their own transaction.
    current_stock: Maintained(Integer({ minimum: 0, default: 0, unitField: 'unit' })),
    entry_total: SumOf('item-movements', 'item_id', 'quantity', {
      where: { type: 'entry' },
      label: 'total of the entries',
      heading: 'Entries',
      unitField: 'unit',
    }),
    exit_total: SumOf('item-movements', 'item_id', 'quantity', {
      where: { type: 'exit' },
      label: 'total of the exits',
      heading: 'Exits',
      unitField: 'unit',
    }),
    movement_count: CountOf('item-movements', 'item_id', {
      label: 'number of movements',
      heading: 'Movements',
    }),
    stock_status: Case(
      [
        ['empty', { current_stock: 0 }],
        ['critical', { current_stock: { lte: { field: 'critical_stock' } } }],
        ['warning', { current_stock: { lte: { field: 'warning_stock' } } }],
      ],
      'ok',
      { tones: { empty: 'bad', critical: 'bad', warning: 'warn', ok: 'good' } },
    ),
  },
  filters: ['company_id', 'stock_status', 'current_stock'],
  filtersThrough: { material_id: 'material_ids' },
  search: ['name', 'reference', 'company_reference', 'description'],
  scan: ['reference'],
  sort: ['name', 'reference', 'current_stock', 'current_price', 'created_at'],
  defaultSort: 'name',
  sums: ['current_stock'],
  unique: [
    ['site_id', 'name'],
    ['site_id', 'reference'],
  ],
  order: [{ lower: 'critical_stock', upper: 'warning_stock', blames: 'lower' }],
  notices: {
    low_stock: {
      worsens: 'stock_status',
      to: { holders: 'update' },
      channel: 'mail',
      label: 'An item runs low',
      says: '{name} is running low: {current_stock} in stock.',
    },
  },
  reports: {
    levels: report({
      on: 'row',
      label: 'stock over time',
      summary: 'What came in and went out in each period, and what was left at its end.',
      window: true,
      by: { choices: ['day', 'week', 'month'] },
      answer: {
        entries: Integer({ label: 'entries', unitField: 'unit' }),
        exits: Integer({ label: 'exits', unitField: 'unit' }),
        stock: Nullable(
          Integer({ label: 'stock at the end', unitField: 'unit', formula: 'entries − exits of all time' }),
        ),
      },
      behind: {
        periods: {
          entries: { path: 'item-movements', within: 'moved_at', of: 'item_id', where: { type: ['entry'] } },
          exits: { path: 'item-movements', within: 'moved_at', of: 'item_id', where: { type: ['exit'] } },
        },
      },
      charts: [
        {
          ...{ title: 'Stock', draw: 'steps', y: ['stock'], input: { by: 'week' } },
          lines: ['warning_stock', 'critical_stock'],
        },
      ],
      run: levelsOf,
    }),
  },
  view: {
    group: 'Stores',
    order: 60,
    label: ['name', 'reference'],
    columns: ['name', 'reference', 'stock_status', 'current_stock', 'company_id'],
    headline: ['current_stock', 'stock_status', 'current_price'],
    overview: [
      {
        list: { stock_status: ['empty', 'critical', 'warning'] },
        sort: 'current_stock',
        title: 'Items to reorder',
      },
    ],
    quick: [
      { create: 'item-movements', with: { item_id: 'id' }, set: { type: 'exit' }, title: 'Exit' },
      { create: 'item-movements', with: { item_id: 'id' }, set: { type: 'entry' }, title: 'Entry' },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    items: typeof import('./items.ts').default;
  }
}
