/** Views that are wrong: each mistake is told by its key, with a remedy. */

import { expect } from 'chai';
import { sentencesOf } from '../../../../commands/words/sentences.ts';
import { describeFinding } from '../../../../engine/check/subject.ts';
import { type AnyDefinition, defineResource } from '../../../../engine/definition/definition.ts';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { checkViews, requireViews } from '../../../../engine/features/metadata/check-views.ts';
import {
  BelongsTo,
  Bool,
  Case,
  Enum,
  Instant,
  Integer,
  Internal,
  ManyToMany,
  Nullable,
  ReadOnly,
  Text,
  Texts,
  WriteOnly,
} from '../../../../engine/index.ts';
import { checkDefinitions } from '../../../harness/check-definitions.ts';

const system = { sites: 'depots', users: 'depots' };

const depots = defineResource({
  name: 'depot',
  path: 'depots',
  table: 'depots',
  scope: 'self',
  operations: ['list', 'view'],
  fields: { name: Text(), state: Enum(['open', 'shut']) },
  sort: ['name'],
  defaultSort: 'name',
});

const loans = defineResource({
  name: 'loan',
  path: 'loans',
  table: 'loans',
  scope: 'site',
  operations: ['list', 'view', 'create'],
  fields: {
    name: Text(),
    tool_id: BelongsTo('tools'),
    depot_id: Nullable(BelongsTo('depots')),
    state: Nullable(Enum(['ready', 'worn', 'odd'])),
    back_at: ReadOnly(Nullable(Instant())),
    due_at: Instant(),
  },
  filters: ['tool_id', 'back_at', 'due_at', 'depot_id', 'state'],
  sort: ['name', 'back_at', 'due_at'],
  defaultSort: 'name',
  actions: {
    lend: {
      ...{
        on: 'collection',
        permission: 'create',
        summary: 'Lends it.',
        input: { tool_id: BelongsTo('tools') },
      },
      run: ({ answer }) => Promise.resolve(answer({})),
    },
    end: {
      ...{ on: 'row', permission: 'view', summary: 'Ends it.', when: { state: ['ready'] } },
      run: ({ answer }) => Promise.resolve(answer({})),
    },
  },
});

const parts = {
  name: 'tool',
  path: 'tools',
  table: 'tools',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    state: Enum(['ready', 'worn']),
    grade: Enum(['a', 'b']),
    pieces: Integer(),
    worn: Bool(),
    marks: Texts({ max: 3 }),
    lent_at: Instant(),
    seen_at: Instant(),
    depot_id: BelongsTo('depots'),
    friend_ids: ManyToMany('tools', { table: 'friends', own: 'tool_id', other: 'friend_id' }),
    stock: Case([['none', { pieces: 0 }]], 'some'),
    secret: WriteOnly(Text()),
    hash: Internal(Text()),
  },
  filters: ['state', 'pieces', 'lent_at', 'depot_id', 'stock'],
  filtersThrough: { depot_state: 'depot_id.state' },
  sort: ['name', 'pieces'],
  defaultSort: 'name',
} as const;

const checked = { kind: 'grade', answers: { a: 'pieces' }, status: 'state', open: 'ready' } as const;

const rich = defineResource({
  ...parts,
  view: {
    icon: 'wrench',
    group: 'Stores',
    order: 10,
    columns: ['name', 'state', 'created_at', 'friend_ids'],
    card: ['depot_id', 'pieces', 'stock'],
    sections: [
      { title: 'Identity', fields: ['name', 'secret'] },
      { title: 'Place', fields: ['depot_id'], folded: true },
    ],
    headline: ['state', 'pieces'],
    late: { at: ['lent_at', 'seen_at'], while: { state: ['ready'], stock: ['none'] }, soon: 'P7D' },
    mine: 'depot_id',
    offline: {
      ...{ list: { state: ['worn'] }, own: 'depot_id', with: ['loans', 'depots'] },
      ...{ create: true, update: ['state'] },
    },
    checklist: {
      ...{ kind: 'grade', answers: { a: 'pieces', b: 'worn' }, ticks: ['b'], status: 'state', open: 'ready' },
      ...{ help: 'name', choices: 'marks', bounds: ['pieces', 'pieces'], none: 'worn', note: 'name' },
    },
    related: [{ list: 'loans', from: 'due_at' }],
    board: 'stock',
    calendar: { from: 'lent_at', until: 'updated_at' },
    overview: [
      { by: 'depot_state' },
      { by: 'lent_at.month', title: 'Loans by month' },
      { list: { state: ['worn'], depot_state: 'shut', 'pieces[lt]': 3 }, sort: '-pieces', title: 'Old ones' },
    ],
    quick: [
      { create: 'loans', with: { tool_id: 'id', depot_id: 'depot_id', name: 'name', state: 'state' } },
      { create: 'loans', with: { tool_id: 'id' }, toggle: { on: 'lend', off: 'end', mine: 'depot_id' } },
    ],
    several: { of: 'depot_id', amount: 'pieces' },
    shortcut: true,
    bell: { resource: 'name', record: 'pieces', unread: 'stock' },
  },
});

const load = (view: AnyDefinition['view'], more: Partial<AnyDefinition> = {}) => [
  { file: 'resources/depots.ts', definition: depots },
  { file: 'resources/loans.ts', definition: loans },
  { file: 'resources/tools.ts', definition: { ...defineResource(parts), ...more, ...(view && { view }) } },
];
const told = (view: AnyDefinition['view'], more: Partial<AnyDefinition> = {}) =>
  checkDefinitions(load(view, more), system).map((one) =>
    describeFinding(one).replace(/ Use one of: .*/, ' …'),
  );

describe('the check of a view', () => {
  it('finds nothing in one that is right', () => {
    expect(told(rich.view)).to.deep.equal([]);
    expect(checkViews(buildRegistry(load(rich.view), system))).to.deep.equal([]);
    expect(told({ board: null, calendar: null })).to.deep.equal([]);
    expect(told({})).to.deep.equal([]);
  });

  // What the compiler refuses as well, where it is asked: a definition can come from a file that it never saw.
  const unicorn = JSON.parse('{"icon": "unicorn"}');
  const cases: readonly (readonly [view: AnyDefinition['view'], finding: string])[] = [
    [unicorn, 'icon: there is no picture “unicorn”. …'],
    [{ group: ' ' }, 'group: is empty. Give it a name, or take it out.'],
    [{ order: 1.5 }, 'order: 1.5 is no whole number. Write one, such as 10.'],
    [
      { bell: { resource: 'hash', record: 'pieces', unread: 'stock' } },
      'bell: clients know no field “hash”. …',
    ],
    [
      { bell: { resource: 'name', record: 'pieces', unread: 'grade' } },
      'bell.unread: lists are not filtered by “grade”. …',
    ],
    [{ columns: ['nmae'] }, 'columns: clients know no field “nmae”. …'],
    [{ columns: ['hash'] }, 'columns: clients know no field “hash”. …'],
    [{ columns: ['secret'] }, 'columns: “secret” is never answered. Name it in `view.sections` alone.'],
    [{ columns: ['name', 'name'] }, 'columns: “name” is named twice. Name it once.'],
    [{ columns: [] }, 'columns: names no field. Name some, or take it out.'],
    [{ card: ['secret'] }, 'card: “secret” is never answered. Name it in `view.sections` alone.'],
    [{ card: ['state', 'grade', 'pieces', 'stock'] }, 'card: has no room for so many. Name up to 3 fields.'],
    [
      { headline: ['state', 'grade', 'pieces', 'stock', 'name'] },
      'headline: has no room for so many. Name up to 4 fields.',
    ],
    [{ headline: ['hash'] }, 'headline: clients know no field “hash”. …'],
    [
      { offline: { create: true, update: ['hash'] } },
      'offline.update: “hash” is nothing that a change takes. …',
    ],
    [
      { checklist: { ...checked, kind: 'name' } },
      'checklist.kind: “name” is no enumeration that rows answer. …',
    ],
    [
      { checklist: { ...checked, answers: { a: 'stock' } } },
      'checklist.answers: “stock” is no mark, number or text that a change takes. …',
    ],
    [
      { checklist: { ...checked, answers: { c: 'name' } } },
      'checklist.answers: “c” is no value of “grade”. …',
    ],
    [{ checklist: { ...checked, ticks: ['a'] } }, 'checklist.ticks: “pieces” is no mark that answers it. …'],
    [{ checklist: { ...checked, open: 'odd' } }, 'checklist.open: “odd” is no value of “state”. …'],
    [
      { checklist: { ...checked, help: 'pieces' } },
      'checklist.help: “pieces” is no text that rows answer. …',
    ],
    [
      { checklist: { ...checked, choices: 'name' } },
      'checklist.choices: “name” is no list of texts that rows answer. …',
    ],
    [
      { checklist: { ...checked, bounds: ['pieces', 'name'] } },
      'checklist.bounds: “name” is no number that rows answer. …',
    ],
    [
      { checklist: { ...checked, none: 'state', note: 'name' } },
      'checklist.none: “state” is no mark that a change takes. …',
    ],
    [
      { checklist: { ...checked, note: 'pieces' } },
      'checklist.note: “pieces” is no text that a change takes. …',
    ],
    [
      { checklist: { ...checked, none: 'worn' } },
      'checklist.none: needs a note that says why. Write `note`, too.',
    ],
    [{ offline: { own: 'depot_id' } }, 'offline.own: is of a list. Write `list`, too.'],
    [{ late: { at: 'pieces' } }, 'late.at: “pieces” is no date that rows answer. …'],
    [{ late: { at: 'lent' } }, 'late.at: clients know no field “lent”. …'],
    [{ late: { at: [] } }, 'late.at: names no field. Name some, or take it out.'],
    [
      { late: { at: 'lent_at', while: { pieces: ['1'] } } },
      'late.while.pieces: “pieces” is no enumeration, and no mark. Name an answered one made with `Enum`, `Bool`, `Computed` or `Case`.',
    ],
    [{ late: { at: 'lent_at', while: { state: ['odd'] } } }, 'late.while.state: “odd” is no value of it. …'],
    [
      { late: { at: 'lent_at', soon: 'P0D' } },
      'late.soon: “P0D” is no time in days or hours. Write one, such as P7D or PT12H.',
    ],
    [{ sections: [{ title: 'A', fields: ['hash'] }] }, 'sections: clients know no field “hash”. …'],
    [{ sections: [{ title: '', fields: ['name'] }] }, 'sections.0.title: is empty. Give the section a name.'],
    [
      {
        sections: [
          { title: 'A', fields: ['name'] },
          { title: 'B', fields: ['name'] },
        ],
      },
      'sections: “name” is named twice. Name it once.',
    ],
    [
      {
        sections: [
          { title: 'A', fields: ['name'] },
          { title: 'B', fields: [] },
        ],
      },
      'sections.1.fields: names no field. Take the section out.',
    ],
    [{ board: 'grade' }, 'board: “grade” is no enumeration that lists are filtered by. …'],
    [{ board: 'pieces' }, 'board: “pieces” is no enumeration that lists are filtered by. …'],
    [{ calendar: 'seen_at' }, 'calendar: “seen_at” is no date that lists are filtered by. …'],
    [
      { calendar: { from: 'lent_at', until: 'state' } },
      'calendar: “state” is no date that lists are filtered by. …',
    ],
    [
      { calendar: { from: 'lent_at', move: 'lend' } },
      'calendar.move: “lend” is no action on a row that takes “lent_at”. …',
    ],
    [
      { overview: [{ by: 'state', title: '' }] },
      'overview.0.title: is empty. Say what is shown, or take it out.',
    ],
    [{ quick: [{ create: 'lons', with: {} }] }, 'quick.0.create: there is no resource “lons”. …'],
    [
      { quick: [{ create: 'depots', with: {} }] },
      'quick.0.create: rows of “depots” are not created. Take it out.',
    ],
    [
      { quick: [{ create: 'loans', with: {}, set: { nmae: 'x' } }] },
      'quick.0.set.nmae: a new row of “loans” takes no field “nmae”. …',
    ],
    [
      { quick: [{ create: 'loans', with: {}, set: { state: 'mended' } }] },
      'quick.0.set.state: “mended” is no value of it. …',
    ],
    [
      { quick: [{ create: 'loans', with: {}, title: ' ' }] },
      'quick.0.title: is empty. Give it a name, or take it out.',
    ],
    [
      { quick: [{ create: 'loans', with: { nmae: 'name' } }] },
      'quick.0.with.nmae: a new row of “loans” takes no field “nmae”. …',
    ],
    [
      { quick: [{ create: 'loans', with: { back_at: 'lent_at' } }] },
      'quick.0.with.back_at: a new row of “loans” takes no field “back_at”. …',
    ],
    [
      { quick: [{ create: 'loans', with: { name: 'secret' } }] },
      'quick.0.with.name: clients read no field “secret” here. …',
    ],
    [
      { quick: [{ create: 'loans', with: { tool_id: 'depot_id' } }] },
      'quick.0.with.tool_id: cannot take what “depot_id” holds. Name a field of the same kind.',
    ],
    [
      { quick: [{ create: 'loans', with: { depot_id: 'id' } }] },
      'quick.0.with.depot_id: cannot take what “id” holds. Name a field of the same kind.',
    ],
    [
      { quick: [{ create: 'loans', with: { state: 'grade' } }] },
      'quick.0.with.state: cannot take what “grade” holds. Name a field of the same kind.',
    ],
    [
      {
        quick: [
          { create: 'loans', with: {}, title: 'Lend', toggle: { on: 'lend', off: 'end', mine: 'depot_id' } },
        ],
      },
      'quick.0.toggle: has the words of its actions, and no form. Take `title` and `set` out.',
    ],
    [{ several: { of: 'friend_ids' } }, 'several.of: “friend_ids” is no reference that every new row has. …'],
    [
      { several: { of: 'depot_id', amount: 'state' } },
      'several.amount: “state” is no whole number that a new row takes. …',
    ],
  ];
  for (const [view, finding] of cases) {
    it(`tells: ${finding}`, () => {
      expect(told(view)).to.deep.equal([`resources/tools.ts, view.${finding}`]);
    });
  }

  it('wants new rows for what forms of them are told', () => {
    expect(told({ shortcut: true, several: { of: 'depot_id' } }, { operations: ['view'] })).to.deep.equal([
      'resources/tools.ts, view.several: rows are not created. Take it out.',
      'resources/tools.ts, view.shortcut: rows are not created. Take it out.',
    ]);
  });

  it('wants lists for an overview and for the rows that a list opens with', () => {
    const view = { overview: [{ by: 'state' }], start: { list: { state: 'ready' } } };
    expect(told(view, { operations: ['view'] })).to.deep.equal([
      'resources/tools.ts, view.overview: the resource has no lists. Add `list` to its operations, or take it out.',
      'resources/tools.ts, view.start: the resource has no lists. Add `list` to its operations, or take it out.',
    ]);
  });

  const asked: readonly (readonly [view: AnyDefinition['view'], finding: RegExp])[] = [
    [
      { start: { list: { state: 'broken' } } },
      /view\.start: “broken” is no value of state: it must be one of ready, worn\. Correct it/,
    ],
    [{ start: { list: { state: 'worn' }, sort: '-grade' } }, /view\.start: .*grade/],
    [{ overview: [{ by: 'grade' }] }, /overview\.0\.by: “grade” is no value of by: /],
    [{ overview: [{ by: 'pieces' }] }, /overview\.0\.by: “pieces” is no value of by/],
    [{ overview: [{ by: 'lent_at' }] }, /overview\.0\.by: “lent_at” is no value of by/],
    [
      { overview: [{ by: 'state' }, { list: { state: 'broken' }, title: 'X' }] },
      /overview\.1\.list: “broken” is no value of state: it must be one of ready, worn\. Correct it/,
    ],
    [
      { overview: [{ list: { grade: 'a' }, title: 'X' }] },
      /overview\.0\.list: There is no parameter “grade”/,
    ],
    [{ overview: [{ list: {}, sort: 'grade', title: 'X' }] }, /overview\.0\.list: .*“grade”/],
    [{ overview: [{ list: { 'state[gt]': 'a' }, title: 'X' }] }, /overview\.0\.list: .*state/],
    [{ related: ['lons'] }, /related: there is no resource “lons”\. Use one of: loans\./],
    [{ related: ['depots'] }, /related: no filter of “depots” takes ids of “tools”\. Use one of: loans\./],
    [{ related: ['loans', 'loans'] }, /related: “loans” is named twice\./],
    [{ related: ['loans', { list: 'loans', sort: 'name' }] }, /related: “loans” is named twice\./],
    [{ related: [{ list: 'loans', sort: '-state' }] }, /related\.0\.sort: .*“state”.* Correct it/],
    [
      { related: [{ list: 'loans', from: 'tool_id' }] },
      /related\.0\.from: “tool_id” is no date .* one of: .*due_at.*\./,
    ],
    [
      { quick: [{ create: 'loans', with: {}, toggle: { on: 'lend', off: 'end', mine: 'depot_id' } }] },
      /quick\.0\.toggle\.on: “lend” of “loans” is no action on the collection that needs just that\./,
    ],
    [
      {
        quick: [
          { create: 'loans', with: { tool_id: 'id' }, toggle: { on: 'lend', off: 'lend', mine: 'depot_id' } },
        ],
      },
      /quick\.0\.toggle\.off: “lend” of “loans” is no action that ends it\. Use one of: end\./,
    ],
    [
      {
        quick: [
          { create: 'loans', with: { tool_id: 'id' }, toggle: { on: 'lend', off: 'end', mine: 'state' } },
        ],
      },
      /quick\.0\.toggle\.mine: “state” is no filter that takes a person\./,
    ],
    [
      { overview: [{ list: {}, mine: 'state', title: 'Mine' }] },
      /overview\.0\.mine: “state” is no filter that takes a person\./,
    ],
    [
      { offline: { list: { grade: 'a' } as never } },
      /offline\.list: There is no parameter “grade”.* Correct it/,
    ],
    [{ offline: { list: {}, own: 'state' } }, /offline\.own: “state” is no filter that takes a person\./],
    [{ offline: { list: {}, with: ['lons'] } }, /offline\.with: “lons” has no rows that belong to one/],
    [
      { mine: 'state' },
      /mine: “state” is no filter that takes a person\. Use one of: created_by_id, depot_id/,
    ],
  ];
  for (const [view, finding] of asked) {
    it(`asks others, and tells: ${finding.source}`, () => {
      const registry = buildRegistry(load(view), system);
      const [found, ...more] = checkViews(registry).map(describeFinding);
      expect(more).to.deep.equal([]);
      expect(found)
        .to.match(finding)
        .and.to.match(/^resources\/tools\.ts, view\./);
      expect(() => requireViews(registry)).to.throw(finding);
    });
  }

  it('asks other languages for its words', () => {
    expect(sentencesOf('resources/tools.ts', rich).map(({ english }) => english)).to.deep.equal([
      ...['Stores', 'Identity', 'Place', 'Loans by month', 'Old ones'],
    ]);
  });
});
