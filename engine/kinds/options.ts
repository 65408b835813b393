/** What authors can write in options that kinds of field have in common. */

import type { Keys } from './shape.ts';
import { keyed, record, text, whole, word } from './shape.ts';
import { tones, type Unit, type Wording } from './wording.ts';

export const wordingShape: Keys<Wording> = {
  ...{ label: text, heading: text, help: text, nullLabel: text, renamedFrom: text },
};
export const unitShape: Keys<Unit> = { unit: text, unitField: text };
export const tonesShape = record(word(...tones));
export const markTones = keyed({ true: word(...tones), false: word(...tones) });

/** As many rows as a body can name at once. */
export const mostRows = 1000;
export const rowCount = whole(0, mostRows);
