/** A set of words, each in a row of a table: the types of a company. */
import type { WordsFacts } from '../facts.ts';
import { type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { mostRows, rowCount, wordingShape } from '../options.ts';
import { pick } from '../scalars/scalar.ts';
import { anything, code, type Keys, must, text, textList } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

interface WordsOptions<V extends readonly string[]>
  extends Wording,
    Pick<WordsFacts, 'table' | 'own' | 'column' | 'offered'> {
  readonly values?: V;
  readonly min?: number;
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
  const usual = keep<O>(options, ['default']);
  return make(
    { type: 'array', items, uniqueItems: true, minItems: min, maxItems: mostRows, ...usual },
    {
      ...{ kind: 'words', table, own, column, ...usual },
      ...keep<WordsOptions<V>>(options, ['values', 'offered', ...wordingKeys]),
    },
    madeBy('EnumSet', options),
  );
}

const wordsShape: Keys<WordsOptions<readonly string[]> & { readonly default?: unknown }> = {
  ...{ ...wordingShape, table: must(text), own: must(text), column: must(text) },
  ...{ values: textList, min: rowCount, offered: code, default: anything },
};

export const words: Structure<WordsFacts, 'pairs', 'words'> = {
  held: 'pairs',
  type: 'words',
  isFilterable: () => true,
  counted: 'values',
  misfit: (value, { minItems }, { values }) => {
    if (!Array.isArray(value)) return 'is no list';
    if (value.length < Number(minItems)) return `has fewer than ${minItems}`;
    if (new Set(value).size < value.length) return 'has a word twice';
    const isStrange = values && value.some((one) => !values.includes(one));
    return isStrange ? 'has a word that is none of its values' : null;
  },
  longestWord: 100,
  isBrief: () => true,
  specimen: {
    right: (_schema, { variant }, { values }) => (values ? [pick(values, variant)] : []),
    wrong: (_schema, { values }) => [
      ...['word', 5, [5], {}, ['\0']],
      ...(values ? [['nonsense'], [values[0], values[0]]] : []),
    ],
  },
  makers: { EnumSet: wordsShape },
};
