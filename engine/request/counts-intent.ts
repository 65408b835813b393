/** Reads what counts are asked for. */

import { say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
import type { Resource } from '../model/resource.ts';
import { type RowsIntent, rowReaders } from './parameters.ts';
import { Problems, plain, type Query, type Reader, readEach } from './query-string.ts';

/** What counts are asked for: `by` with its date part where it has one, over which rows. */
export interface CountsIntent extends RowsIntent {
  readonly by: string;
  readonly part: string | null;
}

export function readCountsIntent(resource: Resource, query: Query, choices: readonly string[]): CountsIntent {
  const problems = new Problems();
  const rows = rowReaders(resource, problems);
  let by: string | null = null;
  const readers = new Map<string, Reader>([
    ['by', plain((value) => (by = value), problems)],
    ...rows.readers,
  ]);
  readEach(query, readers, problems);
  const type = say(typeTexts.oneOf, { choices });
  if (query.by === undefined) problems.add('by', say(texts.missingParameter, { name: 'by', type }));
  else if (by !== null && !choices.includes(by)) {
    problems.add('by', say(texts.parameter, { name: 'by', value: by, type }));
  }
  problems.settle();
  const [field = '', part = null] = (by ?? '').split('.');
  return { by: field, part, ...rows.read() };
}
