/** The answer about one row: its data with the transitions open now, and its entity tag. */

import { type Resource, transitionsFrom, transitionsKey } from '../model/resource.ts';
import type { AnswerRow } from './context.ts';
import { etagOf } from './etag.ts';

export interface SingleAnswer {
  readonly id: number;
  readonly data: AnswerRow;
  /** The data as JSON, where the tag has been made of all of it. */
  readonly json?: string;
  readonly etag: string;
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
  return { id: Number(data.id), data, json, etag: etagOf(found.version, json) };
}

/** The keys that were asked for, in the order of the answer. */
export function pickKeys(data: AnswerRow, keys: readonly string[] | null): AnswerRow {
  if (keys === null) return data;
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(data).filter(([key]) => wanted.has(key)));
}
