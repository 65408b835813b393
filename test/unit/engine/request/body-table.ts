/** A definition with a field of every kind that a body can hold, for tables of what a body may be. */

import { defineResource } from '../../../../engine/definition/definition.ts';
import { buildRegistry } from '../../../../engine/features/index.ts';
import {
  BelongsTo,
  Bool,
  DateOnly,
  Enum,
  Immutable,
  Instant,
  Integer,
  ManyToMany,
  Money,
  Nested,
  Nullable,
  Optional,
  ReadOnly,
  Text,
  UpdateOnly,
  WriteOnly,
} from '../../../../engine/index.ts';
import { type Resource, resourceAt } from '../../../../engine/model/resource.ts';

const site = { name: Text(), timezone: Optional(Text({ format: 'timezone' })) };
const operations = ['list', 'view', 'create', 'update', 'delete'] as const;
const common = { operations, sort: ['name'], defaultSort: 'name' } as const;

const sites = defineResource({
  ...common,
  name: 'site',
  path: 'sites',
  table: 'sites',
  scope: 'self',
  fields: site,
});

const users = defineResource({
  ...common,
  name: 'user',
  path: 'users',
  table: 'users',
  scope: 'global',
  fields: { name: Text() },
});

const gauges = defineResource({
  ...common,
  name: 'gauge',
  path: 'gauges',
  table: 'gauges',
  scope: 'site',
  fields: {
    name: Text({ max: 5 }),
    code: Optional(Immutable(Text())),
    note: Nullable(Text({ max: 3 })),
    email: Optional(Text({ format: 'email' })),
    timezone: Optional(Text({ format: 'timezone' })),
    language: Optional(Text({ format: 'locale' })),
    password: Optional(WriteOnly(Text({ format: 'password' }))),
    price: Optional(Money()),
    pieces: Optional(Integer({ minimum: 1, maximum: 9 })),
    state: Enum(['ready', 'worn', 'lost'], { default: 'ready' }),
    lent: Bool({ default: false }),
    bought_on: Nullable(DateOnly()),
    read_at: Optional(Instant({ past: true })),
    keeper_id: Nullable(BelongsTo('users')),
    keeper_ids: ManyToMany('users', { table: 'keepers', own: 'gauge_id', other: 'user_id' }),
    parts: Nested<readonly { readonly size: number }[]>({
      schema: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['size'],
          properties: { size: { type: 'integer' } },
        },
      },
      load: async () => new Map(),
    }),
    total: ReadOnly(Integer()),
    reason: UpdateOnly(Text()),
  },
  states: { field: 'state', transitions: { ready: ['worn', 'lost'], worn: ['ready'], lost: [] } },
});

export const registry = buildRegistry(
  [
    { file: 'resources/sites.ts', definition: sites },
    { file: 'resources/users.ts', definition: users },
    { file: 'resources/gauges.ts', definition: gauges },
  ],
  { sites: 'sites', users: 'users' },
);

export const gauge: Resource = resourceAt(registry, 'gauges');
