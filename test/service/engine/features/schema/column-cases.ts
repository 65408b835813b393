/**
 * Fields before and after a change, for each option of each kind of field: and what of it a column carries.
 * A kind or an option that is new has no case here, which the compiler tells.
 */

import type * as kinds from '../../../../../engine/definition/field.ts';
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
} from '../../../../../engine/index.ts';
import type * as scalars from '../../../../../engine/kinds/constructors.ts';
import type { Field } from '../../../../../engine/kinds/field.ts';

/** A change of one field. */
export interface Case {
  readonly before: Field;
  readonly after: Field;
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

const length = (before: Field, after: Field, told = /holds texts of up to/): Case => ({
  before,
  after,
  told,
});
const text = (max: number) => Nullable(Text({ max }));
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
    { before: make({}), after: far, told: /whole numbers of 32 bits/ },
    { before: far, after: make({}), told: /of 0 decimals|64 bits/ },
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
      length(text(80), text(200)),
      length(text(200), text(80)),
      length(text(80), text(2000)),
      length(text(2000), text(80)),
      length(text(2000), text(50_000)),
      // What is enough for all of it stays.
      length(text(50_000), text(2000), /^$/),
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
        told: /of 2 decimals/,
      },
      {
        ...{ before: Nullable(Decimal({ scale: 3 })), after: Nullable(Decimal({ scale: 1 })) },
        told: /of 3 decimals/,
      },
      { before: Nullable(Decimal({ scale: 2 })), after: Nullable(Money()), told: /^$/ },
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
        told: /the rule to restrict deletes, but the definition says the rule SET NULL/,
      },
      {
        before: Nullable(BelongsTo('companies', { onDelete: 'unlink' })),
        after: BelongsTo('companies', { onDelete: 'restrict' }),
        told: /SET NULL for deletes, but the definition says the rule to restrict/,
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
    { before: Integer(), after: Nullable(Integer()), told: /may be null, its column/ },
    { before: Nullable(Integer()), after: Integer(), told: /allows null/ },
  ],
  Optional: [{ before: text(80), after: Optional(text(90)), told: /holds texts of up to 80/ }],
  Immutable: [{ before: text(80), after: Immutable(text(90)), told: /holds texts of up to 80/ }],
  ...{ ReadOnly: 'validated', Internal: 'validated', UpdateOnly: 'validated', WriteOnly: 'never changes' },
  ...{ Once: 'never changes', ViewOnly: 'validated', Personal: 'validated', Maintained: 'validated' },
};

const fields = {
  text: Nullable(Text({ max: 20 })),
  integer: Nullable(Integer()),
  large: Nullable(Integer({ maximum: 2 ** 40 })),
  decimal: Nullable(Decimal({ scale: 3 })),
  money: Nullable(Money()),
  yes: Nullable(Bool()),
  moment: Nullable(Instant()),
  day: Nullable(DateOnly()),
  time: Nullable(TimeOfDay()),
  word: Nullable(Enum(['1', 'two'])),
  list: Nullable(Json<readonly number[]>({ type: 'array', items: { type: 'integer' } })),
  role: Nullable(BelongsTo('roles')),
  company: Nullable(BelongsTo('companies')),
};

/** Each kind as each other one. */
export const pairs = Object.entries(fields).flatMap(([from, before]) =>
  Object.entries(fields).flatMap(([to, after]) =>
    from === to ? [] : [{ from, to, before, after, told: /the definition says/ } as const],
  ),
);
