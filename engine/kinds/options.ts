/** Options that several kinds of field have in common. */

import {
  either,
  flag,
  type Keys,
  keyed,
  list,
  must,
  record,
  type Shape,
  text,
  whole,
  word,
} from './shape.ts';
import { now, type Ranges } from './where.ts';
import { tones, type Unit, type Wording } from './wording.ts';

export const wordingShape: Keys<Wording> = {
  ...{ label: text, heading: text, help: text, formula: text, nullLabel: text, renamedFrom: text },
};
export const unitShape: Keys<Unit> = { unit: text, unitField: text, interval: flag };
export const tonesShape = record(word(...tones));
export const markTones = keyed({ true: word(...tones), false: word(...tones) });

/** The maximum number of rows that a body can name at once. */
export const mostRows = 1000;
export const rowCount = whole(0, mostRows);

/** What happens to a reference when the referenced row is deleted. */
export const onDeleteShape = word('restrict', 'unlink');

export const literalShape: Shape = {
  is: 'a text, a number, `true`, `false` or `null`',
  fits: (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
};
const operand = either(literalShape, word(now), keyed({ field: must(text) }));
const ranges: Keys<Ranges> = {
  ...{ lt: operand, lte: operand, gt: operand, gte: operand },
  not: either(literalShape, list(literalShape)),
  orNull: flag,
};
/** A condition on rows. */
export const whereShape = record(either(literalShape, list(literalShape), keyed(ranges)));
