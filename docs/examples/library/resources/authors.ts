import { defineResource, Integer, Nullable, Text } from 'millwright/definition';

/** Who writes books. */
export default defineResource({
  name: 'author',
  path: 'authors',
  table: 'authors',
  scope: 'global',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: { name: Text(), born: Nullable(Integer({ minimum: -3000, maximum: 2100 })) },
  search: ['name'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['name']],
  view: { group: 'Library', order: 20 },
});
