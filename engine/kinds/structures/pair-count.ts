/** The number of pairs in a table of pairs, or in any table that belongs to no resource. */
import type { PairCountFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { integer } from '../scalars/integer.ts';
import { type Keys, keyed, must, text } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

interface PairCountOptions extends Wording, Pick<PairCountFacts, 'distinct' | 'through' | 'site'> {}

/**
 * The number of rows of a plain table that point at this row, or the number of different values of `distinct`. `distinct` is a
 * column of those rows, or of the rows that they point at `through` another column. With `site`, only pairs that the user may see
 * are counted.
 */
export function CountThrough(
  table: string,
  foreign: string,
  options: PairCountOptions = {},
): Field<number, 'readOnly'> {
  return make(
    { type: 'integer', minimum: 0 },
    {
      ...{ kind: 'pairs', scalar: integer, table, foreign, readOnly: true },
      ...keep(options, ['distinct', 'through', 'site', ...wordingKeys]),
    },
    madeBy('CountThrough', options, { table, foreign }),
  );
}

const pairCountShape: Keys<PairCountOptions> = {
  ...{ ...wordingShape, distinct: text, site: text },
  through: keyed({ table: must(text), column: must(text) }),
};

export const pairCount: Structure<PairCountFacts, 'query', never> = {
  held: 'query',
  type: null,
  isFilterable: () => false,
  isBrief: () => true,
  makers: { CountThrough: { ...pairCountShape, table: must(text), foreign: must(text) } },
};
