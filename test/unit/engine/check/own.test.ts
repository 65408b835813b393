/** Rows that belong to one person: what their definition cannot say, and what other definitions cannot say of them. */

import { expect } from 'chai';
import { describeFinding } from '../../../../engine/check/subject.ts';
import { type AnyDefinition, defineResource } from '../../../../engine/definition/definition.ts';
import { Nullable } from '../../../../engine/definition/field.ts';
import {
  BelongsTo,
  CountOf,
  CountThrough,
  ManyToMany,
  Nested,
} from '../../../../engine/kinds/constructors.ts';
import { Text } from '../../../../engine/kinds/scalars/text.ts';
import { checkDefinitions } from '../../../harness/check-definitions.ts';

const system = { sites: 'depots', users: 'people' };
const bare = { operations: ['list', 'view', 'create'], sort: ['name'], defaultSort: 'name' } as const;
const of = (name: string, path: string, scope: AnyDefinition['scope'], parts: Partial<AnyDefinition> = {}) =>
  defineResource({ name, path, table: path, scope, ...bare, fields: { name: Text() }, ...parts });

const others = [
  of('depot', 'depots', 'self'),
  of('person', 'people', 'global'),
  of('maker', 'makers', 'global'),
];
const tool = (parts: Partial<AnyDefinition> = {}) => of('tool', 'tools', 'site', parts);
const memo = (fields: AnyDefinition['fields'] = {}, parts: Partial<AnyDefinition> = {}) =>
  of('memo', 'memos', 'own', { ...parts, fields: { name: Text(), ...fields } });

const findingsOf = (...definitions: readonly AnyDefinition[]) =>
  checkDefinitions(
    [...others, ...definitions].map((definition) => ({ file: `${definition.path}.ts`, definition })),
    system,
  ).map(describeFinding);

const notice = { to: 'created_by_id', channel: 'mail', label: 'Kept', says: '{name}.' } as const;
const pairs = { table: 'tool_memos', own: 'tool_id', other: 'memo_id' };
const wrong: readonly (readonly [AnyDefinition, AnyDefinition, key: string])[] = [
  [memo({}, { headquartersOnly: ['create'] }), tool(), 'memos.ts, headquartersOnly'],
  [memo({}, { notices: { kept: { when: {}, ...notice } } }), tool(), 'memos.ts, notices'],
  [memo({ user_id: BelongsTo('people') }), tool(), 'memos.ts, fields.user_id'],
  [memo({ tool_id: BelongsTo('tools') }), tool(), 'memos.ts, fields.tool_id'],
  [memo({ depot_id: BelongsTo('depots') }), tool(), 'memos.ts, fields.depot_id'],
  [
    memo({ maker_id: Nullable(BelongsTo('makers', { onDelete: 'restrict' })) }),
    tool(),
    'memos.ts, fields.maker_id.onDelete',
  ],
  [memo(), tool({ fields: { name: Text(), memo_id: BelongsTo('memos') } }), 'tools.ts, fields.memo_id'],
  [
    memo(),
    tool({ fields: { name: Text(), memo_ids: ManyToMany('memos', pairs) } }),
    'tools.ts, fields.memo_ids',
  ],
  [
    memo(),
    tool({ fields: { name: Text(), count: CountOf('memos', 'created_by_id') } }),
    'tools.ts, fields.count',
  ],
  [memo(), tool({ fields: { name: Text(), count: CountThrough('memos', 'id') } }), 'tools.ts, fields.count'],
  [
    memo(),
    tool({
      fields: {
        name: Text(),
        parts: Nested({
          load: async () => new Map(),
          list: { max: 3 },
          fields: { memo_id: BelongsTo('memos') },
        }),
      },
    }),
    'tools.ts, fields.parts.memo_id',
  ],
  [
    memo({ maker_ids: ManyToMany('makers', { table: 'memo_makers', own: 'memo_id', other: 'maker_id' }) }),
    of('cup', 'cups', 'global', { filtersThrough: { memo_id: 'memos.maker_ids' } }),
    'cups.ts, filtersThrough.memo_id',
  ],
  [
    memo(),
    tool({ restrictDelete: [{ table: 'memos', column: 'created_by_id', what: 'memos' }] }),
    'tools.ts, restrictDelete.memos.created_by_id',
  ],
];

describe('the check of rows that belong to one person', () => {
  it('finds nothing wrong where they refer to what is everywhere, and to a site', () => {
    const sound = memo({ maker_id: Nullable(BelongsTo('makers')), site_id: BelongsTo('depots') });
    expect(findingsOf(sound, tool())).to.deep.equal([]);
  });

  for (const [own, other, key] of wrong) {
    it(`refuses ${key}`, () => {
      const found = findingsOf(own, other);
      expect(
        found.some((one) => one.startsWith(`${key}: `)),
        found.join('\n'),
      ).to.equal(true);
    });
  }
});
