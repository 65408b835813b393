/** The answer about one row: its data with the transitions possible now, and its ETag. */

import { hungCount } from '../definition/system-fields.ts';
import { follows } from '../memoize.ts';
import { type Resource, transitionsFrom, transitionsKey } from '../model/resource.ts';
import type { AnswerRow } from './context.ts';
import { etagOf } from './etag.ts';

export interface SingleAnswer {
  readonly id: number;
  readonly data: AnswerRow;
  /** The data as JSON, if the ETag was computed from all of it. */
  readonly json?: string;
  readonly etag: string;
  /** Values that only this answer reveals, independent of the requested keys. */
  readonly once?: AnswerRow;
}

/**
 * Completes a whole row for its answer. It changes the row itself: a copy with one more key costs as much as all other work on
 * it.
 */
export function singleAnswer(
  resource: Resource,
  found: { readonly answer: AnswerRow; readonly version: number },
): SingleAnswer {
  const key = transitionsKey(resource.definition);
  const field = resource.definition.states?.field;
  const { answer: data } = found;
  if (key && field) data[key] = [...transitionsFrom(resource, data[field])];
  const json = JSON.stringify(data);
  return { id: Number(data.id), data, json, etag: tagOf(resource, found.version, data, json) };
}

/** The ETag of an answer. It does not include the counts of attached rows: attaching does not change the row. */
export function tagOf(resource: Resource, version: number, data: AnswerRow, json?: string): string {
  const counts = hungCounts(resource);
  const uncounted = counts.length > 0 && JSON.stringify({ ...data, ...Object.fromEntries(counts) });
  return etagOf(version, uncounted || (json ?? JSON.stringify(data)));
}

const hungCounts = follows((resource: Resource) =>
  resource.hanging().map(({ name }): [string, null] => [hungCount(name), null]),
);

/** The requested keys, in the order of the answer. */
export function pickKeys(data: AnswerRow, keys: readonly string[] | null): AnswerRow {
  if (keys === null) return data;
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(data).filter(([key]) => wanted.has(key)));
}
