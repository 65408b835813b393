/** The sentence of a notice about another row. */
import type { NoticeTextFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { text as plainText } from '../scalars/text.ts';
import { must, text } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

/**
 * The sentence of a notice about another row, in the reader's language. The notice is only visible while its person can see the
 * other row: they belong to its site and hold the permission to view it. Only personal rows (`scope: 'own'`) can have this field.
 */
export function NoticeText(options: Wording & NoticeTextFacts['from']): Field<string, 'readOnly'> {
  const { resource, record, notice, said } = options;
  return make(
    { type: 'string' },
    {
      ...{ kind: 'sentence', scalar: plainText, from: { resource, record, notice, said }, readOnly: true },
      ...keep(options, wordingKeys),
    },
    madeBy('NoticeText', options),
  );
}

export const noticeText: Structure<NoticeTextFacts, 'page', never> = {
  held: 'page',
  type: null,
  isFilterable: () => false,
  isBrief: () => true,
  makers: {
    NoticeText: {
      ...wordingShape,
      ...{ resource: must(text), record: must(text), notice: must(text), said: must(text) },
    },
  },
};
