/** A reference to one row: a column holds its id, and answers embed `{id, name}` beside it. */
import type { ReferenceFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { onDeleteShape, whereShape, wordingShape } from '../options.ts';
import { integer } from '../scalars/integer.ts';
import { code, either, type Keys, must, text, textList, word, yes } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

const optionKeys = ['where', 'offer', 'matching', 'tree', 'exclusive', 'onDelete'] as const;

interface ReferenceOptions
  extends Wording,
    Pick<ReferenceFacts, (typeof optionKeys)[number]>,
    Partial<Pick<ReferenceFacts, 'include'>> {}

export const idSchema = { type: 'integer', minimum: 1, maximum: 2147483647 };

/** A reference to a row of another resource: `zone_id: BelongsTo('zones')`. The name of the field ends in `_id`. */
export function BelongsTo(to: string, options: ReferenceOptions = {}): Field<number, never> {
  const { include = [] } = options;
  return make(
    idSchema,
    { kind: 'reference', scalar: integer, to, include, ...keep(options, [...optionKeys, ...wordingKeys]) },
    madeBy('BelongsTo', options, { to }),
  );
}

const referenceShape: Keys<ReferenceOptions> = {
  ...{ ...wordingShape, include: textList, where: whereShape, offer: either(code, whereShape) },
  ...{ matching: textList, tree: yes, exclusive: word(true, 'changed'), onDelete: onDeleteShape },
};

export const reference: Structure<ReferenceFacts, 'column', 'reference'> = {
  held: 'column',
  type: 'reference',
  isFilterable: () => true,
  counted: 'values',
  isBrief: () => true,
  specimen: { wrong: () => ['1', true, 0, -1, 1.5, 2 ** 31, {}, 2_147_483_646] },
  makers: { BelongsTo: { ...referenceShape, to: must(text) } },
};
