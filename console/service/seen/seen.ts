/**
 * Answers that a user has seen, stored in this browser for use without a network: by user and site, for 7 days, until they sign
 * out. This module is loaded after the first page, and when the service is unreachable.
 */
import type { Answer } from '../call.ts';
import { usingKept } from './database.ts';

const keptFor = 7 * 24 * 3600_000;
/** The maximum number of answers; the oldest are deleted. */
const most = 3000;

const isFresh = ({ at }: { readonly at: number }): boolean => Date.now() - at < keptFor;

/** A user at a site: stored answers are only shown to that user at that site. */
interface Owner {
  readonly id: number;
  readonly current_site_id: number | null;
}

const nameOf = ({ id, current_site_id }: Owner): string => `${id} ${current_site_id}`;
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

/** Forgets what was answered of a row that somebody may no longer see. @param path of the row */
export async function forgetAnswers(owner: Owner, path: string): Promise<void> {
  const [name, start] = [nameOf(owner), `["${path}`];
  await usingKept((db) =>
    db.delete('answers', IDBKeyRange.bound([name, `${start}"`], [name, `${start}?\uffff`])),
  );
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

export async function rememberPerson({ id }: Owner, person: unknown): Promise<void> {
  await usingKept((db) => db.put('people', { id, person, at: Date.now() }, 0));
}

/** Deletes the last user with all their answers, of all sites. */
export async function forgetPerson(): Promise<void> {
  await usingKept(async (db) => {
    const last = await db.get('people', 0);
    if (!last) return;
    // All keys that begin with theirs: a space sorts before every other character of a key.
    await db.delete('answers', IDBKeyRange.bound([`${last.id} `], [`${last.id}!`]));
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
