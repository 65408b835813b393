import { defineResource, Instant, ManyToMany, Nullable, ReadOnly, Text } from '../engine/index.ts';
import { firstWords } from './names/first-words.ts';

/** Comments on rows of other resources: of those that are `commentable`. */
export default defineResource({
  name: 'comment',
  path: 'comments',
  table: 'comments',
  scope: 'site',
  hung: { on: 'commentable', counted: 'number of comments', authorOnly: ['update'] },
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    // Its name in the history: its first words.
    name: ReadOnly(Text({ max: 80 })),
    body: Text({ max: 5000, multiline: true, label: 'text' }),
    mention_ids: ManyToMany('users', {
      ...{ table: 'comment_mentions', own: 'comment_id', other: 'user_id' },
      viewers: true,
      help: 'People who may see what this is about.',
    }),
    edited_at: ReadOnly(Nullable(Instant({ label: 'time of the edit', heading: 'Edited' }))),
  },
  filtersThrough: { mention_id: 'mention_ids' },
  search: ['body'],
  sort: ['created_at'],
  defaultSort: '-created_at',
  hooks: {
    beforeValidate({ row, previous, now }) {
      row.name = firstWords(row.body);
      if (previous && previous.body !== row.body) row.edited_at = now;
    },
  },
  notices: {
    mentioned: {
      joins: 'mention_ids',
      to: 'mention_ids',
      channel: 'mail',
      label: 'I am mentioned in a comment',
      says: 'You are mentioned: {name}',
    },
  },
  view: {
    icon: 'document',
    group: 'Daily work',
    order: 25,
    columns: ['created_at', 'created_by_id', 'name'],
    overview: [{ list: {}, mine: 'mention_id', title: 'Mentions of me' }],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    comments: typeof import('./comments.ts').default;
  }
}
