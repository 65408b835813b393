/** Labels for the values of a journal entry. */
import type { ChangeLabelsFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { json } from '../scalars/json.ts';
import { must, text } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

/** The label of a value: the name of a row, the word of an enumeration; for a list, one label per entry. */
export type ChangeLabel = string | null | (string | null)[];

/**
 * The labels of the values of a journal entry, in the reader's language: field → before and after, as in `changes`. The label of
 * a reference is the name of the row; null if the row is deleted or the reader may not see it. Values that need no label are left
 * out. A page takes one statement per resource that its entries refer to.
 */
export function ChangeLabels(
  options: Wording & ChangeLabelsFacts['from'],
): Field<Record<string, [before: ChangeLabel, after: ChangeLabel]>, 'readOnly'> {
  const { resource, changes } = options;
  const label = { type: ['string', 'null'] };
  const labels = { anyOf: [label, { type: 'array', items: label }] };
  return make(
    {
      type: 'object',
      additionalProperties: { type: 'array', items: labels, minItems: 2, maxItems: 2 },
      description: `Field → what its values in \`${changes}\` are called, before and after; null for what is gone or not to be seen.`,
    },
    {
      kind: 'labels',
      scalar: json,
      from: { resource, changes },
      readOnly: true,
      ...keep(options, wordingKeys),
    },
    madeBy('ChangeLabels', options),
  );
}

export const changeLabels: Structure<ChangeLabelsFacts, 'page', never> = {
  held: 'page',
  type: null,
  isFilterable: () => false,
  isBrief: () => false,
  makers: { ChangeLabels: { ...wordingShape, resource: must(text), changes: must(text) } },
};
