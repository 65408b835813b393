/** Where a browser keeps what somebody saw: a database of its own for each service of a host. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { consoleRoot } from '../address.ts';

interface Kept extends DBSchema {
  /** Answers, by whose they are and what was asked for. */
  answers: {
    key: [owner: string, asked: string];
    value: { readonly owner: string; readonly asked: string; readonly at: number; readonly answer: unknown };
    indexes: { at: number };
  };
  /** Who was here last, under 0. */
  people: { key: number; value: { readonly id: number; readonly at: number; readonly person: unknown } };
}
type KeptDatabase = IDBPDatabase<Kept>;

const open = () =>
  openDB<Kept>(`millwright ${consoleRoot}`, 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: ['owner', 'asked'] }).createIndex('at', 'at');
      db.createObjectStore('people');
    },
  });
let opened: Promise<KeptDatabase> | undefined;

/**
 * Does something with what is kept. A browser may have no room for it, or not allow it: then nothing is kept.
 * @returns undefined there
 */
export async function usingKept<T>(work: (db: KeptDatabase) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= open();
    return await work(await opened);
  } catch {
    return undefined;
  }
}
