/** The answer about one row: its data with the transitions possible now, and its ETag. */

import { hash } from 'node:crypto';
import { hungCount } from '../definition/system-fields.ts';
import { follows } from '../memoize.ts';
import { type Resource, transitionsFrom, transitionsKey } from '../model/resource.ts';
import type { AnswerRow } from './context.ts';

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

/**
 * The ETag of a row (RFC 9110, 8.8.3). It contains the version, which every change raises, and a digest of the whole answer:
 * counts and embedded names in it can change without the row. It depends neither on the requested fields nor on compression, so
 * that every form of a read can be used for a write.
 *
 * @param json the whole answer as JSON
 */
export function etagOf(version: number, json: string): string {
  const digest = hash('sha256', json, 'base64url').slice(0, 16);
  return `"${version}-${digest}"`;
}

/**
 * Whether an `If-Match` header allows to change a row of this version. Only the version counts: a form must not become stale
 * because another user added a child row. Weak tags never match (strong comparison).
 */
export function matchesVersion(header: string, version: number): boolean {
  return tagsOf(header).some((tag) => tag === '*' || tag.startsWith(`"${version}-`));
}

/** Whether an `If-None-Match` header contains the ETag of this answer (weak comparison). */
export function matchesAnswer(header: string, etag: string): boolean {
  return tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
