/** Definitions that are wrong in themselves or among each other: each mistake is told by its key, with a remedy. */

import { expect } from 'chai';
import { describeFinding } from '../../../../engine/check/subject.ts';
import { type AnyDefinition, defineResource } from '../../../../engine/definition/definition.ts';
import { Internal, Nullable } from '../../../../engine/definition/field.ts';
import type { Cascade } from '../../../../engine/definition/hooks.ts';
import type { OwnAction } from '../../../../engine/definition/own/action.ts';
import type { Report } from '../../../../engine/features/reports/report.ts';
import {
  Alias,
  BelongsTo,
  ChangeLabels,
  Computed,
  CountOf,
  EnumSet,
  FirstOf,
  ManyToMany,
  Nested,
  SumOf,
  Total,
} from '../../../../engine/kinds/constructors.ts';
import { Bool } from '../../../../engine/kinds/scalars/bool.ts';
import { Decimal, Money } from '../../../../engine/kinds/scalars/decimal.ts';
import { Enum } from '../../../../engine/kinds/scalars/enum.ts';
import { Instant } from '../../../../engine/kinds/scalars/instant.ts';
import { Integer } from '../../../../engine/kinds/scalars/integer.ts';
import { Json, RowIds } from '../../../../engine/kinds/scalars/json.ts';
import { Text } from '../../../../engine/kinds/scalars/text.ts';
import { TimeOfDay } from '../../../../engine/kinds/scalars/time.ts';
import { now } from '../../../../engine/kinds/where.ts';
import { say } from '../../../../engine/message.ts';
import { checkDefinitions } from '../../../harness/check-definitions.ts';

const system = { sites: 'depots', users: 'depots' };

const depots = defineResource({
  name: 'depot',
  path: 'depots',
  table: 'depots',
  scope: 'self',
  operations: ['list', 'view'],
  fields: {
    name: Text(),
    state: Enum(['open', 'shut']),
    tool_count: CountOf('tools', 'site_id', { where: { state: ['ready', 'worn'], lent_at: { lt: now } } }),
  },
  sort: ['name'],
  defaultSort: 'name',
});

const tools = defineResource({
  name: 'tool',
  path: 'tools',
  table: 'tools',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    state: Enum(['ready', 'worn']),
    price: Money(),
    lent_at: Instant(),
    back_at: Instant(),
    depot_id: BelongsTo('depots', { include: ['state', 'created_by'], where: { state: 'open' } }),
    late: Computed({ lent_at: { lt: { field: 'back_at' }, not: null }, state: { not: 'worn' } }),
  },
  filters: ['state'],
  filtersThrough: { depot_state: 'depot_id.state', depot_author: 'depot_id.created_by_id' },
  search: ['name', 'depot_id.name'],
  sort: ['name', 'created_at'],
  defaultSort: '-created_at,name',
  sums: ['price'],
});

const floored = {
  fields: {
    ...tools.fields,
    floor: Decimal({ scale: 3 }),
    dear: Computed({ price: { gt: { field: 'floor' } } }),
  },
};

/** `tools` with other parts; what stays wrong in it is the table's business. */
function toolsWith(parts: Partial<AnyDefinition>): AnyDefinition {
  return { ...tools, ...parts };
}

function withField(name: string, field: AnyDefinition['fields'][string]): AnyDefinition {
  return toolsWith({ fields: { ...tools.fields, [name]: field } });
}

const inTree = withField('part_of_id', Nullable(BelongsTo('tools', { tree: true })));

const sums = {
  near_count: CountOf('tools', 'depot_id'),
  worth: SumOf('tools', 'depot_id', 'price', { shows: 'money' }),
};

/** Whose rows are called by a text that is put together. */
function nameless(display: string): AnyDefinition {
  const { name: _, ...fields } = tools.fields;
  return toolsWith({
    fields,
    display,
    search: ['depot_id.name'],
    sort: ['created_at'],
    defaultSort: '-created_at',
  });
}

const odd = say('Odd.');
const states = { field: 'state', transitions: { ready: ['worn'], worn: [] } };
const mark = { field: 'best', slot: 'best_slot', taken: odd, takenUnseen: odd };
const worn = { state: ['worn'] };

/** With a moment that may be null. */
function withGone(parts: Partial<AnyDefinition>): AnyDefinition {
  return { ...withField('gone_at', Nullable(Instant())), ...parts };
}

const telling: Report = {
  on: 'collection',
  summary: 'Tells how they are used.',
  answer: { times: Integer() },
  run: async () => ({ times: 0 }),
};

const copying: OwnAction = {
  on: 'collection',
  permission: 'create',
  summary: 'Copies it.',
  run: ({ create }) => create({}),
};

/** With an action on a row. */
function withAction(parts: Partial<OwnAction>): AnyDefinition {
  return toolsWith({ actions: { copy: { ...copying, on: 'row', ...parts } } });
}

const nested = { schema: { type: 'array' }, load: async () => new Map<number, unknown>() };
const words = { table: 'tool_hues', own: 'tool_id', column: 'hue' };
const pairs = { table: 'depot_tools', own: 'tool_id', other: 'depot_id' };

type Mistake = readonly [AnyDefinition, key: string, told: string];

const mistakes: readonly Mistake[] = [
  [{ ...tools, hooks: { beforeKeep: () => {} } }, 'hooks.beforeKeep', 'its rows are no files'],
  [
    withField('box_id', BelongsTo('boxes')),
    'fields.box_id',
    'no resource “boxes”. Use one of: depots, tools.',
  ],
  [withField('box', BelongsTo('depots')), 'fields.box', 'Rename it to `box_id`.'],
  [withField('other_id', BelongsTo('depots', { include: ['size'] })), 'fields.other_id.include', '“size”'],
  [
    withField('depot_ids', ManyToMany('depots', { ...pairs, include: ['created_by', 'tool_count'] })),
    'fields.depot_ids.include',
    '“tool_count” of depots has no column',
  ],
  [
    withField('depot_ids', ManyToMany('depots', { ...pairs, viewers: 'boxes' })),
    'fields.depot_ids.viewers',
    '“boxes”',
  ],
  [withField('other_id', BelongsTo('depots', { tree: true })), 'fields.other_id.tree', 'Refer to “tools”.'],
  [
    { ...inTree, fields: { ...inTree.fields, other_id: Nullable(BelongsTo('tools', { tree: true })) } },
    'fields.other_id.tree',
    'rows are in a tree by “part_of_id” already',
  ],
  [
    { ...inTree, fields: { ...inTree.fields, under_id: BelongsTo('depots') } },
    'fields.under_id',
    'is the filter of rows in a tree',
  ],
  [
    { ...inTree, filtersThrough: { under_id: 'part_of_id.name' } },
    'filtersThrough.under_id',
    'is a filter already',
  ],
  [
    withField('other_id', BelongsTo('depots', { where: { size: 3 } })),
    'fields.other_id.where',
    'depots has no field “size”. Use one of: created_at,',
  ],
  [
    withField('other_id', BelongsTo('depots', { where: { state: ['open', 'closed'] } })),
    'fields.other_id.where',
    '“closed” is no value of “state”. Use one of: open, shut.',
  ],
  [
    withField('other_id', BelongsTo('depots', { where: { tool_count: 0 } })),
    'fields.other_id.where',
    'of the kind aggregate, which has no column',
  ],
  [withField('busy', Computed({ lend_at: { lt: now } })), 'fields.busy', 'tools has no field “lend_at”.'],
  [withField('busy', Computed({ lent_at: { lt: { field: 'due_at' } } })), 'fields.busy', '“due_at”'],
  [withField('busy', Computed({ state: { not: 'borrowed' } })), 'fields.busy', '“borrowed” is no value'],
  [withField('busy', Computed({ state: { not: ['ready', 'lent'] } })), 'fields.busy', '“lent” is no value'],
  [withField('lend_count', CountOf('lends', 'tool_id')), 'fields.lend_count', 'no resource “lends”'],
  [
    withField('near_count', CountOf('tools', 'parent_id')),
    'fields.near_count',
    'tools has no field “parent_id”',
  ],
  [withField('worth', SumOf('tools', 'depot_id', 'cost')), 'fields.worth', 'tools has no field “cost”'],
  [
    withField('worn_count', CountOf('tools', 'depot_id', { where: { state: 'broken' } })),
    'fields.worn_count',
    '“broken” is no value of “state”. Use one of: ready, worn.',
  ],
  [toolsWith({ displayFrom: ['brand'] }), 'displayFrom.brand', 'is not in `search`.'],
  [
    withField('filter', Nested({ ...nested, fields: { tool_id: BelongsTo('tools') } })),
    'fields.filter.tool_id',
    'Rename “filter”.',
  ],
  [withField('title', Alias('label')), 'fields.title', 'no field “label”'],
  [toolsWith({ filters: ['weight'] }), 'filters.weight', 'no such field'],
  [toolsWith({ filtersThrough: { size: 'depot_id.size' } }), 'filtersThrough.size', 'leads nowhere'],
  ...['page', 'per_page', 'sort', 'fields', 'search', 'format', 'with', 'by', 'sum'].flatMap(
    (name): Mistake[] => [
      [
        { ...withField(name, Text()), filters: [name] },
        `filters.${name}`,
        'is a parameter of lists itself. Give the field another name.',
      ],
      [
        toolsWith({ filtersThrough: { [name]: 'depot_id.state' } }),
        `filtersThrough.${name}`,
        'is a parameter of lists itself. Choose another name.',
      ],
    ],
  ),
  [
    toolsWith({ filtersThrough: { 'depot.state': 'depot_id.state' } }),
    'filtersThrough.depot.state',
    'no lower-case name with underscores',
  ],
  [
    toolsWith({ filtersThrough: { state: 'depot_id.state' } }),
    'filtersThrough.state',
    'is a filter already.',
  ],
  [
    toolsWith({ filtersThrough: { site_id: 'depot_id.state' } }),
    'filtersThrough.site_id',
    'is a filter already.',
  ],
  [toolsWith({ search: ['price'] }), 'search.price', 'Use one of: name.'],
  [toolsWith({ search: ['depot_id.state'] }), 'search.depot_id.state', 'no sortable text field'],
  [toolsWith({ sort: ['depot_id', 'created_at', 'name'] }), 'sort.depot_id', 'cannot be sorted by'],
  [toolsWith({ defaultSort: '-price' }), 'defaultSort', '“price” is not in `sort`'],
  [toolsWith({ unique: [['site_id', 'code']] }), 'unique.site_id+code', 'no field “code”'],
  [toolsWith({ unique: [{ fields: ['name'], blames: 'code' }] }), 'unique.name', 'no field “code”'],
  [
    toolsWith({ states: { field: 'state', transitions: { ready: ['worn', 'lost'], worn: [] } } }),
    'states.transitions.ready',
    '“lost” is no state. Use one of: ready, worn.',
  ],
  [
    toolsWith({ states: { field: 'state', transitions: { ready: [] } } }),
    'states.transitions.worn',
    'missing',
  ],
  [
    toolsWith({ states: { ...states, initial: ['ready', 'lost'] } }),
    'states.initial',
    '“lost” is no state. Use one of: ready, worn.',
  ],
  [
    {
      ...withField('mood', Enum(['good', 'bad'], { default: 'bad' })),
      states: { field: 'mood', initial: ['good'], transitions: { good: ['bad'], bad: ['good'] } },
    },
    'states.initial',
    'lacks the default, bad.',
  ],
  [
    {
      ...withField('mood', Nullable(Enum(['good', 'bad']))),
      states: { field: 'mood', initial: ['good'], transitions: { good: ['bad'], bad: ['good'] } },
    },
    'states.initial',
    'lacks the default, null.',
  ],
  [toolsWith({ states: { ...states, initial: [] } }), 'states.initial', 'names no state.'],
  [
    toolsWith({ atMostOne: [{ ...mark, field: 'state' }] }),
    'atMostOne.0.field',
    'Name one made with `Bool({ default: false })`.',
  ],
  [
    { ...withField('best', Bool({ default: true })), atMostOne: [mark] },
    'atMostOne.0.field',
    '“best” is no mark that rows lack unless they are given it.',
  ],
  [
    { ...withField('best', Bool({ default: false })), atMostOne: [{ ...mark, slot: 'price' }] },
    'atMostOne.0.slot',
    '“price” is a field. Name a column of its own.',
  ],
  [toolsWith({ path: 'Tools' }), 'path', 'no lower-case hyphenated name'],
  [toolsWith({ path: 'batch' }), 'path', 'a path of the service itself. Choose another.'],
  [toolsWith({ name: 'tool_box' }), 'name', 'Write it like `item-movement`.'],
  [toolsWith({ table: 'tool-boxes' }), 'table', 'Write it like `item_movements`.'],
  [withField('lentTo', Text()), 'fields.lentTo', 'no lower-case name with underscores'],
  [toolsWith({ display: 'title' }), 'display', 'Every resource needs a name to show.'],
  [toolsWith({ display: 'late' }), 'display', 'a field of the kind derived stands for no row.'],
  [toolsWith({ display: 'depot_id' }), 'display', 'a field of the kind reference stands for no row.'],
  [{ ...withField('nick', Nullable(Text())), display: 'nick' }, 'display', '“nick” may be null.'],
  [toolsWith({ display: '{depot}' }), 'display', 'is put together, and rows have a name of their own.'],
  [nameless('{depo}'), 'display', 'a name cannot have “depo” in it. Use one of: depot, id, site.'],
  [nameless('{price}'), 'display', 'a name cannot have “price” in it.'],
  [nameless('{depot} of'), 'display', '“of” cannot stand in a name. Put signs between fields'],
  [nameless('{depot'), 'display', '“{depot” cannot stand in a name.'],
  [
    withField('length', Integer({ unitField: 'depot.size' })),
    'fields.length.unitField',
    'an answer has no “depot.size”. Use one of: depot.created_by, depot.state, name, state.',
  ],
  [
    withField('length', Integer({ interval: true })),
    'fields.length.interval',
    'nothing says what is counted. Name the unit: `unitField`.',
  ],
  [withField('title', Alias('late')), 'fields.title', '“late” has no column.'],
  [
    withField('twin_id', Nullable(BelongsTo('tools', { matching: ['box_id'] }))),
    'fields.twin_id.matching',
    '“box_id” is not a reference to the same resource here and in tools.',
  ],
  [
    withField('twin_id', Nullable(BelongsTo('tools', { matching: ['state'] }))),
    'fields.twin_id.matching',
    'Name a field that both have.',
  ],
  [
    withField('parts', Nested({ ...nested, fields: { box_id: BelongsTo('boxes') } })),
    'fields.parts.box_id',
    'no resource “boxes”. Use one of: depots, tools.',
  ],
  [
    withField(
      'parts',
      Nested({ ...nested, fields: { tool_ids: RowIds('tools', { max: 3, by: ['box_id'] }) } }),
    ),
    'fields.parts.tool_ids.by',
    'there is no part “box_id”. Use one of: tool_ids.',
  ],
  [
    withField('parts', Nested({ ...nested, fields: { box: CountOf('tools', 'depot_id') } })),
    'fields.parts.box',
    'a part of the kind aggregate has no value of its own.',
  ],
  [
    withField('parts', Nested({ ...nested, fields: { size: Integer({ minimum: 3, maximum: 2 }) } })),
    'fields.parts.size.minimum',
    '3 is above its maximum, 2.',
  ],
  [
    withField('twin_id', Nullable(BelongsTo('tools', { offer: { weight: 3 } }))),
    'fields.twin_id.offer',
    '“weight”',
  ],
  [toolsWith({ filters: ['late', 'worth'] }), 'filters.worth', 'no such field'],
  [
    toolsWith({ fields: { ...tools.fields, alias: Alias('name') }, filters: ['alias'] }),
    'filters.alias',
    'of the kind alias cannot be filtered by',
  ],
  [toolsWith({ filtersThrough: { tools: 'depot_id.tool_count' } }), 'filtersThrough.tools', 'leads nowhere'],
  [toolsWith({ filtersThrough: { tools: 'depots.name' } }), 'filtersThrough.tools', 'leads nowhere'],
  [toolsWith({ sort: ['name', 'weight', 'created_at'] }), 'sort.weight', 'no such field'],
  [
    toolsWith({ states: { field: 'name', transitions: {} } }),
    'states.field',
    'Name a field made with `Enum`.',
  ],
  [toolsWith({ alternative: { when: 'twin_id', fields: ['name'] } }), 'alternative', 'no field “twin_id”'],
  [toolsWith({ rules: [{ of: ['weight'], check() {} }] }), 'rules.0.of', 'no field “weight”'],
  [toolsWith({ rules: [{ of: ['late'], check() {} }] }), 'rules.0.of', 'of the kind derived has no value'],
  [toolsWith({ rules: [{ of: [], check() {} }] }), 'rules.0.of', 'names no field'],
  [
    toolsWith({ states, stamps: [{ field: 'back_at', states: ['ready'] }] }),
    'stamps.0.field',
    '“back_at” is no moment that may be null',
  ],
  [withGone({ stamps: [{ field: 'gone_at', states: [] }] }), 'stamps.0', 'Declare `states`'],
  [
    withGone({ states, stamps: [{ field: 'gone_at', states: ['lost'] }] }),
    'stamps.0.states',
    '“lost” is no state. Use one of: ready, worn.',
  ],
  [
    toolsWith({ only: [{ fields: ['weight'], beside: worn, message: odd }] }),
    'only.0.fields',
    'no field “weight”',
  ],
  [toolsWith({ only: [{ fields: ['price'], beside: {}, message: odd }] }), 'only.0.beside', 'names no field'],
  [
    toolsWith({ only: [{ fields: ['price'], beside: { state: ['lost'] }, message: odd }] }),
    'only.0.beside',
    '“lost” is no value of “state”. Use one of: ready, worn.',
  ],
  [
    toolsWith({ requiredWhen: [{ field: 'late', beside: worn, message: odd }] }),
    'requiredWhen.0.field',
    'of the kind derived has no value',
  ],
  [
    toolsWith({ requiredWhen: [{ field: 'price', beside: { name: ['x'] }, message: odd }] }),
    'requiredWhen.0.beside',
    '“name” is no enumeration. Write `{ not: null }`',
  ],
  [
    toolsWith({ order: [{ lower: 'name', upper: 'price', blames: 'upper' }] }),
    'order.0',
    '“name” is no number',
  ],
  [
    toolsWith({ order: [{ lower: 'lent_at', upper: 'price', blames: 'upper' }] }),
    'order.0',
    'Name two fields of one kind',
  ],
  [toolsWith({ sums: ['weight'] }), 'sums.weight', 'there is no such field. Use one of: price.'],
  [toolsWith({ sums: ['id'] }), 'sums.id', 'is no number that is answered. Use one of: price.'],
  [toolsWith({ sums: ['depot_id'] }), 'sums.depot_id', 'is no number that is answered.'],
  [toolsWith({ sums: ['late'] }), 'sums.late', 'is no number that is answered.'],
  [
    { ...withField('cost', Internal(Money())), sums: ['cost'] },
    'sums.cost',
    'is no number that is answered.',
  ],
  [
    withField('labels', ChangeLabels({ resource: 'name', changes: 'state' })),
    'fields.labels.changes',
    '“state” is no field of the kind json.',
  ],
  [
    toolsWith({
      fields: {
        ...tools.fields,
        before: Json({ type: 'object' }),
        labels: ChangeLabels({ resource: 'kind', changes: 'before' }),
      },
    }),
    'fields.labels.resource',
    '“kind” is no field of the kind text. Use one of: name.',
  ],
  [
    withField('due_ids', Nested({ ...nested, rows: 'tols' })),
    'fields.due_ids.rows',
    'there is no resource “tols”. Use one of: depots, tools.',
  ],
  [withField('note', Text({ nullLabel: 'Nobody' })), 'fields.note.nullLabel', 'the field is never null.'],
  [
    withField('note', Text({ renamedFrom: 'Old one' })),
    'fields.note.renamedFrom',
    '“Old one” is no name of a field.',
  ],
  [withField('note', Text({ renamedFrom: 'name' })), 'fields.note.renamedFrom', '“name” is a field still.'],
  [
    withField('note', Computed({ name: 'x' }, { renamedFrom: 'old' })),
    'fields.note.renamedFrom',
    'the field has no column of its own.',
  ],
  [
    toolsWith({
      fields: {
        ...tools.fields,
        before: Json({ type: 'object' }),
        labels: ChangeLabels({ resource: 'name', changes: 'before', renamedFrom: 'old' }),
      },
    }),
    'fields.labels.renamedFrom',
    'the field has no column of its own.',
  ],
  [
    toolsWith({ cascades: { write: ['create depots', 'create nothing'] } }),
    'cascades.write',
    'there is no resource “nothing”. Use one of: depots, tools.',
  ],
  [
    toolsWith({ cascades: { delete: [{ step: 'create ', ends: 'Soon.' }] } }),
    'cascades.delete',
    'there is no resource “”.',
  ],
  [
    toolsWith({ cascades: { write: ['create tools'] } }),
    'cascades.write',
    'its hooks lead in a circle: create tools, whose hooks begin anew. Leave a step out, or say of one why it ends',
  ],
  [
    withField('weight', Decimal({ scale: 3, minimum: 0.0005 })),
    'fields.weight.minimum',
    '0.0005 cannot be told exactly. Write a number with at most 3 decimals and 15 digits in all.',
  ],
  [
    withField('weight', Decimal({ scale: 6, maximum: 1e10 })),
    'fields.weight.maximum',
    'at most 6 decimals and 15 digits in all.',
  ],
  [
    withField('code', Text({ pattern: '[A-Z' })),
    'fields.code.pattern',
    '“[A-Z” is no regular expression. Write one as JavaScript reads it with the flag `u`.',
  ],
  [
    withField('dear', Computed({ price: { gt: 1.005 } })),
    'fields.dear',
    '“price” is never 1.005: it has fewer decimals.',
  ],
  [toolsWith(floored), 'fields.dear', '“floor” has another number of decimals than “price”.'],
  [
    withField('spent', SumOf('tools', 'depot_id', 'price')),
    'fields.spent',
    "“price” of tools is no integer. Write `shows: 'money'`.",
  ],
  [
    withField('tag', FirstOf('tools', 'depot_id', 'price', '{name}')),
    'fields.tag',
    '“price” of tools is no text.',
  ],
  [
    withField('tag', FirstOf('tools', 'depot_id', 'name', '/tools/{key}')),
    'fields.tag',
    'there is no field “key”.',
  ],
  [withField('tag', FirstOf('boxes', 'depot_id', 'name', 'name')), 'fields.tag', 'no resource “boxes”.'],
  [
    toolsWith({ fields: { ...tools.fields, ...sums, all: Total(['worth']) } }),
    'fields.all',
    "“worth” is no integer. Write `shows: 'money'`.",
  ],
  [
    toolsWith({ fields: { ...tools.fields, ...sums, all: Total(['near_count', 'price']) } }),
    'fields.all',
    '“price” is no count or sum of this resource. Use one of: near_count, worth.',
  ],
  [
    toolsWith({ fields: { ...tools.fields, ...sums }, sort: ['near_count'], defaultSort: 'near_count' }),
    'defaultSort',
    '“near_count” is computed for each row.',
  ],
  [toolsWith({ sums: ['price', 'price'] }), 'sums.price', 'is named twice. Name it once.'],
  [toolsWith({ actions: { counts: copying } }), 'actions.counts', 'Avoid list, view, create,'],
  [
    toolsWith({ operations: ['list', 'view'], actions: { copy: copying } }),
    'actions.copy.permission',
    'no operation and no permission “create”. Use one of: list, view.',
  ],
  [toolsWith({ reports: { view: telling } }), 'reports.view', 'Avoid list, view, create,'],
  [
    toolsWith({ reports: { use: { ...telling, permission: 'lend' } } }),
    'reports.use.permission',
    'no permission “lend”',
  ],
  [toolsWith({ reports: { use: { ...telling, unsaved: true } } }), 'reports.use.unsaved', 'Take it out.'],
  [
    toolsWith({ reports: { use: { ...telling, input: { state: Text() } } } }),
    'reports.use.input.state',
    'a parameter of the list',
  ],
  [
    toolsWith({ reports: { use: { ...telling, input: { created_at: Text() } } } }),
    'reports.use.input.created_at',
    'a parameter of the list',
  ],
  [
    toolsWith({ reports: { use: { ...telling, input: { format: Text() } } } }),
    'reports.use.input.format',
    'a parameter of the list',
  ],
  [toolsWith({ permissions: ['lend-out'] }), 'permissions.0', 'Write it like `generate`.'],
  [toolsWith({ permissions: ['view'] }), 'permissions.0', 'one that the engine has'],
  [toolsWith({ permissions: ['lend', 'lend'] }), 'permissions.1', 'Take it out.'],
  [
    toolsWith({ permissions: ['lend'], headquartersOnly: ['borrow'] }),
    'headquartersOnly',
    'no permission “borrow”. Use one of: create, delete, lend, list, update, view.',
  ],
  [
    toolsWith({ actions: { copy: { ...copying, when: { state: ['worn'] } } } }),
    'actions.copy.when',
    'on none. Take it out.',
  ],
  [
    toolsWith({ actions: { copy: { ...copying, guard: () => new Map() } } }),
    'actions.copy.guard',
    'on none.',
  ],
  [
    withAction({ input: { ids: RowIds('hammers', { max: 9 }) } }),
    'actions.copy.input.ids',
    'no resource “hammers”. Use one of:',
  ],
  [withAction({ verb: 'count' }), 'actions.copy.verb', 'Avoid list, count, view, create, update, delete.'],
  [withAction({ verb: 'copyAll' }), 'actions.copy.verb', 'is no free lower-case hyphenated word.'],
  [
    toolsWith({ actions: { copy: copying, 'copy-all': { ...copying, verb: 'copy' } } }),
    'actions.copy-all.verb',
    '“copy” is that of copy as well. Choose another verb.',
  ],
  [withAction({ with: { size: 'name' } }), 'actions.copy.with.size', 'is no field of the input.'],
  [
    withAction({ input: { title: Text() }, with: { title: 'size' } }),
    'actions.copy.with.title',
    'the row answers no “size”. Use one of: back_at,',
  ],
  [withAction({ when: { size: ['x'] } }), 'actions.copy.when.size', 'no field “size”. Use one of: back_at,'],
  [withAction({ when: { name: ['x'] } }), 'actions.copy.when.name', 'no enumeration, and no mark. Name'],
  [
    withAction({ when: { state: [] } }),
    'actions.copy.when.state',
    'allows no value. Use one of: ready, worn.',
  ],
  [
    withAction({ when: { state: ['ready', 'gone'] } }),
    'actions.copy.when.state',
    '“gone” is no value of it. Use one of: ready, worn.',
  ],
  [
    toolsWith({ operations: ['list', 'create'], guards: { delete: () => new Map() } }),
    'guards.delete',
    'no operation “delete”. Take it out.',
  ],
  [withField('can', Text()), 'fields.can', '`with` adds to rows'],
  ...['id', 'created_at', 'updated_at', 'created_by_id', 'version'].map(
    (name): Mistake => [
      withField(name, name.endsWith('_id') ? Nullable(BelongsTo('depots')) : Text()),
      `fields.${name}`,
      'which the engine keeps. Take it out.',
    ],
  ),
  [withField('search_text', Text()), 'fields.search_text', 'the engine keeps itself'],
  [withField('name_key', Text()), 'fields.name_key', 'the engine keeps itself'],
  [withField('depot', Text()), 'fields.depot', 'answers have the row of “depot_id” under this name'],
  [withField('size', Integer({ minimum: 3, default: 2 })), 'fields.size.default', '2 is below 3'],
  [withField('size', Integer({ maximum: 3, default: 4 })), 'fields.size.default', '4 is above 3'],
  [
    withField('size', Integer({ minimum: 3, maximum: 2 })),
    'fields.size.minimum',
    '3 is above its maximum, 2',
  ],
  [
    withField('size', Integer({ maximum: 2 ** 60 })),
    'fields.size.maximum',
    'no whole number that is told exactly',
  ],
  [withField('size', Integer({ default: 2.5 })), 'fields.size.default', 'is no whole number'],
  [withField('size', Money({ minimum: 1, default: 0 })), 'fields.size.default', '0 is below 1'],
  [withField('size', Money({ default: -1 })), 'fields.size.default', '-1 is below 0'],
  [withField('code', Text({ min: 4, max: 3 })), 'fields.code.min', '4 is above its max, 3'],
  [withField('code', Text({ max: 3, default: 'abcd' })), 'fields.code.default', 'is longer than 3'],
  [withField('code', Text({ default: '' })), 'fields.code.default', 'is shorter than 1'],
  [withField('code', Text({ pattern: '^[A-Z]$', default: 'a' })), 'fields.code.default', 'does not match'],
  [withField('code', Text({ format: 'email', default: 'a' })), 'fields.code.default', 'no e-mail address'],
  [withField('at', TimeOfDay({ default: '7 am' })), 'fields.at.default', 'no time such as 07:00'],
  [withField('hue', Enum(['red', 'red'])), 'fields.hue', '“red” is one of its values twice'],
  [withField('hue', Enum(['red'], { default: 'blue' as 'red' })), 'fields.hue.default', 'none of its values'],
  [
    withField('hue', Enum(['red'], { tones: Object({ blue: 'bad' }) })),
    'fields.hue.tones.blue',
    'is no value of it. Use one of: red.',
  ],
  [withField('size', Enum(['x'.repeat(33)])), 'fields.size', 'more than the 32 characters'],
  [withField('size', Enum(['a\\b'])), 'fields.size', 'a backslash'],
  [
    withField('hues', EnumSet({ ...words, values: ['red'], default: ['blue'] })),
    'fields.hues.default',
    'a word that is none of its values',
  ],
  [
    withField('hues', EnumSet({ ...words, values: ['red'], min: 1, default: [] })),
    'fields.hues.default',
    'has fewer than 1',
  ],
  [
    withAction({ input: { size: Integer({ minimum: 3, maximum: 2 }) } }),
    'actions.copy.input.size.minimum',
    '3 is above its maximum, 2',
  ],
  [
    withField('twin_id', BelongsTo('tools')),
    'fields.twin_id',
    'no first row could be made: tools.twin_id → tools. Wrap one',
  ],
  [
    withField('depot_id', BelongsTo('depots', { onDelete: 'unlink' })),
    'fields.depot_id.onDelete',
    'empties a field that must have a value. Wrap it in `Nullable`.',
  ],
];

describe('the check of definitions', () => {
  const check = (definition: AnyDefinition) =>
    checkDefinitions(
      [
        { file: 'resources/depots.ts', definition: depots },
        { file: 'resources/tools.ts', definition },
      ],
      system,
    );

  it('finds nothing in sound ones, which also name fields that every row has', () => {
    expect(check(tools).map(describeFinding)).to.deep.equal([]);
  });

  for (const [definition, key, told] of mistakes) {
    it(`tells of ${key}: ${told}`, () => {
      const found = check(definition).filter(({ file }) => file === 'resources/tools.ts');
      expect(found.map((finding) => finding.key)).to.deep.equal([key]);
      expect(found.map(describeFinding).join()).to.include(told);
    });
  }

  it('tells of a circle through several definitions once, and of none that says why it ends', () => {
    const circle = (...last: readonly Cascade[]) =>
      checkDefinitions(
        [
          { file: 'resources/depots.ts', definition: { ...depots, cascades: { delete: ['delete tools'] } } },
          { file: 'resources/tools.ts', definition: toolsWith({ cascades: { delete: last } }) },
        ],
        system,
      ).map(describeFinding);
    expect(circle('create tools', 'delete depots')).to.deep.equal([
      'resources/depots.ts, cascades.delete: its hooks lead in a circle: delete tools → delete depots, whose hooks begin anew. ' +
        'Leave a step out, or say of one why it ends there: `{ step, ends: "…" }`.',
    ]);
    expect(circle({ step: 'delete depots', ends: 'A depot has one tool.' })).to.deep.equal([]);
    // What is created runs other hooks than what is deleted.
    expect(circle('create depots')).to.deep.equal([]);
  });

  it('tells of resources that require each other, once, however many there are', () => {
    const ring = ['a', 'b', 'c'].map((name, at, all) => {
      const to = `${all[(at + 1) % all.length]}s`;
      const next = { [`${all[(at + 1) % all.length]}_id`]: BelongsTo(to) };
      const fields = { name: Text(), ...next };
      return {
        file: `${name}.ts`,
        definition: { ...depots, name, path: `${name}s`, table: `x${name}`, fields },
      };
    });
    const others = { file: 'depots.ts', definition: depots };
    const toolsFile = { file: 'tools.ts', definition: tools };
    expect(checkDefinitions([...ring, others, toolsFile], system).map(describeFinding)).to.deep.equal([
      'a.ts, fields.b_id: no first row could be made: as.b_id → bs.c_id → cs.a_id → as. Wrap one of these references in `Nullable`.',
    ]);
  });

  it('tells the reference that says what a delete rule says again', () => {
    const named = { ...depots, restrictDelete: [{ table: 'hand_tools', column: 'depot_id', what: 'tools' }] };
    const found = checkDefinitions(
      [
        { file: 'depots.ts', definition: named },
        { file: 'tools.ts', definition: toolsWith({ table: 'hand_tools' }) },
      ],
      system,
    );
    expect(found.map(describeFinding)).to.deep.equal([
      "depots.ts, restrictDelete.hand_tools.depot_id: is what `depot_id` of tools says itself. Take it out; where the row is kept when it is deleted, say `onDelete: 'restrict'` there.",
    ]);
  });

  it('tells of two files that claim the same name, path and table', () => {
    const twins = [
      { file: 'resources/depots.ts', definition: depots },
      { file: 'resources/tools.ts', definition: tools },
      { file: 'resources/zz.ts', definition: tools },
    ];
    const found = checkDefinitions(twins, system);
    expect(found.map(({ file, key }) => [file, key])).to.deep.equal(
      ['name', 'path', 'table'].map((key) => ['resources/zz.ts', key]),
    );
  });
});
