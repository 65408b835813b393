import { CountOf, defineResource, Nullable, PairCount, Text, Words } from '../engine/index.ts';

/** Suppliers of items and providers of maintenance; kept at the headquarters, referred to everywhere. */
export default defineResource({
  name: 'company',
  path: 'companies',
  table: 'companies',
  title: { one: { en: 'company', fr: 'entreprise' }, many: { en: 'companies', fr: 'entreprises' } },
  scope: 'global',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  headquartersOnly: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: { en: 'name', fr: 'nom' } }),
    types: Words({
      table: 'company_types',
      own: 'company_id',
      column: 'type',
      values: ['item_provider', 'maintenance_provider'],
      min: 1,
      label: { en: 'types', fr: 'types' },
    }),
    description: Nullable(Text({ max: 1000, label: { en: 'description', fr: 'description' } })),
    email: Nullable(Text({ format: 'email', label: { en: 'e-mail address', fr: 'adresse e-mail' } })),
    phone: Nullable(Text({ label: { en: 'phone', fr: 'téléphone' } })),
    address: Nullable(Text({ max: 500, label: { en: 'address', fr: 'adresse' } })),
    item_count: CountOf('items', 'company_id', {
      label: { en: 'number of items', fr: 'nombre d’articles' },
    }),
    maintenance_count: PairCount('maintenance_companies', 'company_id', {
      label: { en: 'number of maintenances', fr: 'nombre de maintenances' },
    }),
  },
  filters: ['types'],
  search: ['name', 'email'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['name']],
  restrictDelete: [
    'items.company_id',
    {
      table: 'maintenance_companies',
      column: 'company_id',
      what: { en: 'maintenances', fr: 'maintenances' },
      one: { en: 'maintenance', fr: 'maintenance' },
    },
    'item_movements.company_id',
  ],
});
