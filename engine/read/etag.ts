/** Entity tags (RFC 9110, 8.8.3): the version of a row for edits, and a digest of its answer for reads. */
import { hash } from 'node:crypto';

/**
 * The tag of a row: its version, which every change of the row raises, and a digest of its whole answer, in
 * which counts and embedded names can change without the row. It depends neither on the fields asked for nor on whether
 * the answer is compressed: what was read either way is written with it.
 *
 * @param json the whole answer as JSON
 */
export function etagOf(version: number, json: string): string {
  const digest = hash('sha256', json, 'base64url').slice(0, 16);
  return `"${version}-${digest}"`;
}

/**
 * Whether an `If-Match` header allows to change a row of this version. Only the version part counts: a form
 * must not become stale because somebody added a child row. Weak tags never match (strong comparison).
 */
export function matchesVersion(header: string, version: number): boolean {
  return tagsOf(header).some((tag) => tag === '*' || tag.startsWith(`"${version}-`));
}

/** Whether an `If-None-Match` header already names this very answer (weak comparison). */
export function matchesAnswer(header: string, etag: string): boolean {
  return tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
