/**
 * What the compiler knows of definitions. Nothing here runs: `npm run types` is the test. An `@ts-expect-error` on a
 * line that is right is itself an error.
 */
import type { Answer, CreateBody, Draft, Row, UpdateBody } from '../../engine/definition/types.ts';
import {
  type ActionAnswer,
  type AnswerOf,
  BelongsTo,
  Bool,
  Case,
  Computed,
  CountOf,
  type CreateBodyOf,
  DateOnly,
  defineResource,
  Enum,
  EnumSet,
  type HookContext,
  Immutable,
  Instant,
  Integer,
  Internal,
  ManyToMany,
  Money,
  Nullable,
  Optional,
  type QueryOf,
  ReadOnly,
  type RowOf,
  say,
  Text,
  type UpdateBodyOf,
  UpdateOnly,
  WriteOnly,
} from '../../engine/index.ts';
import type zones from '../../resources/zones.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** All properties written out, so that intersections compare with plain objects. */
type Plain<T> = { [K in keyof T]: T[K] };

/** Compiles where both types are the same. */
function same<A, B>(_equal: Equal<A, B>): void {}

const fields = {
  name: Text(),
  code: Immutable(Text({ max: 10 })),
  note: Nullable(Text()),
  state: Enum(['ready', 'worn'], { default: 'ready' }),
  grade: Nullable(Enum(['a', 'b'])),
  pieces: Integer(),
  price: Money({ default: 0 }),
  lent: Bool({ default: false }),
  bought_on: DateOnly(),
  used_at: Instant({ default: 'now' }),
  title: Optional(Text()),
  secret: WriteOnly(Text()),
  proof: UpdateOnly(WriteOnly(Text())),
  depot_id: BelongsTo('depots'),
  twin_id: Nullable(BelongsTo('tools')),
  person_ids: ManyToMany('people', { table: 'pairs', own: 'tool_id', other: 'person_id' }),
  tags: EnumSet({ table: 'tags', own: 'tool_id', column: 'tag', values: ['sharp', 'heavy'], default: [] }),
  kept: ReadOnly(Nullable(Instant())),
  slot: Internal(Nullable(Integer())),
  twin_count: CountOf('tools', 'twin_id'),
  late: Computed({ lent: true }),
  stock: Case([['none', { pieces: 0 }]], 'some'),
};
type F = typeof fields;

interface System {
  readonly id: number;
  readonly site_id: number;
  readonly created_by_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Values {
  name: string;
  code: string;
  note: string | null;
  state: 'ready' | 'worn';
  grade: 'a' | 'b' | null;
  pieces: number;
  price: number;
  lent: boolean;
  bought_on: string;
  used_at: string;
  title: string;
  secret: string;
  proof: string;
  depot_id: number;
  twin_id: number | null;
  person_ids: number[];
  tags: ('sharp' | 'heavy')[];
  kept: string | null;
  slot: number | null;
  twin_count: number;
  late: boolean;
  stock: 'none' | 'some';
}

type Settable = Omit<Values, 'kept' | 'slot' | 'twin_count' | 'late' | 'stock'>;
type Leavable =
  | 'note'
  | 'state'
  | 'grade'
  | 'price'
  | 'lent'
  | 'used_at'
  | 'title'
  | 'twin_id'
  | 'person_ids'
  | 'tags';

same<Plain<Row<F>>, Plain<System & Values>>(true);
same<Plain<Answer<F>>, Plain<Readonly<System & Omit<Values, 'secret' | 'proof' | 'slot'>>>>(true);
same<Plain<CreateBody<F>>, Plain<Omit<Settable, Leavable | 'proof'> & Partial<Pick<Settable, Leavable>>>>(
  true,
);
same<UpdateBody<F>, Plain<Partial<Settable>>>(true);
same<Draft<F>['id'], number | null>(true);
same<Draft<F>['title'], string | undefined>(true);
same<Draft<F>['proof'], string | undefined>(true);
same<Draft<F>['name'], string>(true);
// @ts-expect-error: the test of the test
same<string, number>(true);

const parts = {
  name: 'tool',
  path: 'tools',
  table: 'tools',
  scope: 'site',
  operations: ['list'],
  sort: ['name'],
  defaultSort: 'name',
} as const;

defineResource({
  ...parts,
  fields,
  filters: ['state'],
  hooks: {
    beforeValidate({ row, previous, sent }) {
      row.state = 'worn';
      row.kept = null;
      same<typeof row.grade, 'a' | 'b' | null>(true);
      same<NonNullable<typeof previous>['late'], boolean>(true);
      // @ts-expect-error: no such field
      row.nmae = 'x';
      // @ts-expect-error: no such state
      row.state = 'broken';
      // @ts-expect-error: not of a number
      row.pieces = '3';
      // @ts-expect-error: not nullable
      row.name = null;
      // @ts-expect-error: the engine's own
      row.created_at = 'x';
      // @ts-expect-error: there is no row before a create
      previous.name.trim();
      // @ts-expect-error: no such field
      sent('nmae');
    },
    afterWrite({ row }) {
      same<typeof row.id, number>(true);
      // @ts-expect-error: no such field
      row.weight.toFixed();
    },
    beforeDelete({ row }) {
      // @ts-expect-error: it may be null
      row.note.trim();
    },
  },
});

defineResource({
  ...parts,
  fields,
  rules: [
    {
      of: ['grade', 'pieces'],
      check(row, { previous, sent, fail }) {
        same<typeof row.grade, 'a' | 'b' | null>(true);
        same<NonNullable<typeof previous>['late'], boolean>(true);
        sent('pieces');
        // @ts-expect-error: it does not name that
        row.note?.trim();
        // @ts-expect-error: it does not name that
        sent('note');
        // @ts-expect-error: no such field
        fail('nmae', say('x'));
      },
    },
    { of: ['note'], check: ({ note }) => same<typeof note, string | null>(true) },
    // @ts-expect-error: no such field
    { of: ['nmae'], check() {} },
  ],
});

defineResource({
  ...parts,
  fields,
  actions: {
    lend: {
      on: 'row',
      permission: 'update',
      summary: 'Lends it.',
      when: { state: ['ready'], lent: [false] },
      input: { until: Instant(), note: Nullable(Text()) },
      async run({ row, input, update }) {
        same<typeof input.until, string>(true);
        same<typeof input.note, string | null | undefined>(true);
        same<NonNullable<typeof row>['state'], 'ready' | 'worn'>(true);
        // @ts-expect-error: no such input
        input.since;
        // @ts-expect-error: no such state
        await update({ state: 'broken' });
        // @ts-expect-error: no such field
        await update({ nmae: 'x' });
        // @ts-expect-error: not of a number
        await update({ slot: '1' });
        return update({ lent: true, kept: input.until, slot: 1 });
      },
    },
    copy: {
      on: 'collection',
      permission: 'create',
      summary: 'Copies one.',
      async run({ input, create }) {
        // @ts-expect-error: nothing is asked for
        input.until.trim();
        // @ts-expect-error: without what a create requires
        await create({ name: 'x' });
        return create({
          ...{ name: 'x', code: 'y', state: 'worn', pieces: 1, bought_on: '2026-01-31' },
          ...{ secret: 'z', depot_id: 1, slot: null },
        });
      },
    },
  },
});
defineResource({
  ...parts,
  fields,
  actions: {
    lend: {
      on: 'row',
      permission: 'update',
      summary: 'x',
      // @ts-expect-error: no such state
      when: { state: ['broken'] },
      run: ({ update }) => update({}),
    },
  },
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no such field
  filters: ['nmae'],
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no such field
  sort: ['weight'],
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no such field
  display: 'nmae',
});
defineResource({ ...parts, fields, display: '{depot} · {pieces}' });
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no such field, and no such reference
  display: '{deopt} · ({nmae})',
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no such field
  states: { field: 'nmae', transitions: {} },
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no such operation
  operations: ['destroy'],
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no such scope
  scope: 'planet',
});
const filtered = {
  ...parts,
  fields,
  filters: ['state', 'lent', 'pieces', 'used_at', 'grade'],
  filtersThrough: { depot_city: 'depot_id.city' },
  sort: ['name', 'used_at'],
} as const;

defineResource({
  ...filtered,
  view: {
    icon: 'wrench',
    group: 'Stores',
    order: 10,
    columns: ['name', 'state', 'created_at'],
    card: ['depot_id'],
    headline: ['state', 'created_at'],
    late: { at: ['used_at', 'bought_on'], while: { state: ['ready'], lent: [true] }, soon: 'P7D' },
    mine: 'created_by_id',
    sections: [{ title: 'Loan', fields: ['lent', 'secret'], folded: true }],
    related: ['loans', { list: 'visits', sort: '-created_at' }, { list: 'dates', from: 'due_at' }],
    board: 'state',
    calendar: { from: 'used_at', until: 'created_at' },
    overview: [
      { by: 'state' },
      { by: 'used_at.month', title: 'Use' },
      { by: 'depot_city' },
      {
        list: { state: ['worn'], grade: 'null', 'pieces[gt]': 3, depot_city: 'Kyiv' },
        sort: '-used_at',
        title: 'Old',
      },
    ],
    quick: [{ create: 'loans', with: { tool_id: 'id' } }],
  },
});
defineResource({ ...filtered, view: { board: null, calendar: null } });
defineResource({ ...filtered, view: { calendar: 'used_at' } });
// @ts-expect-error: no such picture
defineResource({ ...filtered, view: { icon: 'unicorn' } });
// @ts-expect-error: no such key
defineResource({ ...filtered, view: { colums: ['name'] } });
// @ts-expect-error: no such field
defineResource({ ...filtered, view: { columns: ['nmae'] } });
// @ts-expect-error: no such field
defineResource({ ...filtered, view: { card: ['nmae'] } });
// @ts-expect-error: no such field
defineResource({ ...filtered, view: { sections: [{ title: 'Loan', fields: ['nmae'] }] } });
// @ts-expect-error: no such field
defineResource({ ...filtered, view: { headline: ['nmae'] } });
// @ts-expect-error: no such field
defineResource({ ...filtered, view: { late: { at: 'nmae' } } });
// @ts-expect-error: no such state
defineResource({ ...filtered, view: { late: { at: 'used_at', while: { state: ['broken'] } } } });
// @ts-expect-error: no days, and no hours
defineResource({ ...filtered, view: { late: { at: 'used_at', soon: 'a week' } } });
// @ts-expect-error: no filter
defineResource({ ...filtered, view: { mine: 'title' } });
// @ts-expect-error: no such key
defineResource({ ...filtered, view: { related: [{ lst: 'loans', sort: 'name' }] } });
// @ts-expect-error: a section without a title
defineResource({ ...filtered, view: { sections: [{ fields: ['name'] }] } });
// @ts-expect-error: no filter
defineResource({ ...filtered, view: { board: 'stock' } });
// @ts-expect-error: no filter
defineResource({ ...filtered, view: { calendar: 'bought_on' } });
// @ts-expect-error: no filter
defineResource({ ...filtered, view: { calendar: { from: 'used_at', until: 'bought_on' } } });
// @ts-expect-error: no filter
defineResource({ ...filtered, view: { overview: [{ by: 'title' }] } });
// @ts-expect-error: no part of a date
defineResource({ ...filtered, view: { overview: [{ by: 'used_at.hour' }] } });
// @ts-expect-error: no such state
defineResource({ ...filtered, view: { overview: [{ list: { state: ['broken'] }, title: 'Broken' }] } });
// @ts-expect-error: no filter
defineResource({ ...filtered, view: { overview: [{ list: { title: 'x' }, title: 'X' }] } });
// @ts-expect-error: no list sorts by it
defineResource({ ...filtered, view: { overview: [{ list: {}, sort: 'pieces', title: 'X' }] } });
// @ts-expect-error: a list without a title
defineResource({ ...filtered, view: { overview: [{ list: { lent: true } }] } });
// @ts-expect-error: no such field of the row
defineResource({ ...filtered, view: { quick: [{ create: 'loans', with: { tool_id: 'nmae' } }] } });
// @ts-expect-error: what is a filter of nothing is no filter of a view either
defineResource({ ...parts, fields, view: { overview: [{ by: 'state' }] } });
// @ts-expect-error: a default that is none of the values
Enum(['ready', 'worn'], { default: 'broken' });
// @ts-expect-error: a default of another type
Integer({ default: '3' });
// @ts-expect-error: a moment has no fixed default
Instant({ default: '2026-01-31T08:00:00.000Z' });
// @ts-expect-error: no such format
Text({ format: 'phone' });

const tools = defineResource({
  ...parts,
  fields,
  filters: ['state', 'pieces', 'tags', 'grade'],
  sort: ['name', 'created_at'],
});
type Tools = typeof tools;

same<Plain<RowOf<Tools>>, Plain<Row<F>>>(true);
same<AnswerOf<Tools>, Answer<F>>(true);
same<Plain<CreateBodyOf<Tools>>, Plain<CreateBody<F>>>(true);
same<UpdateBodyOf<Tools>, UpdateBody<F>>(true);
same<AnswerOf<typeof zones>['allow_material'], boolean>(true);
same<AnswerOf<typeof zones>['parent_id'], number | null>(true);

({
  state: ['ready', 'worn'],
  grade: ['a', 'null'],
  tags: 'sharp',
  id: [1, 2],
  'pieces[gte]': 3,
  'created_at[lt]': '2026-01-31T08:00:00Z',
  sort: ['-created_at', 'name'],
  search: 'saw',
  page: 2,
}) satisfies QueryOf<Tools>;
// @ts-expect-error: no such filter
({ name: 'x' }) satisfies QueryOf<Tools>;
// @ts-expect-error: no such state
({ state: 'broken' }) satisfies QueryOf<Tools>;
// @ts-expect-error: it is never null
({ state: 'null' }) satisfies QueryOf<Tools>;
// @ts-expect-error: words have no order
({ 'state[gte]': 'worn' }) satisfies QueryOf<Tools>;
// @ts-expect-error: not of a number
({ 'pieces[gte]': '3' }) satisfies QueryOf<Tools>;
// @ts-expect-error: no list sorts by it
({ sort: '-pieces' }) satisfies QueryOf<Tools>;

defineResource({
  ...parts,
  fields,
  sums: ['pieces', 'price'],
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: no number
  sums: ['state'],
});
defineResource({
  ...parts,
  fields,
  // @ts-expect-error: an id
  sums: ['depot_id'],
});

/** What hooks set of other rows is typed by the fields that they say they look at. */
export async function writeOthers({ rows }: Pick<HookContext, 'rows'>): Promise<void> {
  const tools = rows<{ readonly id: number; readonly name: string; readonly pieces: number }>('tools');
  const { id, name } = await tools.create({ name: 'Saw' });
  same<string, typeof name>(true);
  await tools.change([await tools.of(id)], (tool) => ({ name: `${tool.name}!`, pieces: 2 }));
  await tools.delete(await tools.find({ name: 'Saw' }, { lock: 'update', order: '-name', limit: 5 }));
  // @ts-expect-error no text is a number of pieces
  await tools.create({ pieces: 'two' });
  // @ts-expect-error nobody looks at that field
  await tools.change([], { hue: 1 });
}
/** What is declared of a definition types its rows, its own included. */
declare module '../../engine/index.ts' {
  interface Resources {
    saws: typeof import('./definitions.ts').saws;
  }
}
export const saws = defineResource({
  ...parts,
  fields: { name: Text(), state: Enum(['ready', 'worn']), zone_id: BelongsTo('zones') },
  actions: {
    wear: {
      on: 'row',
      permission: 'update',
      summary: 'Wears others out.',
      async run({ rows, update }): Promise<ActionAnswer> {
        const others = await rows('saws').find({ state: 'ready' });
        await rows('saws').change(others, { state: 'worn' });
        // @ts-expect-error: no such state
        await rows('saws').change(others, { state: 'bogus' });
        // @ts-expect-error: no such field
        await rows('saws').change(others, { weight: 1 });
        const zone = await rows('zones').of(others[0]?.zone_id ?? 1);
        same<typeof zone.allow_material, boolean>(true);
        const unknown = await rows('nowhere').of(1);
        same<typeof unknown.colour, unknown>(true);
        return update({ name: zone.name });
      },
    },
  },
});
// Tones are of the values that there are, and of a few kinds.
Enum(['open', 'shut'], { tones: { open: 'good' } });
// @ts-expect-error: no such value
Enum(['open', 'shut'], { tones: { ajar: 'good' } });
// @ts-expect-error: no such tone
Enum(['open', 'shut'], { tones: { open: 'green' } });
Case([['late', { name: 'x' }]], 'fine', { tones: { late: 'bad', fine: 'good' } });
// @ts-expect-error: no such value
Case([['late', { name: 'x' }]], 'fine', { tones: { early: 'good' } });
Computed({ name: 'x' }, { tones: { true: 'bad' } });
// @ts-expect-error: a number has one line
Integer({ multiline: true });
