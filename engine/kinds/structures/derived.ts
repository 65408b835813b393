/** The value of the first condition that a row meets. A mark has one condition. */
import type { DerivedFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { markTones, tonesShape, whereShape, wordingShape } from '../options.ts';
import { bool } from '../scalars/bool.ts';
import { choice } from '../scalars/enum.ts';
import { either, list, must, text } from '../shape.ts';
import type { Where } from '../where.ts';
import { type Tones, type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

/** True for rows that meet a condition, or one of several, at the moment of the request. */
export function Computed(
  where: Where | readonly Where[],
  options: Wording & { readonly tones?: Tones<'true' | 'false'> } = {},
): Field<boolean, 'readOnly'> {
  const cases = (isSeveral(where) ? where : [where]).map((one) => [true, one] as const);
  return make(
    { type: 'boolean' },
    {
      ...{ kind: 'derived', scalar: bool, cases, otherwise: false, readOnly: true },
      ...keep(options, [...wordingKeys, 'tones']),
    },
    madeBy('Computed', options, { where }),
  );
}

function isSeveral(where: Where | readonly Where[]): where is readonly Where[] {
  return Array.isArray(where);
}

/** The word of the first condition that a row meets, else the last word: `Case([['empty', {…}], ['low', {…}]], 'ok')`. */
export function Case<const C extends readonly (readonly [string, Where])[], const E extends string>(
  cases: C,
  otherwise: E,
  options: Wording & { readonly tones?: Tones<C[number][0] | E> } = {},
): Field<C[number][0] | E, 'readOnly'> {
  const values = [...cases.map(([value]) => value), otherwise];
  return make(
    { type: 'string', enum: values },
    {
      ...{ kind: 'derived', scalar: choice, values, cases, otherwise, readOnly: true },
      ...keep(options, [...wordingKeys, 'tones']),
    },
    madeBy('Case', options, { cases, otherwise }),
  );
}

export const derived: Structure<DerivedFacts, 'query', never> = {
  held: 'query',
  type: null,
  isFilterable: () => true,
  isBrief: () => true,
  makers: {
    Computed: {
      ...{ ...wordingShape, tones: markTones },
      where: must(either(list(whereShape, 1), whereShape)),
    },
    Case: {
      ...{ ...wordingShape, tones: tonesShape, otherwise: must(text) },
      cases: must(list(list(either(text, whereShape), 2), 1)),
    },
  },
};
