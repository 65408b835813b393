/** Files that are there whole or not at all: written under another name, brought to the disk, then given their own. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** File systems without a second name for a file (FAT, some shares) say so with one of these. */
const linkless = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** A name beside `path` to write under, which nobody else has. */
export function draftOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.part`;
}

/** Removes what a killed run has left of this file, and what SQLite kept beside that. */
export function removeDrafts(path: string): void {
  const folder = dirname(path);
  const name = basename(path);
  for (const file of readdirSync(folder)) {
    const rest = file.startsWith(name) ? file.slice(name.length) : '';
    if (/^\.[0-9a-f]{12}\.part(?:-journal|-wal|-shm)?$/.test(rest))
      rmSync(join(folder, file), { force: true });
  }
}

/** What SQLite keeps beside a file that it has open. */
export const besideDatabase = ['-wal', '-shm', '-journal'] as const;

/** Removes a draft that is of no use any more; one that has been given its name is gone already. */
export function removeDraft(draft: string): void {
  for (const suffix of ['', ...besideDatabase]) rmSync(`${draft}${suffix}`, { force: true });
}

/** A new file with this text, for its owner alone. @throws Error `EEXIST` where the name is taken */
export function writeWhole(path: string, text: string): void {
  const draft = draftOf(path);
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    publish(draft, path);
  } finally {
    removeDraft(draft);
  }
}

/**
 * Brings a draft to the disk and gives it its name. A power cut leaves the whole file or none.
 * @throws Error `EEXIST` where the name is taken: nothing is overwritten, also not what came meanwhile
 */
export function publish(draft: string, path: string): void {
  syncFile(draft);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!linkless.includes(codeOf(error))) throw error;
    if (existsSync(path)) throw Object.assign(new Error(`${path} is there`), { code: 'EEXIST' });
    renameSync(draft, path);
  }
  rmSync(draft, { force: true });
  syncFolder(dirname(path));
}

/** The same, in the place of a file of that name. */
export function replaceWith(draft: string, path: string): void {
  syncFile(draft);
  renameSync(draft, path);
  syncFolder(dirname(path));
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A name is in its folder for good once that is on the disk. Not every system opens folders; there it is so anyway. */
function syncFolder(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, 'r');
    fsyncSync(folder);
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', ...linkless].includes(codeOf(error))) throw error;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/** The code of a system's or a driver's error; the error as text where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
