import { CountOf, CountThrough, defineResource, EnumSet, Nullable, Text } from '../engine/index.ts';

/** Suppliers of items and providers of maintenance. The headquarters maintains them; all sites refer to them. */
export default defineResource({
  name: 'company',
  path: 'companies',
  table: 'companies',
  scope: 'global',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  headquartersOnly: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    types: EnumSet({
      table: 'company_types',
      own: 'company_id',
      column: 'type',
      values: ['item_provider', 'maintenance_provider'],
      min: 1,
    }),
    description: Nullable(Text({ max: 1000, multiline: true })),
    email: Nullable(Text({ format: 'email', label: 'e-mail address' })),
    phone: Nullable(Text()),
    address: Nullable(Text({ max: 500, multiline: true })),
    item_count: CountOf('items', 'company_id', { label: 'number of items', heading: 'Items' }),
    maintenance_count: CountThrough('maintenance_companies', 'company_id', {
      label: 'number of maintenances',
      heading: 'Maintenances',
    }),
  },
  filters: ['types'],
  search: ['name', 'email'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['name']],
  view: { icon: 'truck', group: 'Administration', order: 110, headline: ['types', 'phone', 'email'] },
});

declare module '../engine/index.ts' {
  interface Resources {
    companies: typeof import('./companies.ts').default;
  }
}
