/**
 * Bytes in a folder that all nodes share. `pending/` has unfinished uploads; each site's folder has the other files, named by
 * SHA-256. A file there is always complete. Files from before there was a folder remain in the database.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Knex } from 'knex';
import { type FileName, findFile, keptUnusedMs, longestUploadMs, namesBeginning } from './ledger.ts';
import { type Bytes, createPieces } from './pieces.ts';

export function pathOfFile(root: string, { siteId, sha256 }: FileName): string {
  return join(root, String(siteId), sha256.slice(0, 2), sha256);
}

export function createFolder(db: Knex, root: string): Bytes {
  const pendingFolder = join(root, 'pending');
  const earlier = createPieces(db);

  /** The name may be in use again: an upload of the same bytes first adds it to the ledger, and then moves its file here. */
  const removeNameless = async (file: FileName): Promise<void> => {
    const [place, aside, now] = [pathOfFile(root, file), join(pendingFolder, randomUUID()), new Date()];
    // With the present time, since a sweep removes old files there.
    const isThere = await ifThere(
      utimes(place, now, now)
        .then(() => rename(place, aside))
        .then(() => true),
      false,
    );
    if (isThere) await ((await findFile(db, file)) ? rename(aside, place) : rm(aside));
  };

  return {
    write: async ({ token }, chunks) => {
      await mkdir(pendingFolder, { recursive: true });
      const file = await open(join(pendingFolder, token), 'wx', 0o600);
      try {
        for await (const chunk of chunks) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    settle: async ({ siteId, token }, sha256) => {
      const place = pathOfFile(root, { siteId, sha256 });
      const made = await mkdir(dirname(place), { recursive: true });
      // Even if a file with that name exists: it may be about to be removed.
      await rename(join(pendingFolder, token), place);
      await syncFolder(dirname(place));
      if (made !== undefined)
        for (const folder of [join(root, String(siteId)), root]) await syncFolder(folder);
    },
    read: async function* (file, range) {
      const handle = await ifThere(open(pathOfFile(root, file), 'r'), null);
      yield* handle ? handle.createReadStream({ ...range }) : earlier.read(file, range);
    },
    remove: async (unused) => {
      const { sha256, upload } = unused;
      const { siteId, token } = upload;
      await earlier.remove(unused);
      if (sha256 === null) await rm(join(pendingFolder, token), { force: true });
      else await removeNameless({ siteId, sha256 });
    },
    sweep: async (signal) => {
      for (const name of await entryNames(pendingFolder))
        if (await isOlder(join(pendingFolder, name), longestUploadMs))
          await rm(join(pendingFolder, name), { force: true });
      for await (const { file, place } of strays(db, root)) {
        signal.throwIfAborted();
        if (await isOlder(place, keptUnusedMs)) await removeNameless(file);
      }
    },
    pending: async () => {
      let bytes = 0;
      for (const name of await entryNames(pendingFolder))
        bytes += (await ifThere(stat(join(pendingFolder, name)), null))?.size ?? 0;
      return bytes;
    },
  };
}

/** Files whose name is not in the ledger. */
export async function* strays(db: Knex, root: string): AsyncGenerator<{ file: FileName; place: string }> {
  for (const site of (await entryNames(root)).filter((name) => /^\d{1,10}$/.test(name))) {
    for (const shelf of (await entryNames(join(root, site))).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      const found = (await entryNames(join(root, site, shelf))).filter((name) => /^[0-9a-f]{64}$/.test(name));
      const known = found.length > 0 ? await namesBeginning(db, Number(site), shelf) : new Set();
      for (const sha256 of found) {
        if (!known.has(sha256))
          yield { file: { siteId: Number(site), sha256 }, place: join(root, site, shelf, sha256) };
      }
    }
  }
}

/** The names in a folder; none if it does not exist. */
const entryNames = (folder: string): Promise<string[]> => ifThere(readdir(folder), []);

/** Whether a file exists and is at least this old. */
export async function isOlder(path: string, ms: number): Promise<boolean> {
  const found = await ifThere(stat(path), null);
  return found !== null && found.mtimeMs < Date.now() - ms;
}

/** The result of a call; another value if its target does not exist. */
async function ifThere<T, Instead>(call: Promise<T>, instead: Instead): Promise<T | Instead> {
  try {
    return await call;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return instead;
    throw error;
  }
}

/** A name is permanent once its folder is synced to disk. Network shares that cannot do this report it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(systemCode(error))) throw error;
  } finally {
    await folder.close();
  }
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
