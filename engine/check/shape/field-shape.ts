/** Every option of every constructor of fields, with what it can be. */
import type { NestedOptions } from '../../definition/field.ts';
import type { AggregateOptions, PairCountOptions } from '../../definition/follows.ts';
import { summed } from '../../definition/follows.ts';
import type { PairOptions, ReferenceOptions, WordsOptions } from '../../definition/relation.ts';
import { type NestedChoice, optionsOf } from '../../kinds/field.ts';
import { markTones, rowCount, tonesShape, unitShape, wordingShape } from '../../kinds/options.ts';
import { scalarMakers } from '../../kinds/scalars/known.ts';
import {
  anything,
  code,
  either,
  type Keys,
  keyed,
  list,
  must,
  record,
  type Shape,
  schema,
  text,
  textList,
  word,
  yes,
} from '../../kinds/shape.ts';
import { now, type Ranges } from '../../kinds/where.ts';

export const literalShape: Shape = {
  is: 'a text, a number, `true`, `false` or `null`',
  fits: (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
};
const operand = either(literalShape, word(now), keyed({ field: must(text) }));
const ranges: Keys<Ranges> = {
  ...{ lt: operand, lte: operand, gt: operand, gte: operand },
  not: either(literalShape, list(literalShape)),
};
/** A condition on rows. */
const where = record(either(literalShape, list(literalShape), keyed(ranges)));

const choiceOptions: Keys<NestedChoice> = {
  ...{ to: must(text), include: textList, matching: textList, offered: must(code) },
};
const nested: Keys<NestedOptions> = {
  ...{ ...wordingShape, schema: must(schema), answer: schema, load: must(code), rows: text },
  choices: record(keyed(choiceOptions)),
};
const reference: Keys<ReferenceOptions> = {
  ...{ ...wordingShape, include: textList, where, offer: either(code, where), matching: textList, tree: yes },
  exclusive: yes,
  onDelete: word('restrict', 'unlink'),
};
const pair = { table: must(text), own: must(text) };
const references: Keys<PairOptions> = {
  ...{ ...wordingShape, ...pair, other: must(text), include: textList, where },
  onDelete: word('restrict', 'unlink'),
};
const words: Keys<WordsOptions<readonly string[]>> & { default: Shape } = {
  ...{ ...wordingShape, ...pair, column: must(text), values: textList, min: rowCount, offered: code },
  default: anything,
};
const aggregate: Keys<AggregateOptions> = { ...wordingShape, where };
const pairCount: Keys<PairCountOptions> = {
  ...{ ...wordingShape, distinct: text, site: text },
  through: keyed({ table: must(text), column: must(text) }),
};
const shows = word(...Object.keys(summed));

/** By the constructor: what it is called with, arguments by their names among the options. */
export const fieldOptions: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  ...scalarMakers,
  Alias: { ...wordingShape, of: must(text) },
  Nested: nested,
  BelongsTo: { ...reference, to: must(text) },
  ManyToMany: { ...references, to: must(text) },
  EnumSet: words,
  CountOf: { ...aggregate, of: must(text), foreign: must(text) },
  SumOf: { ...aggregate, ...unitShape, of: must(text), foreign: must(text), sum: must(text), shows },
  ChangeLabels: { ...wordingShape, resource: must(text), changes: must(text) },
  CountThrough: { ...pairCount, table: must(text), foreign: must(text) },
  Computed: {
    ...{ ...wordingShape, tones: markTones },
    where: must(either(list(where, 1), where)),
  },
  Case: {
    ...wordingShape,
    tones: tonesShape,
    cases: must(list(list(either(text, where), 2), 1)),
    otherwise: must(text),
  },
};

/** A field, and the options that its constructor was given. */
export const aField: Shape = {
  is: 'a field, such as `Text()`',
  fits: (value) => made(value) !== undefined,
  parts: (value) => {
    const { by = '', options = {} } = made(value) ?? {};
    return [['', options, keyed(fieldOptions[by] ?? {})]];
  },
};

function made(value: unknown): ReturnType<typeof optionsOf> {
  return typeof value === 'object' && value !== null ? optionsOf(value) : undefined;
}
