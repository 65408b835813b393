import {
  BelongsTo,
  CountOf,
  defineResource,
  FirstOf,
  Integer,
  ManyToMany,
  Money,
  Nullable,
  ReadOnly,
  SumOf,
  Text,
} from '../engine/index.ts';

/** Spare parts and consumables. What is in stock is the sum of their movements. */
export default defineResource({
  name: 'item',
  path: 'items',
  table: 'items',
  title: { one: { en: 'item', fr: 'article' }, many: { en: 'items', fr: 'articles' } },
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: { en: 'name', fr: 'nom' } }),
    reference: Nullable(Text({ max: 100, label: { en: 'reference', fr: 'référence' } })),
    description: Nullable(Text({ max: 2000, label: { en: 'description', fr: 'description' } })),
    unit: Text({ max: 20, default: 'piece', label: { en: 'unit', fr: 'unité' } }),
    company_id: Nullable(
      BelongsTo('companies', {
        where: { types: 'item_provider' },
        label: { en: 'supplier', fr: 'fournisseur' },
      }),
    ),
    company_reference: Nullable(
      Text({ max: 100, label: { en: 'supplier’s reference', fr: 'référence du fournisseur' } }),
    ),
    current_price: Money({ default: 0, label: { en: 'current price', fr: 'prix actuel' } }),
    warning_stock: Nullable(
      Integer({ minimum: 0, label: { en: 'warning stock', fr: 'seuil d’avertissement' } }),
    ),
    critical_stock: Nullable(Integer({ minimum: 0, label: { en: 'critical stock', fr: 'seuil critique' } })),
    material_ids: ManyToMany('materials', {
      table: 'item_materials',
      own: 'item_id',
      other: 'material_id',
      include: ['zone'],
      label: { en: 'materials', fr: 'équipements' },
    }),
    // Kept by the movements, in the transaction that books them.
    current_stock: ReadOnly(
      Integer({ minimum: 0, default: 0, label: { en: 'current stock', fr: 'stock actuel' } }),
    ),
    entry_total: SumOf('item-movements', 'item_id', 'quantity', {
      where: { type: 'entry' },
      label: { en: 'total of the entries', fr: 'total des entrées' },
    }),
    exit_total: SumOf('item-movements', 'item_id', 'quantity', {
      where: { type: 'exit' },
      label: { en: 'total of the exits', fr: 'total des sorties' },
    }),
    movement_count: CountOf('item-movements', 'item_id', {
      label: { en: 'number of movements', fr: 'nombre de mouvements' },
    }),
    stock_status: FirstOf(
      [
        ['empty', { current_stock: 0 }],
        ['critical', { current_stock: { lte: { field: 'critical_stock' } } }],
        ['warning', { current_stock: { lte: { field: 'warning_stock' } } }],
      ],
      'ok',
      { label: { en: 'stock status', fr: 'état du stock' } },
    ),
  },
  filters: ['company_id', 'stock_status', 'current_stock'],
  filtersThrough: { material_id: 'material_ids' },
  search: ['name', 'reference', 'company_reference', 'description'],
  sort: ['name', 'reference', 'current_stock', 'current_price', 'created_at'],
  defaultSort: 'name',
  unique: [
    ['site_id', 'name'],
    ['site_id', 'reference'],
  ],
  restrictDelete: ['item_movements.item_id'],
  order: [{ lower: 'critical_stock', upper: 'warning_stock', blames: 'lower' }],
});
