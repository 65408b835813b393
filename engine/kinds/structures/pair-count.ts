/** A number of pairs in a table of pairs, or of any table that is no resource. */
import type { PairCountFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { integer } from '../scalars/integer.ts';
import { type Keys, keyed, must, text } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

interface PairCountOptions extends Wording, Pick<PairCountFacts, 'distinct' | 'through' | 'site'> {}

/**
 * How many rows of a plain table point at this row, or how many different values of `distinct` they hold:
 * themselves, or the rows that they point at `through` another column. With `site`, those that one may know of.
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
