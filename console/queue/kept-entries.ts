/** The entries of whoever is signed in, as this browser keeps them: the same in each of its tabs. */

import { createStore } from '../service/first/values.ts';
import { usingKept } from '../service/seen/database.ts';
import { session } from '../service/session.ts';
import { inOrder, type QueueEntry } from './entry.ts';

/** Bytes of files that are kept in all. */
const mostBytes = 200 * 1024 * 1024;

/** Those of the person who is signed in, at every site of theirs, in their order. */
export const entries = createStore<readonly QueueEntry[]>([]);

const tabs = new BroadcastChannel('millwright queue');
tabs.addEventListener('message', () => void readEntries());

/** Whoever is on the page, also where their session has ended; null for nobody. */
const whose = (): number | null => session.get().present?.user.id ?? null;

/** Reads them anew: another tab may have changed them, or another person be here. */
export async function readEntries(): Promise<void> {
  const person = whose();
  const found =
    person === null ? [] : await usingKept((db) => db.getAllFromIndex('writes', 'person', person));
  if (whose() === person) entries.set(inOrder((found ?? []).filter(isEntry)));
}

/** What is in the store was put there by this file. */
const isEntry = (kept: { readonly key: string }): kept is QueueEntry => Object.keys(kept).length > 2;

/** What stands in place of the entry with a key; null where it is done with. */
export type EntryChange = readonly [key: string, after: QueueEntry | null];

/**
 * Changes entries, all at once. One that is no longer there, because another tab has sent or discarded it, does not come back.
 * @returns whether all of them were there, and there was room
 */
export async function changeEntries(changes: readonly EntryChange[]): Promise<boolean> {
  const done = await usingKept(async (db) => {
    const { store, done: end } = db.transaction('writes', 'readwrite');
    const known = new Set(await store.getAllKeys());
    const standing = changes.filter(([key]) => known.has(key));
    const work = standing.flatMap(([key, after]) => [
      ...(after?.key === key ? [] : [store.delete(key)]),
      ...(after ? [store.put(after)] : []),
    ]);
    await Promise.all([...work, end]);
    return standing.length === changes.length;
  });
  await tellChange();
  return done === true;
}

async function tellChange(): Promise<void> {
  await readEntries();
  tabs.postMessage('changed');
}

const sizeOf = ({ file }: Pick<QueueEntry, 'file'>): number =>
  (file?.blob.size ?? 0) + (file?.thumbnail?.size ?? 0);

/** Keeps a new entry. @returns whether there was room for it */
export async function addEntry(entry: QueueEntry): Promise<boolean> {
  const all = (await usingKept((db) => db.getAll('writes'))) ?? [];
  const bytes = all.filter(isEntry).reduce((sum, one) => sum + sizeOf(one), sizeOf(entry));
  // So that a browser that needs room does not take it from these.
  void navigator.storage?.persist?.();
  const key = bytes <= mostBytes ? await usingKept((db) => db.add('writes', entry)) : undefined;
  await tellChange();
  return key !== undefined;
}

/** Deletes what somebody had who has signed out. */
export async function forgetEntries(own: readonly QueueEntry[]): Promise<void> {
  await changeEntries(own.map(({ key }) => [key, null]));
}
