/** Every option of every constructor of fields, with what it can be. */
import type { NestedOptions } from '../../definition/field.ts';
import type { AggregateOptions, PairCountOptions } from '../../definition/follows.ts';
import { summed } from '../../definition/follows.ts';
import type { PairOptions, ReferenceOptions, WordsOptions } from '../../definition/relation.ts';
import { type NestedChoice, optionsOf } from '../../kinds/field.ts';
import type { BoolOptions } from '../../kinds/scalars/bool.ts';
import type { DecimalOptions } from '../../kinds/scalars/decimal.ts';
import type { EnumOptions } from '../../kinds/scalars/enum.ts';
import type { InstantOptions } from '../../kinds/scalars/instant.ts';
import type { NumberOptions } from '../../kinds/scalars/number.ts';
import type { TextOptions } from '../../kinds/scalars/text.ts';
import { now, type Ranges } from '../../kinds/where.ts';
import { tones, type Unit, type Wording } from '../../kinds/wording.ts';
import {
  anything,
  code,
  either,
  type Keys,
  keyed,
  list,
  must,
  number,
  record,
  type Shape,
  schema,
  text,
  textList,
  whole,
  word,
  yes,
} from './shape.ts';

/** As many as a body has room for. */
const mostCharacters = 1_000_000;
/** Rows that a body can name at once. */
const mostRows = 1000;

export const literal: Shape = {
  is: 'a text, a number, `true`, `false` or `null`',
  fits: (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
};
const operand = either(literal, word(now), keyed({ field: must(text) }));
const ranges: Keys<Ranges> = {
  ...{ lt: operand, lte: operand, gt: operand, gte: operand },
  not: either(literal, list(literal)),
};
/** A condition on rows. */
const where = record(either(literal, list(literal), keyed(ranges)));

const wording: Keys<Wording> = { label: text, heading: text, help: text, nullLabel: text, renamedFrom: text };
const unit: Keys<Unit> = { unit: text, unitField: text };
const toned = record(word(...tones));

const length = whole(1, mostCharacters);
const textOptions: Keys<TextOptions> = {
  ...{ ...wording, max: length, min: whole(0, mostCharacters), pattern: text, caseless: yes, multiline: yes },
  ...{ format: word('email', 'timezone', 'locale', 'password'), offered: code, default: anything },
};
const integerOptions: Keys<NumberOptions> = {
  ...{ ...wording, ...unit, minimum: number, maximum: number, default: anything },
};
const decimalOptions: Keys<DecimalOptions> = { ...integerOptions, scale: must(whole(1, 6)) };
const { unit: _unit, unitField: _unitField, ...unitless } = integerOptions;
const moneyOptions = integerOptions;
const instantOptions: Keys<InstantOptions> = { ...wording, default: word('now'), past: yes };
const truths = keyed({ true: word(...tones), false: word(...tones) });
const boolOptions: Keys<BoolOptions> = { ...wording, default: anything, tones: truths };
const enumeration: Keys<EnumOptions<string>> = { ...wording, default: anything, tones: toned };
const choiceOptions: Keys<NestedChoice> = {
  ...{ to: must(text), include: textList, matching: textList, offered: must(code) },
};
const nested: Keys<NestedOptions> = {
  ...{ ...wording, schema: must(schema), answer: schema, load: must(code), rows: text },
  choices: record(keyed(choiceOptions)),
};
const reference: Keys<ReferenceOptions> = {
  ...{ ...wording, include: textList, where, offer: either(code, where), matching: textList, tree: yes },
  exclusive: yes,
};
const pair = { table: must(text), own: must(text) };
const references: Keys<PairOptions> = { ...wording, ...pair, other: must(text), include: textList, where };
const words: Keys<WordsOptions<readonly string[]>> & { default: Shape } = {
  ...{ ...wording, ...pair, column: must(text), values: textList, min: whole(0, mostRows), offered: code },
  default: anything,
};
const aggregate: Keys<AggregateOptions> = { ...wording, where };
const pairCount: Keys<PairCountOptions> = {
  ...{ ...wording, distinct: text, site: text },
  through: keyed({ table: must(text), column: must(text) }),
};
const shows = word(...Object.keys(summed));

/** By the constructor: what it is called with, arguments by their names among the options. */
export const fieldOptions: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  Text: textOptions,
  Bool: boolOptions,
  Instant: instantOptions,
  DateOnly: wording,
  TimeOfDay: { ...wording, default: anything },
  Enum: { ...enumeration, values: must(list(text, 1)) },
  Json: { ...wording, schema: must(schema) },
  RowIds: { ...wording, to: must(text), min: whole(0, mostRows), max: must(whole(1, mostRows)) },
  Alias: { ...wording, of: must(text) },
  Nested: nested,
  Integer: integerOptions,
  Minutes: unitless,
  Money: moneyOptions,
  Decimal: decimalOptions,
  BelongsTo: { ...reference, to: must(text) },
  ManyToMany: { ...references, to: must(text) },
  EnumSet: words,
  CountOf: { ...aggregate, of: must(text), foreign: must(text) },
  SumOf: { ...aggregate, ...unit, of: must(text), foreign: must(text), sum: must(text), shows },
  ChangeLabels: { ...wording, resource: must(text), changes: must(text) },
  CountThrough: { ...pairCount, table: must(text), foreign: must(text) },
  Computed: {
    ...{ ...wording, tones: truths },
    where: must(either(list(where, 1), where)),
  },
  Case: {
    ...wording,
    tones: toned,
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
