import { BelongsTo, Bool, DateOnly, defineResource, Nullable, say, Text } from 'millwright/definition';

/** Books that somebody has at home. */
export default defineResource({
  name: 'loan',
  path: 'loans',
  table: 'loans',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: 'reader' }),
    book_id: BelongsTo('books'),
    due_on: DateOnly(),
    returned_on: Nullable(DateOnly()),
    late: Bool({ default: false }),
  },
  filters: ['book_id', 'late'],
  search: ['name'],
  sort: ['due_on', 'created_at'],
  defaultSort: 'due_on',
  hooks: {
    async validate({ row, previous, rows, fail }) {
      if (previous || row.returned_on) return;
      const open = await rows('loans').has({ book_id: row.book_id, returned_on: null });
      if (open) fail('book_id', say('This book is not back yet.'));
    },
  },
  tasks: {
    remind: {
      every: '1 hour',
      async run({ now, db, at }) {
        const today = now.slice(0, 10);
        const due = await db('loans').where('due_on', '<', today).where({ late: 0 }).distinct('site_id');
        for (const { site_id } of due) {
          await at(site_id, async ({ rows }) => {
            const loans = rows('loans');
            const overdue = await loans.find(
              { due_on: { lt: today }, late: false, returned_on: null },
              { lock: 'update', site: site_id },
            );
            await loans.change(overdue, { late: true });
          });
        }
      },
    },
  },
  view: { group: 'Library', order: 30 },
});

declare module 'millwright/definition' {
  interface Resources {
    loans: typeof import('./loans.ts').default;
  }
}
