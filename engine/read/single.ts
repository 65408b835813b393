/** The answer about one row: its data with the transitions open now, and its entity tag. */

import { hungCount } from '../definition/system-fields.ts';
import { follows } from '../memoize.ts';
import { type Resource, transitionsFrom, transitionsKey } from '../model/resource.ts';
import type { AnswerRow } from './context.ts';
import { etagOf } from './etag.ts';

export interface SingleAnswer {
  readonly id: number;
  readonly data: AnswerRow;
  /** The data as JSON, where the tag has been made of all of it. */
  readonly json?: string;
  readonly etag: string;
  /** What this answer alone tells, whichever keys are asked for. */
  readonly once?: AnswerRow;
}

/** Completes a whole row for its answer: the row itself, since a copy with one more key costs as much as all else of it. */
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

/** The tag of an answer: what hangs on the row is no change of it, and neither is how much that is. */
export function tagOf(resource: Resource, version: number, data: AnswerRow, json?: string): string {
  const counts = hungCounts(resource);
  const uncounted = counts.length > 0 && JSON.stringify({ ...data, ...Object.fromEntries(counts) });
  return etagOf(version, uncounted || (json ?? JSON.stringify(data)));
}

const hungCounts = follows((resource: Resource) =>
  resource.hanging().map(({ name }): [string, null] => [hungCount(name), null]),
);

/** The keys that were asked for, in the order of the answer. */
export function pickKeys(data: AnswerRow, keys: readonly string[] | null): AnswerRow {
  if (keys === null) return data;
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(data).filter(([key]) => wanted.has(key)));
}
