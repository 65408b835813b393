import { BelongsTo, CountOf, defineResource, Nullable, Text } from '../engine/index.ts';

/** Classes of equipment, in a tree: pumps, and below them centrifugal pumps. Figures compare machines of one class. */
export default defineResource({
  name: 'equipment-class',
  path: 'equipment-classes',
  table: 'equipment_classes',
  scope: 'global',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  headquartersOnly: ['create', 'update', 'delete'],
  fields: {
    name: Text(),
    code: Nullable(Text({ max: 10, caseless: true })),
    description: Nullable(Text({ max: 1000, multiline: true })),
    parent_id: Nullable(BelongsTo('equipment-classes', { tree: true, label: 'parent class' })),
    material_count: CountOf('materials', 'equipment_class_id', {
      label: 'number of materials',
      heading: 'Materials',
    }),
  },
  filters: ['parent_id'],
  search: ['name', 'code'],
  sort: ['name'],
  defaultSort: 'name',
  unique: [['name'], ['code']],
  view: {
    icon: 'tag',
    group: 'Equipment',
    order: 55,
    columns: ['name', 'code', 'parent_id', 'material_count'],
    headline: ['parent_id', 'material_count'],
    related: ['materials', 'equipment-classes'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'equipment-classes': typeof import('./equipment-classes.ts').default;
  }
}
