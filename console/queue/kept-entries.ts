/** The entries of whoever is signed in, as this browser keeps them: the same in each of its tabs. */
import { usingKept } from '../service/seen/database.ts';
import { session } from '../service/session.ts';
import { createStore } from '../service/store.ts';
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

/**
 * Changes them, all or nothing.
 * @param put those that are new, or have changed
 * @param gone keys of those that are done with
 * @returns whether there was room for them
 */
export async function changeEntries(
  put: readonly QueueEntry[],
  gone: readonly string[] = [],
): Promise<boolean> {
  const done = await usingKept(async (db) => {
    const work = db.transaction('writes', 'readwrite');
    const all = [
      ...put.map((one) => work.store.put(one)),
      ...gone.map((key) => work.store.delete(key)),
      work.done,
    ];
    await Promise.all(all);
    return true;
  });
  await readEntries();
  tabs.postMessage('changed');
  return done === true;
}

const sizeOf = ({ file }: Pick<QueueEntry, 'file'>): number =>
  (file?.blob.size ?? 0) + (file?.thumbnail?.size ?? 0);

/** Keeps a new entry. @returns whether there was room for it */
export async function addEntry(entry: QueueEntry): Promise<boolean> {
  const all = (await usingKept((db) => db.getAll('writes'))) ?? [];
  const bytes = all.filter(isEntry).reduce((sum, one) => sum + sizeOf(one), sizeOf(entry));
  // So that a browser that needs room does not take it from these.
  void navigator.storage?.persist?.();
  return bytes <= mostBytes && (await changeEntries([entry]));
}

/** Deletes what somebody had who has signed out. */
export async function forgetEntries(own: readonly QueueEntry[]): Promise<void> {
  await changeEntries(
    [],
    own.map(({ key }) => key),
  );
}
