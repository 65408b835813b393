/**
 * Answers that a user has seen, stored in this browser for use without a network: by user and site, for 7 days, until they sign
 * out. This module is loaded after the first page, and when the service is unreachable.
 */
import type { Answer } from '../call.ts';
import { usingKept } from './database.ts';

const keptFor = 7 * 24 * 3600_000;
/** The maximum number of answers; the oldest are deleted. */
const most = 3000;

export const isFresh = ({ at }: { readonly at: number }): boolean => Date.now() - at < keptFor;

/** A user at a site: stored answers are only shown to that user at that site. */
export interface Owner {
  readonly id: number;
  readonly current_site_id: number | null;
}

export const nameOf = ({ id, current_site_id }: Owner): string => `${id} ${current_site_id}`;
const textOf = (asked: readonly unknown[]): string => JSON.stringify(asked);

/** A stored answer; undefined if there is none, or it is too old. */
export async function recallAnswer<T>(
  owner: Owner,
  asked: readonly unknown[],
): Promise<Answer<T> | undefined> {
  const found = await usingKept((db) => db.get('answers', [nameOf(owner), textOf(asked)]));
  if (!found || !isFresh(found) || !isAnswer<T>(found.answer)) return undefined;
  return { ...found.answer, kept: found.at };
}

/** Whether a stored value is an answer to such a request. */
export const isAnswer = <T>(data: unknown): data is Answer<T> =>
  typeof data === 'object' && data !== null && 'etag' in data;

export async function rememberAnswer(
  owner: Owner,
  asked: readonly unknown[],
  answer: unknown,
): Promise<void> {
  const kept = { owner: nameOf(owner), asked: textOf(asked), at: Date.now(), answer };
  await usingKept((db) => db.put('answers', kept));
}

/** Deletes answers for some paths, and for what is below them or asked for with more filters. */
export async function forgetAnswers(owner: Owner, paths: readonly string[]): Promise<void> {
  const name = nameOf(owner);
  // Of `/things/3` not that for `/things/31`.
  const starts = paths.flatMap((path) => ['"', '?', '&', '/'].map((next) => `["${path}${next}`));
  const ranges = starts.map((start) => IDBKeyRange.bound([name, start], [name, `${start}\uffff`]));
  await usingKept((db) => Promise.all(ranges.map((range) => db.delete('answers', range))));
}

/** The last user and the time; undefined if there is none, or it was too long ago. */
export async function recallPerson<Person>() {
  const found = await usingKept((db) => db.get('people', 0));
  if (!found || !isFresh(found)) return undefined;
  const { at, person } = found;
  return isPerson<Person>(person) ? { at, person } : undefined;
}

/** Whether a stored value is a user. */
const isPerson = <Person>(kept: unknown): kept is Person => typeof kept === 'object' && kept !== null;

/** Stores who is signed in. What somebody else has left is deleted: their session has ended. */
export async function rememberPerson({ id }: Owner, person: unknown): Promise<void> {
  const last = await usingKept((db) => db.get('people', 0));
  if (last && last.id !== id) await forgetPerson();
  await usingKept((db) => db.put('people', { id, person, at: Date.now() }, 0));
}

/** Deletes the last user with all their answers and pictures, of all sites. */
export async function forgetPerson(): Promise<void> {
  await usingKept(async (db) => {
    const last = await db.get('people', 0);
    if (!last) return;
    // All keys that begin with theirs: a space sorts before every other character of a key.
    const own = IDBKeyRange.bound([`${last.id} `], [`${last.id}!`]);
    await Promise.all([db.delete('answers', own), db.delete('pictures', own)]);
    await db.delete('people', 0);
  });
}

/** Deletes old and excess answers. */
export async function forgetOld(): Promise<void> {
  await usingKept(async (db) => {
    let over = (await db.count('answers')) - most;
    const { store } = db.transaction('answers', 'readwrite');
    for (let cursor = await store.index('at').openCursor(); cursor; cursor = await cursor.continue()) {
      if (over <= 0 && isFresh(cursor.value)) return;
      await cursor.delete();
      over -= 1;
    }
  });
}
