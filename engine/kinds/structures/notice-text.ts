/** What a notice of another row says. */
import type { NoticeTextFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { text as plainText } from '../scalars/text.ts';
import { must, text } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

/**
 * The sentence of a notice of another row, in the reader's language. A row with such a field is only there while the row that it tells of
 * is: at a site where its person belongs and holds the permission to view it. Only rows that are each somebody's own (`scope: 'own'`) can
 * have one.
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
