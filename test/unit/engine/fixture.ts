/** A small registry and people to ask it, for tests of the engine's pure parts. */

import { never, type RowScope } from '../../../engine/condition.ts';
import { defineResource } from '../../../engine/definition/definition.ts';
import { buildRegistry } from '../../../engine/features/index.ts';
import {
  BelongsTo,
  Bool,
  Case,
  Computed,
  CountOf,
  DateOnly,
  Enum,
  EnumSet,
  Instant,
  Integer,
  ManyToMany,
  Money,
  Nullable,
  now,
  Text,
} from '../../../engine/index.ts';
import { type Resource, resourceAt } from '../../../engine/model/resource.ts';
import type { Actor } from '../../../engine/policy.ts';

const operations = ['list', 'view', 'create', 'update', 'delete'] as const;

const depots = defineResource({
  name: 'depot',
  path: 'depots',
  table: 'depots',
  scope: 'self',
  operations,
  fields: { name: Text(), city: Nullable(Text()) },
  search: ['name', 'city'],
  sort: ['name', 'city'],
  defaultSort: 'name',
});

const people = defineResource({
  name: 'person',
  path: 'people',
  table: 'people',
  scope: { members: { table: 'depot_people', key: 'person_id' } },
  operations,
  softDelete: true,
  fields: { name: Text() },
  sort: ['name'],
  defaultSort: 'name',
});

const tools = defineResource({
  name: 'tool',
  path: 'tools',
  table: 'tools',
  scope: 'site',
  operations,
  fields: {
    name: Text(),
    state: Enum(['ready', 'worn', 'lost'], { default: 'ready' }),
    price: Money(),
    pieces: Nullable(Integer()),
    lent: Bool({ default: false }),
    bought_on: Nullable(DateOnly()),
    due_at: Nullable(Instant()),
    depot_id: Nullable(BelongsTo('depots')),
    person_ids: ManyToMany('people', { table: 'tool_people', own: 'tool_id', other: 'person_id' }),
    tags: EnumSet({ table: 'tool_tags', own: 'tool_id', column: 'tag', values: ['sharp', 'heavy'] }),
    late: Computed({ lent: true, due_at: { lt: now } }),
    stock: Case(
      [
        ['none', { pieces: 0 }],
        ['few', { pieces: { lt: 5 } }],
      ],
      'many',
    ),
    twin_count: CountOf('tools', 'depot_id'),
  },
  filters: [
    'state',
    'price',
    'pieces',
    'lent',
    'bought_on',
    'due_at',
    'depot_id',
    'person_ids',
    'tags',
    'late',
    'stock',
  ],
  filtersThrough: {
    depot_author_id: 'depot_id.created_by_id',
    depot_city: 'depot_id.city',
    person_id: 'person_ids',
  },
  search: ['name', 'depot_id.name'],
  sort: ['name', 'state', 'price', 'due_at', 'created_at'],
  defaultSort: '-due_at,name',
});

export const registry = buildRegistry(
  [
    { file: 'resources/depots.ts', definition: depots },
    { file: 'resources/people.ts', definition: people },
    { file: 'resources/tools.ts', definition: tools },
  ],
  { sites: 'depots', users: 'people' },
);

export const resource = (path: string): Resource => resourceAt(registry, path);

/** A user at site 7 who reaches the same rows for everything. */
export function actorWith(reach: RowScope): Actor {
  return {
    id: 5,
    locale: 'en',
    site: { id: 7, timezone: 'UTC', is_headquarters: false },
    permissions: new Set(),
    visible: () => reach,
    permitted: () => reach,
    holders: () => never,
    warrant: () => ({ text: 'select 1', bindings: [] }),
  };
}

export const storedNow = '2026-01-31 08:00:00.000';
