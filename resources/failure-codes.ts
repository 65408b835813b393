import { BelongsTo, Bool, defineResource, Enum, Immutable, Nullable, say, Text } from '../engine/index.ts';

const kinds = ['mode', 'mechanism', 'cause'] as const;
const ungrouped = say('Modes stand in no group: leave this out.');
const otherKind = say('A group has codes of its own kind alone.');
const oneLevel = say(
  'Groups stand in no other group: choose a group that stands by itself, for a code with none below.',
);

/**
 * Codes that describe failures: their symptoms, the mechanism of wear or damage, and the cause. Groups of mechanisms and causes
 * contain codes.
 */
export default defineResource({
  name: 'failure-code',
  path: 'failure-codes',
  table: 'failure_codes',
  scope: 'global',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  headquartersOnly: ['create', 'update', 'delete'],
  fields: {
    kind: Immutable(Enum(kinds)),
    code: Text({ max: 10, caseless: true }),
    name: Text(),
    description: Nullable(Text({ max: 1000, multiline: true })),
    parent_id: Nullable(
      BelongsTo('failure-codes', {
        offer: { kind: ['mechanism', 'cause'], parent_id: null },
        ...{ include: ['code'], exclusive: 'changed', label: 'group' },
      }),
    ),
    active: Bool({
      default: true,
      tones: { false: 'mute' },
      help: 'One that is not active stays where it is, and is offered no more.',
    }),
  },
  filters: ['kind', 'active', 'parent_id'],
  search: ['name', 'code'],
  sort: ['code'],
  defaultSort: 'code',
  unique: [['kind', 'code']],
  only: [{ fields: ['parent_id'], beside: { kind: ['mechanism', 'cause'] }, message: ungrouped }],
  rules: [
    {
      of: ['kind', 'parent_id'],
      async check({ kind, parent_id: parent }, { id, previous, rows, fail }) {
        if (parent === null || previous?.parent_id === parent) return;
        const codes = rows('failure-codes');
        const [group] = await codes.find({ id: parent }, { lock: 'share' });
        if (group?.kind !== kind) fail('parent_id', otherKind);
        else if (group.parent_id !== null || parent === id || (await codes.has({ parent_id: id ?? 0 })))
          fail('parent_id', oneLevel);
      },
    },
  ],
  deleteAdvice: 'Make it inactive instead.',
  view: {
    icon: 'tag',
    group: 'Administration',
    order: 115,
    columns: ['name', 'code', 'kind', 'parent_id', 'active'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'failure-codes': typeof import('./failure-codes.ts').default;
  }
}
