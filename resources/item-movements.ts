import {
  BelongsTo,
  Day,
  defineResource,
  Flag,
  Instant,
  Integer,
  Internal,
  Money,
  Nullable,
  OneOf,
  Optional,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import { book, checkStock, entryOnly, exitOnly, itemsPrice } from './stock/booking.ts';
import { moveStock } from './stock/item-stock.ts';
import { checkReversal, reverse, reversed, reversible } from './stock/reversal.ts';

/** The ledger of stock. A mistake is corrected by booking its opposite, never by changing a line. */
export default defineResource({
  name: 'item-movement',
  path: 'item-movements',
  table: 'item_movements',
  title: {
    one: { en: 'item movement', fr: 'mouvement de stock' },
    many: { en: 'item movements', fr: 'mouvements de stock' },
  },
  scope: 'site',
  operations: ['list', 'view', 'create'],
  fields: {
    // The longest there can be has 273 characters: "Entry of 999999 × " and a name of 255.
    name: ReadOnly(Text({ max: 400, label: { en: 'name', fr: 'nom' } })),
    item_id: BelongsTo('items', {
      include: ['reference', 'unit'],
      exclusive: true,
      label: { en: 'item', fr: 'article' },
    }),
    type: OneOf(['entry', 'exit'], { label: { en: 'type', fr: 'type' } }),
    quantity: Integer({ minimum: 1, maximum: 999_999, label: { en: 'quantity', fr: 'quantité' } }),
    unit_price: Optional(Money({ label: { en: 'unit price', fr: 'prix unitaire' } })),
    // 999,999 times the highest price is a little less.
    total_price: ReadOnly(
      Money({ maximum: 10_000_000_000_000, label: { en: 'total price', fr: 'prix total' } }),
    ),
    company_id: Nullable(BelongsTo('companies', { label: { en: 'company', fr: 'entreprise' } })),
    invoice_number: Nullable(Text({ max: 100, label: { en: 'invoice number', fr: 'numéro de facture' } })),
    invoice_date: Nullable(Day({ label: { en: 'invoice date', fr: 'date de facture' } })),
    maintenance_id: Nullable(BelongsTo('maintenances', { label: { en: 'maintenance', fr: 'maintenance' } })),
    notes: Nullable(Text({ max: 2000, label: { en: 'notes', fr: 'remarques' } })),
    moved_at: Instant({
      default: 'now',
      past: true,
      label: { en: 'time of the movement', fr: 'date du mouvement' },
    }),
    reverses_id: Nullable(
      BelongsTo('item-movements', {
        offer: reversible,
        label: { en: 'movement to reverse', fr: 'mouvement à annuler' },
      }),
    ),
    // What it does to the stock: an entry adds, an exit takes away.
    signed_quantity: Internal(Integer()),
    // What it adds to its maintenance's cost of parts.
    cost: Internal(Money()),
    // Whether it is an entry that came with a price of its own, of which the latest is the item's.
    sets_price: Internal(Flag({ default: false })),
  },
  alternative: { when: 'reverses_id', fields: ['reverses_id', 'notes'] },
  filters: ['item_id', 'type', 'maintenance_id', 'company_id', 'moved_at'],
  filtersThrough: { material_id: 'maintenance_id.material_id' },
  search: ['item_id.name', 'item_id.reference', 'invoice_number', 'notes'],
  sort: ['moved_at', 'type', 'quantity', 'total_price', 'created_at'],
  defaultSort: '-moved_at',
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
    { of: ['item_id', 'type', 'quantity'], check: checkStock },
    { of: ['reverses_id'], check: checkReversal },
  ],
  hooks: {
    prepare: (hook) =>
      hook.row.reverses_id === null ? book(hook, hook.row) : reverse(hook, hook.row, hook.row.reverses_id),
    written: (write) => moveStock(write),
  },
});
