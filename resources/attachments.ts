import {
  Alias,
  defineResource,
  fileFields,
  fileTypeOf,
  Nullable,
  nameOfFile,
  Text,
} from '../engine/index.ts';

/** Files and photos attached to rows of other resources: of those that are `attachable`. */
export default defineResource({
  name: 'attachment',
  path: 'attachments',
  table: 'attachments',
  scope: 'site',
  title: { one: 'file', many: 'files' },
  hung: { on: 'attachable', counted: 'number of files', files: true },
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    caption: Nullable(Text({ label: 'caption' })),
    ...fileFields,
    url: Alias('/api/v1/attachments/{id}/content', { link: true, label: 'address' }),
    thumbnail_url: Nullable(
      Alias('/api/v1/attachments/{id}/thumbnail', {
        ...{ link: true, given: 'thumbnail_sha256', label: 'address of the thumbnail' },
      }),
    ),
  },
  filters: ['type', 'is_image'],
  search: ['name', 'caption'],
  sort: ['created_at', 'name', 'size'],
  defaultSort: '-created_at',
  hooks: {
    beforeValidate({ row, previous }) {
      if (previous) row.name = nameOfFile(row.name, fileTypeOf(previous.type));
    },
  },
  view: {
    icon: 'document',
    group: 'Daily work',
    order: 26,
    columns: ['name', 'type', 'size', 'created_at', 'created_by_id'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    attachments: typeof import('./attachments.ts').default;
  }
}
