/**
 * Values computed from the rows of another resource that refer to the row: their number, a sum, a total of several sums, a text
 * of the oldest row.
 */
import type { AggregateFacts, FirstFacts, TotalFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { unitShape, whereShape, wordingShape } from '../options.ts';
import { decimals, money } from '../scalars/decimal.ts';
import { integer } from '../scalars/integer.ts';
import { text as plainText } from '../scalars/text.ts';
import { type Keys, list, must, text, word } from '../shape.ts';
import { type Unit, unitKeys, type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

interface AggregateOptions extends Wording, Pick<AggregateFacts, 'where'> {}

/** The kinds that a sum can have, by the names of their columns' formats. */
const summed = { integer, money, ...decimals } as const;

interface TotalOptions extends Wording, Unit {
  readonly shows?: keyof typeof summed;
}

interface SumOptions extends AggregateOptions, TotalOptions {}

/** The number of rows of a resource that refer to this one by `foreign`. */
export function CountOf(
  of: string,
  foreign: string,
  options: AggregateOptions = {},
): Field<number, 'readOnly'> {
  return make(
    { type: 'integer', minimum: 0 },
    {
      ...{ kind: 'aggregate', of, foreign, scalar: integer, readOnly: true },
      ...keep(options, ['where', ...wordingKeys]),
    },
    madeBy('CountOf', options, { of, foreign }),
  );
}

/**
 * The sum of a column over the rows of a resource that refer to this one by `foreign`; 0 if there are none. `shows` is the kind
 * of that column: `money`, or `decimal3` for a `Decimal({ scale: 3 })`.
 */
export function SumOf(
  of: string,
  foreign: string,
  sum: string,
  options: SumOptions = {},
): Field<number, 'readOnly'> {
  const { shows = 'integer' } = options;
  return make(
    { type: shows === 'integer' ? 'integer' : 'number' },
    {
      ...{ kind: 'aggregate', of, foreign, sum, scalar: summed[shows], readOnly: true },
      ...keep(options, ['where', ...wordingKeys, ...unitKeys]),
    },
    madeBy('SumOf', options, { of, foreign, sum }),
  );
}

/**
 * The total of several sums or counts of the row: `Total(['parts_cost', 'labour_cost'], { shows: 'money' })`. All have the kind
 * that `shows` names.
 */
export function Total(of: readonly string[], options: TotalOptions = {}): Field<number, 'readOnly'> {
  const { shows = 'integer' } = options;
  return make(
    { type: shows === 'integer' ? 'integer' : 'number' },
    {
      ...{ kind: 'total', of, scalar: summed[shows], readOnly: true },
      ...keep(options, [...wordingKeys, ...unitKeys]),
    },
    madeBy('Total', options, { of }),
  );
}

/**
 * A text of the oldest row of a resource that refers to this one by `foreign`. `shows` is a stored text or an `Alias`; if that is
 * a link, so is this. Without such a row, the value is `otherwise`, a template with fields of this row: `FirstOf('loans',
 * 'tool_id', 'receipt_url', '/tools/{id}', { where: { returned_on: null } })`.
 */
export function FirstOf(
  of: string,
  foreign: string,
  shows: string,
  otherwise: string,
  options: AggregateOptions = {},
): Field<string, 'readOnly'> {
  return make(
    { type: 'string' },
    {
      ...{ kind: 'first', of, foreign, shows, otherwise, scalar: plainText, readOnly: true },
      ...keep(options, ['where', ...wordingKeys]),
    },
    madeBy('FirstOf', options, { of, foreign, shows, otherwise }),
  );
}

const aggregateShape: Keys<AggregateOptions> = { ...wordingShape, where: whereShape };
const rowsShape = { of: must(text), foreign: must(text) };
const sumShape = { ...unitShape, shows: word(...Object.keys(summed)) };

export const aggregate: Structure<AggregateFacts, 'query', never> = {
  held: 'query',
  type: null,
  isFilterable: () => false,
  isBrief: () => true,
  makers: {
    CountOf: { ...aggregateShape, ...rowsShape },
    SumOf: { ...aggregateShape, ...rowsShape, ...sumShape, sum: must(text) },
  },
};

export const total: Structure<TotalFacts, 'query', never> = {
  held: 'query',
  type: null,
  isFilterable: () => false,
  isBrief: () => true,
  makers: { Total: { ...wordingShape, ...sumShape, of: must(list(text, 1)) } },
};

export const first: Structure<FirstFacts, 'query', never> = {
  held: 'query',
  type: null,
  isFilterable: () => false,
  isBrief: () => false,
  makers: { FirstOf: { ...aggregateShape, ...rowsShape, shows: must(text), otherwise: must(text) } },
};
