/**
 * Fields before and after a change, for each option of each kind of field: what of it a column carries, and what becomes of rows.
 * A kind or an option that is new has no case here, which the compiler tells.
 */

import type * as kinds from '../../../../engine/definition/field.ts';
import {
  BelongsTo,
  Bool,
  DateOnly,
  Decimal,
  Enum,
  Immutable,
  Instant,
  Integer,
  Json,
  Minutes,
  Money,
  Nullable,
  Optional,
  Ratio,
  Text,
  TimeOfDay,
} from '../../../../engine/index.ts';
import type * as scalars from '../../../../engine/kinds/constructors.ts';
import type { Field } from '../../../../engine/kinds/field.ts';

/** A change of one field, with what a row has before (as an answer shows it) and afterwards. */
export interface Case {
  readonly before: Field;
  readonly after: Field;
  readonly had?: unknown;
  /** What that becomes; the same where nothing is said. */
  readonly becomes?: unknown;
  /** What another row has, and does not fit. */
  readonly misfit?: unknown;
  /** Whether the field is added to a table with rows, from which its column has a default. */
  readonly added?: true;
  /** What the comparison says of it. */
  readonly told: RegExp;
}

/** What no column says anything of, and why. */
type None = 'words' | 'validated' | 'renamed' | 'other tables' | 'computed' | 'never changes';

type Options<F> = F extends (...given: infer Given) => unknown
  ? Required<Given> extends readonly [...unknown[], infer Last]
    ? Last extends object
      ? Extract<keyof Last, string>
      : never
    : never
  : never;

/** Functions that make a field, those that wrap one included. */
type Makers = typeof kinds & typeof scalars;
type Wrapper =
  | 'Nullable'
  | 'ReadOnly'
  | 'Maintained'
  | 'WriteOnly'
  | 'Once'
  | 'ViewOnly'
  | 'Personal'
  | 'Internal'
  | 'Immutable'
  | 'Optional'
  | 'UpdateOnly';
type Cases = {
  readonly [Maker in keyof Makers]: Maker extends Wrapper
    ? None | readonly Case[]
    : Readonly<Record<Options<Makers[Maker]>, None | readonly Case[]>>;
};

const words = {
  label: 'words',
  heading: 'words',
  help: 'words',
  formula: 'words',
  nullLabel: 'words',
  renamedFrom: 'renamed',
} as const;
const limits = { ...words, unit: 'words', unitField: 'words', interval: 'words' } as const;
const computed = { ...words, where: 'computed' } as const;

const length = (before: Field, after: Field, more: Partial<Case> = {}): Case => ({
  ...{ before, after, told: /holds texts of up to/, ...more },
});
const text = (max: number) => Nullable(Text({ max }));
const long = 'x'.repeat(81);
const withDefault = (before: Field, after: Field): Case => ({
  before,
  after,
  added: true,
  told: /the default/,
});
/** Limits that 32 bits have room for say nothing to a column; larger ones do. */
const large = (make: (more: { maximum?: number; minimum?: number }) => Field, key: 'maximum' | 'minimum') => {
  const far = make({ [key]: key === 'maximum' ? 2 ** 40 : -(2 ** 40) });
  return [
    { before: make({}), after: far, had: 12, told: /whole numbers of 32 bits/ },
    {
      before: far,
      after: make({}),
      had: 12,
      misfit: key === 'maximum' ? 2 ** 40 : -(2 ** 40),
      told: /of 0 decimals|64 bits/,
    },
  ] satisfies Case[];
};
const integer = (more = {}) => Nullable(Integer(more));
const minutes = (more = {}) => Nullable(Minutes(more));

export const cases: Cases = {
  Text: {
    ...{
      ...words,
      min: 'validated',
      format: 'validated',
      pattern: 'validated',
      multiline: 'words',
      offered: 'words',
    },
    max: [
      length(text(80), text(200), { had: 'short' }),
      length(text(200), text(80), { had: 'short', misfit: long }),
      length(text(80), text(2000), { had: 'short' }),
      length(text(2000), text(80), { had: 'short', misfit: long }),
      length(text(2000), text(50_000), { had: long }),
      // What is enough for all of it stays.
      length(text(50_000), text(2000), { had: long, told: /^$/ }),
    ],
    // The folded copy is another column: `migration:new` makes or takes it.
    caseless: 'other tables',
    default: [withDefault(Text({ default: 'one' }), Text({ default: "it's" }))],
  },
  Bool: {
    ...{ ...words, tones: 'words' },
    default: [withDefault(Bool({ default: true }), Bool({ default: false }))],
  },
  Instant: { ...words, past: 'validated', default: 'validated' },
  DateOnly: { ...words, default: 'validated' },
  TimeOfDay: {
    ...words,
    default: [withDefault(TimeOfDay({ default: '07:00' }), TimeOfDay({ default: '08:30' }))],
  },
  Enum: {
    ...{ ...words, tones: 'words' },
    default: [withDefault(Enum(['a', 'b'], { default: 'a' }), Enum(['a', 'b'], { default: 'b' }))],
  },
  Json: words,
  RowIds: { ...words, min: 'validated', max: 'validated', offer: 'validated', by: 'validated' },
  Texts: { ...words, min: 'validated', max: 'validated', length: 'validated' },
  Alias: { ...words, shows: 'computed', link: 'computed', given: 'computed' },
  Nested: {
    ...{ ...words, schema: 'other tables', fields: 'other tables', list: 'validated' },
    ...{ load: 'other tables', rows: 'other tables' },
  },
  Owned: {
    ...{ ...words, fields: 'other tables', min: 'validated', max: 'validated' },
    ...{ only: 'validated', requiredWhen: 'validated' },
    ...{ table: 'other tables', by: 'other tables', order: 'other tables' },
  },
  Integer: {
    ...limits,
    minimum: large(integer, 'minimum'),
    maximum: large(integer, 'maximum'),
    default: [withDefault(Integer({ default: 1 }), Integer({ default: -2 }))],
  },
  Minutes: {
    ...words,
    minimum: 'validated',
    maximum: large(minutes, 'maximum'),
    default: [withDefault(Minutes({ default: 1 }), Minutes({ default: 2 }))],
  },
  Money: {
    ...{ ...limits, minimum: 'validated', maximum: 'validated' },
    default: [withDefault(Money({ default: 1.5 }), Money({ default: 2.25 }))],
  },
  Ratio: {
    ...{ ...limits, minimum: 'validated', maximum: 'validated' },
    default: [withDefault(Ratio({ default: 0.5 }), Ratio({ default: 0.25 }))],
  },
  Decimal: {
    ...{ ...limits, minimum: 'validated', maximum: 'validated' },
    scale: [
      {
        before: Nullable(Decimal({ scale: 2 })),
        after: Nullable(Decimal({ scale: 4 })),
        had: 1.25,
        told: /of 2 decimals/,
      },
      {
        ...{ before: Nullable(Decimal({ scale: 3 })), after: Nullable(Decimal({ scale: 1 })) },
        ...{ had: -1.5, misfit: 1.25, told: /of 3 decimals/ },
      },
      { before: Nullable(Decimal({ scale: 2 })), after: Nullable(Money()), had: 1.25, told: /^$/ },
    ],
    default: [withDefault(Decimal({ scale: 2, default: 1 }), Decimal({ scale: 2, default: 2.5 }))],
  },
  BelongsTo: {
    ...words,
    ...{ include: 'words', where: 'validated', offer: 'validated', matching: 'validated' },
    ...{ tree: 'validated', exclusive: 'validated' },
    onDelete: [
      {
        before: Nullable(BelongsTo('companies')),
        after: Nullable(BelongsTo('companies', { onDelete: 'unlink' })),
        ...{ had: 1, told: /the rule to restrict deletes, but the definition says the rule SET NULL/ },
      },
      {
        before: Nullable(BelongsTo('companies', { onDelete: 'unlink' })),
        after: BelongsTo('companies', { onDelete: 'restrict' }),
        ...{ had: 1, told: /SET NULL for deletes, but the definition says the rule to restrict/ },
      },
    ],
  },
  ManyToMany: {
    ...{ ...words, include: 'words', where: 'validated', viewers: 'validated', onDelete: 'other tables' },
    ...{ table: 'other tables', own: 'other tables', other: 'other tables' },
  },
  EnumSet: {
    ...{ ...words, values: 'other tables', min: 'validated', offered: 'words', default: 'validated' },
    ...{ table: 'other tables', own: 'other tables', column: 'other tables' },
  },
  CountOf: computed,
  FirstOf: computed,
  SumOf: { ...computed, unit: 'words', unitField: 'words', interval: 'words', shows: 'computed' },
  Total: { ...words, unit: 'words', unitField: 'words', interval: 'words', shows: 'computed' },
  CountThrough: { ...words, distinct: 'computed', through: 'computed', site: 'computed' },
  ChangeLabels: { ...words, resource: 'computed', changes: 'computed' },
  NoticeText: { ...words, resource: 'computed', record: 'computed', notice: 'computed', said: 'computed' },
  Computed: { ...words, tones: 'words' },
  Case: { ...words, tones: 'words' },
  Nullable: [
    { before: Integer(), after: Nullable(Integer()), had: 3, told: /may be null, its column/ },
    { before: Nullable(Integer()), after: Integer(), had: 3, misfit: null, told: /allows null/ },
  ],
  Optional: [{ before: text(80), after: Optional(text(90)), had: 'a', told: /holds texts of up to 80/ }],
  Immutable: [{ before: text(80), after: Immutable(text(90)), had: 'a', told: /holds texts of up to 80/ }],
  ...{ ReadOnly: 'validated', Internal: 'validated', UpdateOnly: 'validated', WriteOnly: 'never changes' },
  ...{ Once: 'never changes', ViewOnly: 'validated', Personal: 'validated', Maintained: 'validated' },
};

/** Kinds of value with one that a row has. `1` is what most others can be, too. */
const values = {
  text: { field: Nullable(Text({ max: 20 })), had: '1' },
  integer: { field: Nullable(Integer()), had: 1 },
  large: { field: Nullable(Integer({ maximum: 2 ** 40 })), had: 1 },
  decimal: { field: Nullable(Decimal({ scale: 3 })), had: 1 },
  money: { field: Nullable(Money()), had: 1 },
  yes: { field: Nullable(Bool()), had: true },
  moment: { field: Nullable(Instant()), had: '2026-01-31T08:00:00.000Z' },
  day: { field: Nullable(DateOnly()), had: '2026-01-31' },
  time: { field: Nullable(TimeOfDay()), had: '08:30' },
  word: { field: Nullable(Enum(['1', 'two'])), had: '1' },
  list: { field: Nullable(Json<readonly number[]>({ type: 'array', items: { type: 'integer' } })), had: [1] },
  role: { field: Nullable(BelongsTo('roles')), had: 1 },
  company: { field: Nullable(BelongsTo('companies')), had: 1 },
} as const;
export type Kind = keyof typeof values;

/** What the value of one kind becomes as another; kinds that are not named can only be told by a person. */
const fits: Readonly<Record<Kind, Partial<Readonly<Record<Kind, unknown>>>>> = {
  text: { integer: 1, large: 1, word: '1' },
  integer: { text: '1', large: 1, decimal: 1, money: 1, yes: true, word: '1', role: 1, company: 1 },
  large: { text: '1', integer: 1, decimal: 1, money: 1, yes: true, word: '1', role: 1, company: 1 },
  decimal: { integer: 1, large: 1, money: 1 },
  money: { integer: 1, large: 1, decimal: 1 },
  yes: { integer: 1, large: 1 },
  moment: {},
  day: { text: '2026-01-31' },
  time: { text: '08:30' },
  word: { text: '1', integer: 1, large: 1 },
  list: { text: '[1]' },
  role: { text: '1', integer: 1, large: 1, decimal: 1, money: 1, yes: true, word: '1' },
  company: { text: '1', integer: 1, large: 1, decimal: 1, money: 1, yes: true, word: '1' },
};

/** Each kind as each other one. */
export const pairs = kindNames().flatMap((from) =>
  kindNames().flatMap((to): (Case & { readonly from: Kind; readonly to: Kind })[] => {
    if (from === to) return [];
    const known = to in fits[from];
    return [
      {
        ...{ from, to, before: values[from].field, after: values[to].field, told: /the definition says/ },
        ...(known ? { had: values[from].had, becomes: fits[from][to] } : { misfit: values[from].had }),
      },
    ];
  }),
);

function kindNames(): Kind[] {
  return Object.keys(values).filter((name): name is Kind => name in values);
}
