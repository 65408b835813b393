/** Entity tags (RFC 9110, 8.8.3): the version of a row for changes, and a digest of its answer for reads. */
import { hash } from 'node:crypto';

/**
 * The ETag of a row. It contains the version, which every change raises, and a digest of the whole answer: counts and embedded
 * names in it can change without the row. It depends neither on the requested fields nor on compression, so that every form of a
 * read can be used for a write.
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
