/**
 * Answers that somebody has seen, kept in this browser for when there is no network: by person and site, for 7 days, until they sign out. It is
 * loaded after the first page, and where the service cannot be reached.
 */
import type { Answer } from '../call.ts';
import { usingKept } from './database.ts';

const keptFor = 7 * 24 * 3600_000;
/** Answers that are kept; the oldest give way. */
const most = 1000;

const isFresh = ({ at }: { readonly at: number }): boolean => Date.now() - at < keptFor;

/** Somebody at a site: what is kept of one is never shown to another, nor at another site. */
interface Owner {
  readonly id: number;
  readonly current_site_id: number | null;
}

const nameOf = ({ id, current_site_id }: Owner): string => `${id} ${current_site_id}`;
const textOf = (asked: readonly unknown[]): string => JSON.stringify(asked);

/** What was answered before; undefined where nothing is kept, or only what is too old. */
export async function recallAnswer<T>(
  owner: Owner,
  asked: readonly unknown[],
): Promise<Answer<T> | undefined> {
  const found = await usingKept((db) => db.get('answers', [nameOf(owner), textOf(asked)]));
  if (!found || !isFresh(found) || !isAnswer<T>(found.answer)) return undefined;
  return { ...found.answer, kept: found.at };
}

/** Whether it is what such a question is answered with. */
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

/** Who was here last, and when; undefined where nobody was, or too long ago. */
export async function recallPerson<Person>() {
  const found = await usingKept((db) => db.get('people', 0));
  if (!found || !isFresh(found)) return undefined;
  const { at, person } = found;
  return isPerson<Person>(person) ? { at, person } : undefined;
}

/** Whether it is what was kept of such a one. */
const isPerson = <Person>(kept: unknown): kept is Person => typeof kept === 'object' && kept !== null;

export async function rememberPerson({ id }: Owner, person: unknown): Promise<void> {
  await usingKept((db) => db.put('people', { id, person, at: Date.now() }, 0));
}

/** Forgets who was here last with all that they saw, at whatever site. */
export async function forgetPerson(): Promise<void> {
  await usingKept(async (db) => {
    const last = await db.get('people', 0);
    if (!last) return;
    // All names that begin with theirs: a blank comes before every other character of a name.
    await db.delete('answers', IDBKeyRange.bound([`${last.id} `], [`${last.id}!`]));
    await db.delete('people', 0);
  });
}

/** Forgets what is too old or too much. */
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
