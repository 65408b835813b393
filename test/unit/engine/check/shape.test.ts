/** Every option of every constructor, and every key of a definition, of any level: each is given a wrong type and a misspelt name. */

import { expect } from 'chai';
import { shapeOfDefinition } from '../../../../engine/check/shape/definition-shape.ts';
import { describeFinding } from '../../../../engine/check/subject.ts';
import type { AnyDefinition } from '../../../../engine/definition/definition.ts';
import * as fields from '../../../../engine/definition/field.ts';
import { features } from '../../../../engine/features/index.ts';
import * as scalars from '../../../../engine/kinds/constructors.ts';
import { optionsOf } from '../../../../engine/kinds/field.ts';
import { judgeShape, type Shape } from '../../../../engine/kinds/shape.ts';
import { fieldMakers } from '../../../../engine/kinds/structures/structures.ts';
import { say } from '../../../../engine/message.ts';
import { checkDefinitions } from '../../../harness/check-definitions.ts';

const definitionShape = shapeOfDefinition(features.map(({ shape }) => shape ?? {}));

const { Nullable } = fields;
const { Bool, Enum, Integer, Text } = scalars;
const constructors: Readonly<Record<string, unknown>> = { ...fields, ...scalars };
/** The definition around a field. */
const around = [
  'Nullable',
  'ReadOnly',
  'Maintained',
  'WriteOnly',
  'Internal',
  'Immutable',
  'Optional',
  'UpdateOnly',
  'Once',
  'ViewOnly',
  'Personal',
];
const none = () => new Map();
const table = { table: 'pairs', own: 'tool_id' };

/** What each constructor is called with; its last argument is its options. */
const calls: Readonly<Record<string, readonly [arguments: readonly string[], options: object]>> = {
  Text: [
    [],
    {
      min: 1,
      max: 9,
      format: 'email',
      pattern: 'x',
      caseless: true,
      multiline: true,
      offered: none,
      default: 'x',
    },
  ],
  Bool: [[], { default: true, tones: { true: 'bad' } }],
  Instant: [[], { default: 'now', past: true }],
  DateOnly: [[], { default: 'today' }],
  TimeOfDay: [[], { default: '07:00' }],
  Enum: [['values'], { values: ['a'], default: 'a', tones: { a: 'bad' } }],
  Json: [['schema'], { schema: {} }],
  RowIds: [['to'], { to: 'tools', min: 0, max: 3, offer: none, by: ['name'] }],
  Texts: [[], { min: 1, max: 3, length: 9 }],
  Alias: [['of'], { of: 'name', shows: 'text', link: true, given: 'name' }],
  Nested: [
    [],
    {
      schema: {},
      load: none,
      rows: 'tools',
      fields: { size: scalars.Integer() },
      list: { min: 0, max: 3 },
    },
  ],
  Owned: [
    [],
    {
      table: 'parts',
      by: 'tool_id',
      order: 'place',
      fields: { size: scalars.Integer() },
      min: 0,
      max: 3,
      only: [{ fields: ['size'], beside: {}, message: say('No.') }],
      requiredWhen: [{ field: 'size', beside: {}, message: say('Yes.') }],
    },
  ],
  Integer: [[], { minimum: 0, maximum: 9, default: 1, unit: 'kg', unitField: 'name', interval: true }],
  Minutes: [[], { minimum: 0, maximum: 9, default: 1 }],
  Money: [[], { minimum: 0, maximum: 9, default: 1, unit: 'kg', unitField: 'name', interval: true }],
  Ratio: [[], { minimum: 0, maximum: 9, default: 1, unit: 'kg', unitField: 'name', interval: true }],
  Decimal: [
    [],
    { scale: 2, minimum: 0, maximum: 9, default: 1, unit: 'kg', unitField: 'name', interval: true },
  ],
  BelongsTo: [
    ['to'],
    {
      to: 'tools',
      include: [],
      where: { a: { lt: 1, lte: 1, gt: 1, gte: 1, not: [1] } },
      offer: {},
      matching: [],
      tree: true,
      exclusive: true,
      onDelete: 'unlink',
    },
  ],
  ManyToMany: [
    ['to'],
    { to: 'tools', ...table, other: 'zone_id', include: [], where: {}, viewers: true, onDelete: 'unlink' },
  ],
  EnumSet: [[], { ...table, column: 'word', values: ['a'], min: 0, offered: none, default: ['a'] }],
  CountOf: [['of', 'foreign'], { of: 'tools', foreign: 'twin_id', where: {} }],
  FirstOf: [
    ['of', 'foreign', 'shows', 'otherwise'],
    { of: 'tools', foreign: 'twin_id', shows: 'name', otherwise: '/tools/{id}', where: {} },
  ],
  SumOf: [
    ['of', 'foreign', 'sum'],
    {
      of: 'tools',
      foreign: 'twin_id',
      sum: 'pieces',
      shows: 'integer',
      where: {},
      unit: 'kg',
      unitField: 'name',
      interval: true,
    },
  ],
  Total: [['of'], { of: ['pieces'], shows: 'integer', unit: 'kg', unitField: 'name', interval: true }],
  ChangeLabels: [[], { resource: 'name', changes: 'changes' }],
  NoticeText: [[], { resource: 'name', record: 'name', notice: 'name', said: 'name' }],
  CountThrough: [
    ['table', 'foreign'],
    {
      table: 'pairs',
      foreign: 'tool_id',
      distinct: 'a',
      site: 'site_id',
      through: { table: 'b', column: 'c' },
    },
  ],
  Computed: [['where'], { where: { a: 1 }, tones: { true: 'bad', false: 'good' } }],
  Case: [['cases', 'otherwise'], { cases: [['a', {}]], otherwise: 'b', tones: { a: 'bad' } }],
};
const worded = { label: 'x', heading: 'X', help: 'x', formula: 'x', nullLabel: 'x', renamedFrom: 'y' };

/** A field as its constructor makes it of all its options. @throws where the constructor cannot even begin */
function build(by: string, given: Readonly<Record<string, unknown>>): AnyDefinition['fields'][string] {
  const [names = []] = calls[by] ?? [];
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
  const make = constructors[by];
  if (typeof make !== 'function') throw new Error(`There is no ${by}.`);
  return make(...names.map((name) => given[name]), rest);
}

const run = async () => ({ id: null, data: {} }) as const;
const said = say('x');

/** A definition that has every key there is, of every level. */
const whole: AnyDefinition = {
  ...{ name: 'tool', path: 'tools', table: 'tools', title: { one: 'tool', many: 'tools' } },
  renamedFrom: { name: 'rig', path: 'rigs', table: 'rigs' },
  ...{
    scope: { members: { table: 'members', key: 'tool_id' } },
    operations: ['list'],
    hung: { on: 'commentable', counted: 'x', authorOnly: ['update'], files: true },
    ...{ commentable: true, attachable: true },
    permissions: ['lend'],
  },
  ...{
    headquartersOnly: ['lend'],
    fields: { name: Text(), state: Enum(['a']), best: Bool({ default: false }) },
  },
  ...{ display: 'name', displayFrom: ['name'], filters: ['state'] },
  filtersThrough: {
    far: {
      to: 'tools',
      links: [{ table: 'a', foreign: 'b', column: 'c' }],
      seen: () => ({ op: 'true' }) as never,
    },
  },
  ...{ search: ['name'], sort: ['name'], defaultSort: 'name', sums: [] },
  unique: [
    ['name'],
    { fields: ['name'], taken: 'Taken.', blames: 'best', where: { state: ['a'], best: { not: null } } },
  ],
  atMostOne: [
    { field: 'best', slot: 'best_slot', taken: said, takenUnseen: said, kept: said, undeletable: said },
  ],
  states: { field: 'state', initial: ['a'], transitions: { a: [] } },
  alternative: { when: 'name', fields: ['state'] },
  restrictDelete: [{ table: 'b', column: 'c', what: 'd', one: 'e' }],
  ...{ deleteAdvice: 'x', softDelete: true, rules: [{ of: ['name'], check: () => {} }] },
  guards: { update: none, delete: none },
  hooks: {
    ...{ beforeTransaction: () => {}, beforeLock: () => {}, beforeValidate: () => {}, validate: () => {} },
    ...{ afterWrite: () => {}, beforeDelete: () => {}, afterDelete: () => {} },
  },
  cascades: { write: ['create tools', { step: 'create tools', ends: 'x' }], delete: [] },
  actions: {
    lend: {
      ...{
        on: 'row',
        permission: 'lend',
        path: 'lend',
        verb: 'lend',
        creates: false,
        label: 'x',
        summary: 'x',
        danger: true,
      },
      ...{
        when: { state: ['a'] },
        guard: none,
        input: { a: Text() },
        with: {},
        answer: { b: Integer() },
        run,
      },
    },
  },
  reports: {
    load: {
      ...{
        on: 'row',
        permission: 'view',
        unsaved: true,
        label: 'x',
        summary: 'x',
        input: {},
        answer: {},
        many: false,
      },
      ...{ window: true, by: { choices: ['month'], required: true, default: 'month' } },
      bounds: { a: ['b', 'c'] },
      behind: {
        ...{ where: { a: ['x'] }, within: 'a' },
        periods: {
          a: { path: 'as', within: 'a', until: 'a', still: true, of: 'a', where: { a: ['x'] }, filled: 'a' },
        },
      },
      charts: [
        {
          title: 'x',
          draw: 'line',
          y: ['a'],
          input: { by: 'month' },
          target: 1,
          lines: ['size'],
          when: { a: ['x'] },
        },
      ],
      run: async () => [],
      says: () => said,
    },
  },
  feed: {
    ...{ from: ['due_at'], minutes: 'size', canceled: { name: 'x' }, where: { name: 'y' } },
    ...{ own: 'lender_id', place: 'lender_id', next: 'lender_id', tentative: true },
  },
  tasks: { recall: { every: '1 hour', run: async () => {} } },
  notices: {
    late: {
      ...{
        at: ['due_at'],
        before: ['7 days'],
        while: { name: 'x' },
        to: ['lender_id', { holders: 'update' }],
      },
      ...{ channel: 'page', label: 'x', says: '{name}' },
    },
    // The keys of the other sorts: one that has them all is refused by another check.
    all: Object.assign(
      { when: { name: 'x' }, worsens: 'state', from: 'lent', joins: 'lender_id' },
      { to: 'lender_id', channel: 'mail' as const, label: 'x', says: '{name}' },
    ),
  },
  view: {
    ...{ icon: 'wrench', group: 'x', order: 1, columns: ['name'], card: ['name'], board: null },
    ...{
      related: [
        { list: 'a', sort: 'b' },
        { list: 'a', from: 'b' },
      ],
      headline: ['name'],
      mine: 'created_by_id',
    },
    late: { at: ['created_at'], while: { state: ['a'] }, soon: 'P7D' },
    ...{
      sections: [{ title: 'x', fields: ['name'], folded: true }],
      calendar: { from: 'a', until: 'b', move: 'c' },
    },
    overview: [
      { by: 'state', title: 'x' },
      { list: {}, sort: 'name', title: 'x' },
    ],
    quick: [
      {
        ...{ create: 'tools', with: { a: 'id' }, set: { b: 1 }, title: 'x' },
        toggle: { on: 'a', off: 'b', mine: 'c' },
      },
    ],
    offline: { list: { state: 'a' }, own: 'a', with: ['a'], create: true, update: ['a'] },
    start: { list: { state: 'a' }, sort: 'a' },
    checklist: {
      ...{ kind: 'a', answers: { x: 'b' }, ticks: ['x'], status: 'c', open: 'y' },
      ...{ help: 'd', choices: 'e', bounds: ['f', 'g'], none: 'h', note: 'i' },
    },
    ...{ several: { of: 'a', amount: 'b' }, shortcut: true, account: true },
    bell: { resource: 'a', record: 'b', unread: 'c' },
  },
  stamps: [{ field: 'name', states: ['a'], kept: true, cleared: said }],
  only: [{ fields: ['name'], beside: { state: ['a'], name: { not: null } }, message: said }],
  requiredWhen: [{ field: 'name', beside: { state: ['a'] }, message: said }],
  order: [{ lower: 'a', upper: 'b', blames: 'upper' }],
};

/** Values of every type, so that one at the least is wrong at each place. */
const pool: readonly unknown[] = [Symbol('x'), -0.5, '', {}, [], none, true];

type Wrong = readonly [key: string, made: unknown, misspelt: boolean];

/** The value with each of its places made wrong, one at a time: by a value of another type, and by a key that there is not. */
function* wrongs(shape: Shape, value: unknown, key: string, visited: Set<Shape>): Iterable<Wrong> {
  visited.add(shape);
  const bad = pool.find((one) => !shape.fits(one));
  if (key !== '' && !shape.fits(Symbol('x'))) yield [key, bad, false];
  const kind = shape.chosen?.(value);
  if (kind) yield* wrongs(kind, value, key, visited);
  for (const [name, part, of] of shape.parts?.(value) ?? []) {
    if (name === '') continue;
    for (const [at, made, misspelt] of wrongs(of, part, [key, name].filter(Boolean).join('.'), visited)) {
      yield [
        at,
        Array.isArray(value) ? value.with(Number(name), made) : { ...Object(value), [name]: made },
        misspelt,
      ];
    }
  }
  const [first] = Object.keys(shape.keys ?? {});
  if (first)
    yield [[key, `${first}x`].filter(Boolean).join('.'), { ...Object(value), [`${first}x`]: 1 }, true];
}

function told(shape: Shape, value: unknown): string[] {
  const found: string[] = [];
  judgeShape(shape, value, '', (key, problem, remedy) => found.push(`${key}: ${problem} ${remedy}`));
  return found;
}

describe('the shape of a definition', () => {
  it('is told of every key of any level, by its key', () => {
    expect(told(definitionShape, whole)).to.deep.equal([]);
    const visited = new Set<Shape>();
    const all = [...wrongs(definitionShape, whole, '', visited)];
    for (const [key, made, misspelt] of all) {
      const found = told(definitionShape, made);
      expect(
        found.map((one) => one.split(': ')[0]),
        found.join(),
      ).to.deep.equal([key]);
      if (misspelt) expect(found[0], key).to.match(/there is no such key\. Did you mean “.+”\? Use one of/);
    }
    expect(all).to.have.length.above(150);
    const unseen = [...visited]
      .flatMap(({ keys }) => Object.entries(keys ?? {}))
      .filter(([, one]) => !visited.has(one));
    expect(
      unseen.map(([name]) => name),
      'keys that the definition of this test lacks',
    ).to.deep.equal([]);
  });

  it('is told of every option of every constructor', () => {
    const makers = Object.keys(constructors).filter((name) => /^[A-Z]/.test(name) && !around.includes(name));
    expect(Object.keys(fieldMakers).sort()).to.deep.equal(makers.sort());
    for (const by of makers) {
      const options: Record<string, unknown> = { ...worded, ...calls[by]?.[1] };
      const shapes = fieldMakers[by] ?? {};
      expect(Object.keys(options).sort(), by).to.deep.equal(Object.keys(shapes).sort());
      const shape: Shape = {
        is: by,
        fits: () => true,
        keys: shapes,
        parts: () => Object.entries(shapes).map(([name, of]) => [name, options[name], of] as const),
      };
      expect(
        told(definitionShape, { ...whole, fields: { ...whole.fields, it: build(by, options) } }),
        by,
      ).to.deep.equal([]);
      for (const [key, made, misspelt] of wrongs(shape, options, 'fields.it', new Set())) {
        if (key === 'fields.it') continue;
        let found: string[];
        try {
          const field = build(by, Object(made));
          expect(optionsOf(Nullable(field))?.by, 'what stands around it').to.equal(by);
          found = told(definitionShape, { ...whole, fields: { ...whole.fields, it: field } });
        } catch (error) {
          // What cannot even be made is told by the file and the line.
          expect(error).to.be.instanceOf(TypeError);
          continue;
        }
        expect(
          found.map((one) => one.split(': ')[0]),
          `${by}: ${found.join()}`,
        ).to.deep.equal([key]);
        if (misspelt) expect(found[0], key).to.include('Did you mean');
      }
    }
  });

  it('is looked at before what the definitions are among each other, with what was meant', () => {
    const odd = {
      ...whole,
      hooks: { beforeSave() {}, afterWrit() {} },
      filters: 'state',
      operations: ['lst'],
    };
    const findings = checkDefinitions([{ file: 'resources/tools.js', definition: odd as never }], {
      sites: 'x',
      users: 'x',
    });
    expect(findings.map(describeFinding).sort()).to.deep.equal([
      'resources/tools.js, filters: is “state”. Write a list, each of it a text.',
      'resources/tools.js, hooks.afterWrit: there is no such key. Did you mean “afterWrite”? Use one of: afterDelete, afterHang, afterWrite, beforeDelete, beforeHang, beforeKeep, beforeLock, beforeTransaction, beforeValidate, validate.',
      'resources/tools.js, hooks.beforeSave: there is no such key. Use one of: afterDelete, afterHang, afterWrite, beforeDelete, beforeHang, beforeKeep, beforeLock, beforeTransaction, beforeValidate, validate.',
      'resources/tools.js, operations.0: is “lst”. Did you mean “list”? Use one of: create, delete, list, update, view.',
    ]);
  });
});
