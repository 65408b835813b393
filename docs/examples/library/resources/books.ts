import { BelongsTo, defineResource, Enum, Nullable, Text } from 'millwright/definition';

/** Books of a branch. */
export default defineResource({
  name: 'book',
  path: 'books',
  table: 'books',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: 'title' }),
    author_id: BelongsTo('authors'),
    shelf: Nullable(Text({ max: 20 })),
    state: Enum(['good', 'worn', 'lost'], { default: 'good' }),
  },
  filters: ['author_id', 'state'],
  search: ['name', 'shelf'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  view: { icon: 'book', group: 'Library', order: 10, board: 'state' },
});
