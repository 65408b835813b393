/** The browser database for seen answers: one for each service of a host. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { consoleRoot } from '../address.ts';

/** A write that waits, by its key: the queue knows what else stands in it. */
interface KeptWrite {
  readonly key: string;
  readonly person: number;
}

interface Kept extends DBSchema {
  /** Answers, by user and request. */
  answers: {
    key: [owner: string, asked: string];
    value: { readonly owner: string; readonly asked: string; readonly at: number; readonly answer: unknown };
    indexes: { at: number };
  };
  /** Small pictures of files, by user and request. */
  pictures: {
    key: [owner: string, asked: string];
    value: {
      readonly owner: string;
      readonly asked: string;
      /** Path of the row that its file hangs on. */
      readonly of: string;
      readonly at: number;
      readonly picture: Blob;
    };
    indexes: { at: number };
  };
  /** Writes that wait for a network. */
  writes: { key: string; value: KeptWrite; indexes: { person: number } };
  /** The last user, with key 0. */
  people: { key: number; value: { readonly id: number; readonly at: number; readonly person: unknown } };
}
type KeptDatabase = IDBPDatabase<Kept>;

const open = () =>
  new Promise<KeptDatabase>((resolve, reject) => {
    openDB<Kept>(`millwright ${consoleRoot}`, 3, {
      upgrade(db, before) {
        if (before < 1) {
          db.createObjectStore('answers', { keyPath: ['owner', 'asked'] }).createIndex('at', 'at');
          db.createObjectStore('people');
        }
        if (before < 2) db.createObjectStore('writes', { keyPath: 'key' }).createIndex('person', 'person');
        db.createObjectStore('pictures', { keyPath: ['owner', 'asked'] }).createIndex('at', 'at');
      },
      // A tab with another version of the console has a newer one: this one does not keep it waiting.
      blocking(_, __, { target }) {
        if (target instanceof IDBDatabase) target.close();
        opened = undefined;
      },
      // A tab of an older version that does not know that is not waited for.
      blocked: () => reject(new Error('An older tab uses the database.')),
    }).then(resolve, reject);
  });
let opened: Promise<KeptDatabase> | undefined;

/**
 * Uses the database. If the browser has no room for it, or does not allow it, nothing is stored.
 * @returns undefined in that case
 */
export async function usingKept<T>(work: (db: KeptDatabase) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return await work(await opened);
  } catch {
    return undefined;
  }
}
