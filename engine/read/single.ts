/** The answer about one row: its data with the transitions open now, and its entity tag. */

import { type Resource, transitionsFrom, transitionsKey } from '../model/resource.ts';
import type { AnswerRow } from './context.ts';
import { etagOf } from './etag.ts';

export interface SingleAnswer {
  readonly id: number;
  readonly data: AnswerRow;
  readonly etag: string;
}

/** Completes a whole row for its answer. */
export function singleAnswer(
  resource: Resource,
  found: { readonly answer: AnswerRow; readonly version: number },
): SingleAnswer {
  const key = transitionsKey(resource.definition);
  const field = resource.definition.states?.field;
  const { answer } = found;
  const open = key && field ? { [key]: [...transitionsFrom(resource, answer[field])] } : {};
  const data: AnswerRow = Object.assign({}, answer, open);
  return { id: Number(data.id), data, etag: etagOf(found.version, data) };
}

/** The keys that were asked for, in the order of the answer. */
export function pickKeys(data: AnswerRow, keys: readonly string[] | null): AnswerRow {
  if (keys === null) return data;
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(data).filter(([key]) => wanted.has(key)));
}
