/** The kinds of field that are about other rows: references, lists of them, counts, sums, and what follows from a row. */

import {
  type AggregateFacts,
  type ChangeLabelsFacts,
  type Defaulted,
  type DerivedFacts,
  type Field,
  keep,
  madeBy,
  make,
  type PairCountFacts,
  type ReferenceFacts,
  type ReferencesFacts,
  type WordsFacts,
} from '../kinds/field.ts';
import type { Where } from '../kinds/where.ts';
import {
  type Offered,
  type Tones,
  type Unit,
  unitKeys,
  type Wording,
  wordingKeys,
} from '../kinds/wording.ts';

export interface ReferenceOptions extends Wording {
  readonly include?: readonly string[];
  readonly where?: Where;
  readonly offer?: NonNullable<ReferenceFacts['offer']>;
  readonly matching?: readonly string[];
  readonly tree?: true;
  readonly exclusive?: true;
}

const idSchema = { type: 'integer', minimum: 1, maximum: 2147483647 };

/** A reference to a row of another resource: `zone_id: BelongsTo('zones')`. The field's name ends in `_id`. */
export function BelongsTo(to: string, options: ReferenceOptions = {}): Field<number, never> {
  const facts: ReferenceFacts = {
    kind: 'reference',
    to,
    include: options.include ?? [],
    ...keep(options, ['where', 'offer', 'matching', 'tree', 'exclusive', ...wordingKeys]),
  };
  return make(idSchema, facts, madeBy('BelongsTo', options, { to }));
}

export interface PairOptions extends Omit<ReferenceOptions, 'offer' | 'matching' | 'tree' | 'exclusive'> {
  readonly table: string;
  readonly own: string;
  readonly other: string;
}

/** References to any number of rows, each once: `operator_ids`. The field's name ends in `_ids`. */
export function ManyToMany(to: string, options: PairOptions): Field<number[], 'default'> {
  const { table, own, other } = options;
  const facts: ReferencesFacts = {
    kind: 'references',
    to,
    include: options.include ?? [],
    table,
    own,
    other,
    default: [],
    ...keep(options, ['where', ...wordingKeys]),
  };
  const schema = { type: 'array', items: idSchema, uniqueItems: true, maxItems: 1000, default: [] };
  return make(schema, facts, madeBy('ManyToMany', options, { to }));
}

export interface WordsOptions<V extends readonly string[]> extends Wording {
  readonly table: string;
  readonly own: string;
  readonly column: string;
  readonly values?: V;
  readonly min?: number;
  /** Values that it is known to have, where `values` are not declared. */
  readonly offered?: Offered;
}

/** A set of words, one per row of a table: `types: EnumSet({ values: [...], table, own, column, min: 1 })`. */
export function EnumSet<
  const V extends readonly string[],
  const O extends { readonly default?: readonly string[] },
>(options: WordsOptions<V> & O): Field<V[number][], Defaulted<O>> {
  const { table, own, column, values, min = 0 } = options;
  const items = values
    ? { type: 'string', enum: [...values] }
    : { type: 'string', minLength: 1, maxLength: 100 };
  const facts: WordsFacts = {
    kind: 'words',
    table,
    own,
    column,
    ...(options.default && { default: options.default }),
    ...keep<WordsOptions<V>>(options, ['values', 'offered', ...wordingKeys]),
  };
  return make(
    {
      type: 'array',
      items,
      uniqueItems: true,
      minItems: min,
      maxItems: 1000,
      ...keep<O>(options, ['default']),
    },
    facts,
    madeBy('EnumSet', options),
  );
}

export interface AggregateOptions extends Wording {
  readonly where?: Where;
}

/** How many rows of a resource refer to this one by `foreign`. */
export function CountOf(
  of: string,
  foreign: string,
  options: AggregateOptions = {},
): Field<number, 'readOnly'> {
  const facts: AggregateFacts = {
    kind: 'aggregate',
    of,
    foreign,
    shows: 'integer',
    readOnly: true,
    ...keep(options, ['where', ...wordingKeys]),
  };
  return make({ type: 'integer', minimum: 0 }, facts, madeBy('CountOf', options, { of, foreign }));
}

/**
 * The sum of a column over the rows of a resource that refer to this one by `foreign`; 0 where there are none. `shows` is the kind of
 * that column: `money`, or `decimal3` of a `Decimal({ scale: 3 })`.
 */
export function SumOf(
  of: string,
  foreign: string,
  sum: string,
  options: AggregateOptions & Unit & { readonly shows?: AggregateFacts['shows'] } = {},
): Field<number, 'readOnly'> {
  const { shows = 'integer' } = options;
  const facts: AggregateFacts = {
    kind: 'aggregate',
    of,
    foreign,
    sum,
    shows,
    readOnly: true,
    ...keep(options, ['where', ...wordingKeys, ...unitKeys]),
  };
  const schema = { type: shows === 'integer' ? 'integer' : 'number' };
  return make(schema, facts, madeBy('SumOf', options, { of, foreign, sum }));
}

/** What a value is called: the name of a row, the word of an enumeration; of a list, one for each. */
export type ChangeLabel = string | null | (string | null)[];

/**
 * What the values of a journal's entry are called, in the reader's language: field → before and after, as in `changes`. Of references
 * it is the name of the row, null where that is gone or nothing for the reader to see; fields whose values speak for themselves are
 * left out. A page takes one statement for each resource that its entries refer to.
 */
export function ChangeLabels(
  options: Wording & Pick<ChangeLabelsFacts, 'resource' | 'changes'>,
): Field<Record<string, [before: ChangeLabel, after: ChangeLabel]>, 'readOnly'> {
  const { resource, changes } = options;
  const facts: ChangeLabelsFacts = {
    ...{ kind: 'labels', resource, changes, readOnly: true },
    ...keep(options, wordingKeys),
  };
  const label = { type: ['string', 'null'] };
  const labels = { anyOf: [label, { type: 'array', items: label }] };
  const schema = {
    type: 'object',
    additionalProperties: { type: 'array', items: labels, minItems: 2, maxItems: 2 },
    description: `Field → what its values in \`${changes}\` are called, before and after; null for what is gone or not to be seen.`,
  };
  return make(schema, facts, madeBy('ChangeLabels', options));
}

export interface PairCountOptions extends Wording, Pick<PairCountFacts, 'distinct' | 'through' | 'site'> {}

/**
 * How many rows of a plain table point at this row, or how many different values of `distinct` they hold:
 * themselves, or the rows that they point at `through` another column. With `site`, those that one may know of.
 */
export function CountThrough(
  table: string,
  foreign: string,
  options: PairCountOptions = {},
): Field<number, 'readOnly'> {
  const facts: PairCountFacts = {
    kind: 'pairs',
    table,
    foreign,
    readOnly: true,
    ...keep(options, ['distinct', 'through', 'site', ...wordingKeys]),
  };
  return make({ type: 'integer', minimum: 0 }, facts, madeBy('CountThrough', options, { table, foreign }));
}

/** True for rows that meet a condition, or one of several, at the moment of the request. */
export function Computed(
  where: Where | readonly Where[],
  options: Wording & { readonly tones?: Tones<'true' | 'false'> } = {},
): Field<boolean, 'readOnly'> {
  const facts: DerivedFacts = {
    kind: 'derived',
    shows: 'boolean',
    cases: (isSeveral(where) ? where : [where]).map((one) => [true, one] as const),
    otherwise: false,
    readOnly: true,
    ...keep(options, [...wordingKeys, 'tones']),
  };
  return make({ type: 'boolean' }, facts, madeBy('Computed', options, { where }));
}

function isSeveral(where: Where | readonly Where[]): where is readonly Where[] {
  return Array.isArray(where);
}

/** The first word whose condition a row meets, else the last one: `Case([['empty', {…}], ['low', {…}]], 'ok')`. */
export function Case<const C extends readonly (readonly [string, Where])[], const E extends string>(
  cases: C,
  otherwise: E,
  options: Wording & { readonly tones?: Tones<C[number][0] | E> } = {},
): Field<C[number][0] | E, 'readOnly'> {
  const values = [...cases.map(([value]) => value), otherwise];
  const facts: DerivedFacts = {
    kind: 'derived',
    shows: 'enum',
    values,
    cases,
    otherwise,
    readOnly: true,
    ...keep(options, [...wordingKeys, 'tones']),
  };
  return make({ type: 'string', enum: values }, facts, madeBy('Case', options, { cases, otherwise }));
}
