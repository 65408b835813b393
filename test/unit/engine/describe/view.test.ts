/** A view where its definition says nothing, and the part of it that a user gets. */

import { expect } from 'chai';
import { always } from '../../../../engine/condition.ts';
import { type AnyDefinition, defineResource } from '../../../../engine/definition/definition.ts';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { completeView, permittedView } from '../../../../engine/features/metadata/view.ts';
import { relatedLists } from '../../../../engine/features/related/lists.ts';
import {
  BelongsTo,
  Bool,
  Computed,
  CountOf,
  DateOnly,
  Enum,
  Instant,
  Integer,
  Internal,
  Money,
  Nullable,
  Text,
  WriteOnly,
} from '../../../../engine/index.ts';
import { resourceAt } from '../../../../engine/model/resource.ts';
import { actorWith } from '../fixture.ts';

const parts = {
  name: 'thing',
  path: 'things',
  table: 'things',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  sort: ['name'],
  defaultSort: 'name',
} as const;

const depots = defineResource({
  ...parts,
  name: 'depot',
  path: 'depots',
  table: 'depots',
  scope: 'self',
  fields: { name: Text(), job_count: CountOf('jobs', 'site_id') },
});
const work = defineResource({
  ...parts,
  name: 'job',
  path: 'jobs',
  table: 'jobs',
  fields: {
    name: Text(),
    note: Nullable(Text({ max: 5000 })),
    kind: Enum(['a', 'b']),
    class: Enum(['a', 'b']),
    rank: Enum(['a', 'b']),
    state: Enum(['open', 'done'], { default: 'open' }),
    thing_id: BelongsTo('things'),
    helper_id: Nullable(BelongsTo('things')),
    begun_at: Nullable(Instant()),
    ended_at: Nullable(Instant()),
    planned_at: Nullable(Instant()),
    late: Computed({ state: 'open' }),
  },
  filters: ['thing_id', 'helper_id', 'state', 'kind', 'class', 'rank', 'begun_at', 'ended_at', 'planned_at'],
  sort: ['name', 'planned_at'],
  states: { field: 'state', transitions: { open: ['done'], done: [] } },
  order: [{ lower: 'begun_at', upper: 'ended_at', blames: 'upper' }],
});

/** What is made of a resource `things` beside the others. */
function viewOf(things: Partial<AnyDefinition>, path = 'things') {
  const definition: AnyDefinition = { ...defineResource({ ...parts, fields: { name: Text() } }), ...things };
  const registry = buildRegistry(
    [
      { file: 'resources/depots.ts', definition: depots },
      { file: 'resources/jobs.ts', definition: work },
      { file: 'resources/things.ts', definition },
    ],
    { sites: 'depots', users: 'depots' },
  );
  const resource = resourceAt(registry, path);
  const lists = relatedLists(registry, resource, 'en');
  const targets = lists.map(({ target }) => target);
  return { resource, lists, whole: completeView(registry, resource, targets, 'en') };
}

describe('a view', () => {
  it('tells when a row is late, which are one’s own, and the tree that rows stand in', () => {
    const tree = { fields: { name: Text(), over_id: Nullable(BelongsTo('things', { tree: true })) } };
    const { view } = viewOf({
      ...tree,
      filters: ['over_id'],
      view: { late: { at: 'created_at' }, headline: ['over_id'], mine: 'created_by_id' },
    }).whole;
    expect(view).to.deep.include({
      late: { at: ['created_at'], while: {} },
      headline: ['over_id'],
      mine: 'created_by_id',
      tree: 'over_id',
    });
    // The rows below a row could not be requested.
    expect(viewOf(tree).whole.view).to.not.have.property('tree');
  });

  it('tells the order of lists beside a row', () => {
    const ordered = (order: { readonly sort: string } | { readonly from: string }) =>
      viewOf({ view: { related: [{ list: 'jobs', ...order }] } }).lists.map(({ related }) => related);
    expect(ordered({ sort: '-name' })[0]).to.include({ resource: 'jobs', sort: '-name' });
    expect(ordered({ from: 'created_at' })[0]).to.include({ resource: 'jobs', from: 'created_at' });
    expect(viewOf({}).lists[0]?.related).to.not.have.any.keys('sort', 'from');
  });
});

describe('a view of which nothing is said', () => {
  it('is whole, for any scope', () => {
    expect(viewOf({}).whole.view).to.deep.equal({
      icon: 'list',
      group: 'Other',
      columns: ['name'],
      sections: [],
      board: null,
      calendar: null,
      overview: [],
      quick: [{ create: 'jobs', with: { thing_id: 'id' } }],
    });
  });

  it('tells of work what matters at a glance', () => {
    expect(viewOf({}, 'jobs').whole.view).to.deep.include({
      icon: 'check',
      // The state, what it always refers to, two enumerations and a date of two.
      columns: ['name', 'state', 'thing_id', 'kind', 'class', 'begun_at'],
      board: 'state',
      calendar: { from: 'begun_at', until: 'ended_at' },
      overview: [{ by: 'state', title: 'Jobs by state' }],
      quick: [],
    });
  });

  const name = Text();
  const long = Nullable(Text({ max: 5000 }));
  const columns: readonly (readonly [title: string, Partial<AnyDefinition>, readonly string[]])[] = [
    [
      'no text that is long, nothing that nobody reads',
      { fields: { name, long, secret: WriteOnly(Text()), hash: Internal(Text()), short: Text() } },
      ['name', 'short'],
    ],
    [
      'one row of those that it may refer to',
      {
        fields: {
          name,
          first_id: Nullable(BelongsTo('depots')),
          next_id: Nullable(BelongsTo('depots')),
          a: Text(),
          b: Text(),
          c: Text(),
          d: Text(),
        },
      },
      ['name', 'first_id', 'next_id', 'a', 'b', 'c'],
    ],
    [
      'what lists are asked for before the rest',
      {
        fields: { name, text: Text(), pieces: Integer(), lent: Bool() },
        filters: ['lent'],
        sort: ['name', 'pieces'],
      },
      ['name', 'pieces', 'lent', 'text'],
    ],
    [
      'the date of their order before others',
      {
        fields: { name, on: DateOnly(), at: Instant() },
        filters: ['on'],
        sort: ['name', 'at'],
        defaultSort: '-at',
      },
      ['name', 'at', 'on'],
    ],
    [
      'the time at which they were made, where they have no other',
      { fields: { name, text: Text() }, sort: ['name', 'created_at'], defaultSort: '-created_at' },
      ['name', 'created_at', 'text'],
    ],
    [
      'what stands for a row first',
      { fields: { text: Text(), code: Text() }, display: 'code', sort: ['code'], defaultSort: 'code' },
      ['code', 'text'],
    ],
  ];
  for (const [title, things, expected] of columns) {
    it(`has as columns ${title}`, () => {
      const { view } = viewOf(things).whole;
      expect(view.columns).to.deep.equal(expected);
    });
  }

  const dates: readonly (readonly [Partial<AnyDefinition>, unknown])[] = [
    [{ fields: { name, on: DateOnly() } }, null],
    [
      { fields: { name, at: Instant(), on: DateOnly() }, filters: ['on'] },
      { from: 'on', until: null },
    ],
    [
      {
        fields: { name, on: DateOnly(), at: Instant() },
        filters: ['on', 'at'],
        sort: ['at'],
        defaultSort: 'at',
      },
      { from: 'at', until: null },
    ],
  ];
  for (const [things, calendar] of dates) {
    it(`has the calendar ${JSON.stringify(calendar)}`, () => {
      expect(viewOf(things).whole.view.calendar).to.deep.equal(calendar);
    });
  }

  const pictures: readonly (readonly [Partial<AnyDefinition>, string])[] = [
    [{ scope: 'global' }, 'list'],
    [{ fields: { name, price: Money() } }, 'box'],
    [{ fields: { name, parent_id: Nullable(BelongsTo('things', { tree: true })) } }, 'map'],
    [{ sort: ['created_at'], defaultSort: '-created_at' }, 'clock'],
    [{ scope: { members: { table: 'members', key: 'thing_id' } } }, 'people'],
  ];
  for (const [things, icon] of pictures) {
    it(`has the picture ${icon}`, () => expect(viewOf(things).whole.view.icon).to.equal(icon));
  }

  it('shows sites as buildings, with the lists that it counts', () => {
    const { view, related } = viewOf({}, 'depots').whole;
    expect([view.icon, related.map(({ path }) => path)]).to.deep.equal(['building', ['jobs']]);
  });
});

describe('a view of which something is said', () => {
  const { resource, whole } = viewOf({
    fields: { name: Text(), code: Text(), state: Enum(['new', 'old']), on: DateOnly() },
    filters: ['state', 'on'],
    actions: {
      shift: {
        on: 'row',
        permission: 'update',
        summary: 'Moves it.',
        input: { on: DateOnly() },
        run: () => Promise.reject(new Error('It is not run.')),
      },
    },
    filtersThrough: {
      job_id: { to: 'jobs', links: [{ table: 'x', foreign: 'y', column: 'z' }], seen: () => always },
    },
    view: {
      icon: 'tag',
      group: 'Stores',
      order: 3,
      columns: ['code', 'name', 'state'],
      sections: [{ title: 'Mark', fields: ['code'], folded: true }],
      card: ['state'],
      board: 'state',
      calendar: { from: 'on', move: 'shift' },
      overview: [
        { by: 'job_id' },
        { by: 'on.year', title: 'Years' },
        { list: { state: ['new', 'old'], 'on[gte]': '2026-01-31' }, title: 'Some' },
      ],
      quick: [
        { create: 'jobs', with: { thing_id: 'id', name: 'code' } },
        { create: 'jobs', with: { thing_id: 'id' }, set: { name: 'Repair' }, title: 'Repair' },
      ],
    },
  });

  it('is that, and usual in the rest', () => {
    expect(whole.view).to.deep.equal({
      icon: 'tag',
      group: 'Stores',
      columns: ['code', 'name', 'state'],
      card: ['state'],
      sections: [{ title: 'Mark', fields: ['code'], folded: true }],
      board: 'state',
      calendar: { from: 'on', until: null, move: 'shift' },
      overview: [
        { by: 'job_id', title: 'Things by job' },
        { by: 'on.year', title: 'Years' },
        { list: { state: 'new,old', 'on[gte]': '2026-01-31' }, sort: 'name', title: 'Some' },
      ],
      quick: [
        { create: 'jobs', with: { thing_id: 'id', name: 'code' } },
        { create: 'jobs', with: { thing_id: 'id' }, set: { name: 'Repair' }, title: 'Repair' },
      ],
    });
  });

  it('has the parts that the user may open', () => {
    const everything = actorWith('all');
    expect(permittedView(whole, resource, everything)).to.deep.equal(whole.view);
    const nothing = permittedView(whole, resource, actorWith('none'));
    expect(nothing).to.deep.equal({ ...whole.view, overview: [], quick: [] });
    const usual = viewOf({});
    const [reader, writer] = (['viewAny', 'create'] as const).map((held) =>
      permittedView(usual.whole, usual.resource, {
        ...everything,
        permitted: (operation) => (operation === held ? 'all' : 'none'),
      }),
    );
    expect([reader?.quick, writer?.quick]).to.deep.equal([[], usual.whole.view.quick]);
  });
});
