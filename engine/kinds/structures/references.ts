/** References to any number of rows, through a table of pairs: `operator_ids`, with `operators` beside it. */
import type { ReferencesFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { mostRows, onDeleteShape, whereShape, wordingShape } from '../options.ts';
import { either, type Keys, must, text, textList, yes } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import { idSchema } from './reference.ts';
import type { Structure } from './structure.ts';

interface PairOptions
  extends Wording,
    Pick<ReferencesFacts, 'table' | 'own' | 'where' | 'onDelete' | 'viewers'>,
    Partial<Pick<ReferencesFacts, 'include'>> {
  /** The column for the other row. */
  readonly other: string;
}

/** References to any number of rows, without duplicates: `operator_ids`. The name of the field ends in `_ids`. */
export function ManyToMany(to: string, options: PairOptions): Field<number[], 'default'> {
  const { table, own, other, include = [] } = options;
  return make(
    { type: 'array', items: idSchema, uniqueItems: true, maxItems: mostRows, default: [] },
    {
      ...{ kind: 'references', to, include, table, own, column: other, default: [] },
      ...keep(options, ['where', 'onDelete', 'viewers', ...wordingKeys]),
    },
    madeBy('ManyToMany', options, { to }),
  );
}

const referencesShape: Keys<PairOptions> = {
  ...{ ...wordingShape, table: must(text), own: must(text), other: must(text) },
  ...{ include: textList, where: whereShape, onDelete: onDeleteShape, viewers: either(yes, text) },
};

export const references: Structure<ReferencesFacts, 'pairs', 'references'> = {
  held: 'pairs',
  type: 'references',
  isFilterable: () => true,
  isBrief: () => true,
  specimen: { wrong: () => [1, '1', ['1'], [0], [1.5], [2_147_483_646], {}] },
  makers: { ManyToMany: { ...referencesShape, to: must(text) } },
};
