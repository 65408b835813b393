import {
  BelongsTo,
  Bool,
  DateOnly,
  defineResource,
  Enum,
  Instant,
  Integer,
  Internal,
  Money,
  Nullable,
  Optional,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import { book, checkStock, entryOnly, exitOnly, itemsPrice } from './stock/booking.ts';
import { moveStock } from './stock/item-stock.ts';
import { checkReversal, reverse, reversed, reversible } from './stock/reversal.ts';

/** The stock ledger. A mistake is corrected by a reversal; a line never changes. */
export default defineResource({
  name: 'item-movement',
  path: 'item-movements',
  table: 'item_movements',
  scope: 'site',
  operations: ['list', 'view', 'create'],
  attachable: true,
  displayFrom: ['item_id.name'],
  fields: {
    // The longest possible name has 274 characters: "Entrée de 999999 × " and a name of 255.
    name: ReadOnly(Text({ max: 400 })),
    item_id: BelongsTo('items', {
      include: ['reference', 'unit'],
      exclusive: true,
    }),
    type: Enum(['entry', 'exit']),
    quantity: Integer({ minimum: 1, maximum: 999_999, unitField: 'item.unit' }),
    unit_price: Optional(Money({ help: 'Price of one. If empty, it is the current price of the item.' })),
    // 999,999 times the highest price is slightly less.
    total_price: ReadOnly(Money({ maximum: 10_000_000_000_000 })),
    company_id: Nullable(BelongsTo('companies')),
    invoice_number: Nullable(Text({ max: 100 })),
    invoice_date: Nullable(DateOnly()),
    maintenance_id: Nullable(BelongsTo('maintenances')),
    notes: Nullable(Text({ max: 2000, multiline: true })),
    moved_at: Instant({
      default: 'now',
      past: true,
      label: 'time of the movement',
      heading: 'Moved at',
    }),
    reverses_id: Nullable(
      BelongsTo('item-movements', {
        offer: reversible,
        label: 'movement to reverse',
        heading: 'Reverses',
        help: 'Records the opposite of that movement. Only notes can be added.',
      }),
    ),
    // The change of the stock: positive for an entry, negative for an exit.
    signed_quantity: Internal(Integer()),
    // The parts cost that it adds to its maintenance; the reversal of an exit subtracts it.
    cost: Internal(Money({ minimum: -10_000_000_000_000, maximum: 10_000_000_000_000 })),
    // Whether it is an entry with an own price above 0. The latest such price is the item's price.
    sets_price: Internal(Bool({ default: false })),
  },
  alternative: { when: 'reverses_id', fields: ['reverses_id', 'notes'] },
  filters: ['item_id', 'type', 'maintenance_id', 'company_id', 'moved_at'],
  filtersThrough: { material_id: 'maintenance_id.material_id' },
  search: ['item_id.name', 'item_id.reference', 'invoice_number', 'notes'],
  sort: ['moved_at', 'type', 'quantity', 'total_price', 'created_at'],
  defaultSort: '-moved_at',
  sums: ['quantity', 'total_price'],
  unique: [
    {
      fields: ['reverses_id'],
      taken: reversed,
    },
  ],
  only: [
    { fields: ['unit_price'], beside: { type: ['entry'] }, message: itemsPrice },
    {
      fields: ['company_id', 'invoice_number', 'invoice_date'],
      beside: { type: ['entry'] },
      message: entryOnly,
    },
    { fields: ['maintenance_id'], beside: { type: ['exit'] }, message: exitOnly },
  ],
  rules: [
    { of: ['item_id', 'type', 'quantity', 'moved_at'], check: checkStock },
    { of: ['reverses_id'], check: checkReversal },
  ],
  hooks: {
    beforeValidate: (hook) =>
      hook.row.reverses_id === null ? book(hook, hook.row) : reverse(hook, hook.row, hook.row.reverses_id),
    afterWrite: (write) => moveStock(write),
  },
  view: {
    icon: 'arrows',
    group: 'Stores',
    order: 70,
    several: { of: 'item_id', amount: 'quantity' },
    headline: ['item_id', 'quantity', 'total_price', 'moved_at'],
    columns: ['name', 'moved_at', 'total_price', 'maintenance_id', 'created_by_id'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'item-movements': typeof import('./item-movements.ts').default;
  }
}
