/** Small pictures of files, stored in this browser for use without a network: by user and site, for 7 days, until they sign out. */
import { addressOf } from '../address.ts';
import { refusalOf } from '../call.ts';
import { Unreachable } from '../failure.ts';
import type { Row } from '../metadata.ts';
import { usingKept } from './database.ts';
import { isFresh, nameOf, type Owner } from './seen.ts';

/** The maximum size in bytes of a picture that is its own thumbnail. */
const smallBytes = 256 * 1024;
/** Bytes of all pictures; the oldest are deleted. */
const roomForPictures = 20 * 1024 * 1024;
/** Those that are loaded at a time at most: others come with the next update. */
const mostLoaded = 200;

/** The address of a file's thumbnail; null if it has none, and is no picture that is small itself. */
export function smallOf({ is_image: isImage, thumbnail_url: thumbnail, url, size }: Row): string | null {
  if (isImage !== true) return null;
  if (typeof thumbnail === 'string') return addressOf(thumbnail);
  return Number(size) <= smallBytes ? addressOf(String(url)) : null;
}

/** A small picture that is to be stored. */
export interface SmallPicture {
  readonly asked: string;
  /** Path of the row that its file hangs on. */
  readonly of: string;
}

/** A stored picture; undefined if there is none, or it is too old. */
export async function recallPicture(owner: Owner, address: string): Promise<Blob | undefined> {
  const found = await usingKept((db) => db.get('pictures', [nameOf(owner), address]));
  return found && isFresh(found) ? found.picture : undefined;
}

/**
 * Stores these pictures of a user, and no others of theirs.
 * @param wanted those that count most come first
 * @param isHere whether the user is still there, and nothing else is wanted by now
 * @throws Refusal, Unreachable
 */
export async function keepPictures(
  owner: Owner,
  wanted: readonly SmallPicture[],
  isHere: () => boolean,
): Promise<void> {
  const name = nameOf(owner);
  let bytes = 0;
  let loaded = 0;
  for (const { asked, of } of wanted) {
    const kept = await usingKept((db) => db.get('pictures', [name, asked]));
    // What a file shows never changes.
    if (!kept && loaded === mostLoaded) continue;
    const picture = kept?.picture ?? (await loadPicture(asked));
    if (!kept) loaded += 1;
    bytes += picture?.size ?? 0;
    if (bytes > roomForPictures || !isHere()) break;
    if (picture)
      await usingKept((db) => db.put('pictures', { owner: name, asked, of, at: Date.now(), picture }));
  }
  if (!isHere()) return;
  const all = new Set(wanted.map(({ asked }) => asked));
  await forgetPictures(owner, ({ asked }) => !all.has(asked));
  await forgetExcess();
}

/** @returns null where it is no longer there */
async function loadPicture(address: string): Promise<Blob | null> {
  const response = await fetch(address).catch(() => {
    throw new Unreachable();
  });
  if (response.ok) return await response.blob();
  if ([403, 404].includes(response.status)) return null;
  throw await refusalOf(response);
}

/** Deletes some of a user's pictures of a site. */
export async function forgetPictures(
  owner: Owner,
  isGone: (picture: SmallPicture) => boolean,
): Promise<void> {
  const name = nameOf(owner);
  await usingKept(async (db) => {
    const { store } = db.transaction('pictures', 'readwrite');
    const range = IDBKeyRange.bound([name], [name, '\uffff']);
    for (let cursor = await store.openCursor(range); cursor; cursor = await cursor.continue())
      if (isGone(cursor.value)) await cursor.delete();
  });
}

/** Deletes old pictures, and those for which there is no room: the newest stay. */
export async function forgetExcess(): Promise<void> {
  await usingKept(async (db) => {
    let bytes = 0;
    const { store } = db.transaction('pictures', 'readwrite');
    const newest = store.index('at');
    for (let cursor = await newest.openCursor(null, 'prev'); cursor; cursor = await cursor.continue()) {
      bytes += cursor.value.picture.size;
      if (bytes > roomForPictures || !isFresh(cursor.value)) await cursor.delete();
    }
  });
}
