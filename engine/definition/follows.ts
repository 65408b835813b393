/** The kinds of field whose values follow from rows as they are stored: counts, sums, marks, cases, the names of what changed. */

import {
  type AggregateFacts,
  type ChangeLabelsFacts,
  type DerivedFacts,
  type Field,
  keep,
  madeBy,
  make,
  type PairCountFacts,
} from '../kinds/field.ts';
import { bool } from '../kinds/scalars/bool.ts';
import { decimals, money } from '../kinds/scalars/decimal.ts';
import { choice } from '../kinds/scalars/enum.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { text } from '../kinds/scalars/text.ts';
import type { Where } from '../kinds/where.ts';
import { type Tones, type Unit, unitKeys, type Wording, wordingKeys } from '../kinds/wording.ts';

export interface AggregateOptions extends Wording {
  readonly where?: Where;
}

/** Kinds that a sum can be of, by the names of their columns' formats. */
export const summed = { integer, money, ...decimals } as const;

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
    scalar: integer,
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
  options: AggregateOptions & Unit & { readonly shows?: keyof typeof summed } = {},
): Field<number, 'readOnly'> {
  const { shows = 'integer' } = options;
  const facts: AggregateFacts = {
    kind: 'aggregate',
    of,
    foreign,
    sum,
    scalar: summed[shows],
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
    scalar: integer,
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
    scalar: bool,
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
    scalar: choice,
    values,
    cases,
    otherwise,
    readOnly: true,
    ...keep(options, [...wordingKeys, 'tones']),
  };
  return make({ type: 'string', enum: values }, facts, madeBy('Case', options, { cases, otherwise }));
}

/** The value of another field, as text, under a second name: `name` of a user is their `full_name`. */
export function Alias(of: string, options: Wording = {}): Field<string, 'readOnly'> {
  const facts = { kind: 'alias', scalar: text, of, readOnly: true, ...keep(options, wordingKeys) } as const;
  return make({ type: 'string' }, facts, madeBy('Alias', options, { of }));
}
