/** Files that are either complete or missing: written under a temporary name, synced to disk, then renamed. */
import { hash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';

/** Errors of file systems without hard links (FAT, some shares). */
const linkless = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Identifies this machine or container: elsewhere, the same process id is another process. */
const machine = hash('sha256', hostname()).slice(0, 6);

/** A temporary name beside `path` that no other process uses. It contains the id of the writing process. */
export function draftOf(path: string): string {
  return `${path}.${machine}-${process.pid}-${randomBytes(3).toString('hex')}.part`;
}

/** A draft, or SQLite's files beside one. */
const draftName = /\.([0-9a-f]{6})-(\d{1,10})-[0-9a-f]{6}\.part(?:-journal|-wal|-shm)?$/;
/** For a process that cannot be checked. No process writes for this long without changing its file. */
const abandonedMs = 24 * 3600 * 1000;

/** Removes drafts of killed runs in the folder of a file, for any final name: each backup has a different name. */
export function removeDrafts(path: string): void {
  const folder = dirname(path);
  for (const file of readdirSync(folder)) {
    const [, where, pid] = draftName.exec(file) ?? [];
    const draft = join(folder, file);
    if (pid !== undefined && isAbandoned(draft, where === machine ? Number(pid) : null))
      rmSync(draft, { force: true });
  }
}

/** @param pid of the writing process, if it runs on this machine */
function isAbandoned(draft: string, pid: number | null): boolean {
  if (pid !== null) return pid !== process.pid && !isRunning(pid);
  const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(draft, { throwIfNoEntry: false }) ?? {};
  return mtimeMs < Date.now() - abandonedMs;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive, too.
    return codeOf(error) !== 'ESRCH';
  }
}

/** Copies a file to a new one, which only its owner may read from the first byte. */
export function copyForOwner(source: string, draft: string): void {
  const [from, to] = [openSync(source, 'r'), openSync(draft, 'wx', 0o600)];
  try {
    const piece = Buffer.alloc(1024 * 1024);
    for (let size = readSync(from, piece); size > 0; size = readSync(from, piece))
      writeFileSync(to, piece.subarray(0, size));
  } finally {
    closeSync(from);
    closeSync(to);
  }
}

/** SQLite's files beside an open database. */
export const besideDatabase = ['-wal', '-shm', '-journal'] as const;

/** Removes a draft that is no longer needed; a renamed one no longer exists. */
export function removeDraft(draft: string): void {
  for (const suffix of ['', ...besideDatabase]) rmSync(`${draft}${suffix}`, { force: true });
}

/** Writes a text to a new file, which only its owner may read. @throws Error `EEXIST` if the name is taken */
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
 * Syncs a draft to disk and gives it its name. After a power cut, the file is complete or missing.
 * @throws Error `EEXIST` if the name is taken: nothing is overwritten, even if the file appeared meanwhile
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

/** The same, replacing an existing file. */
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

/** A name is permanent once its folder is synced to disk. Some systems cannot open folders; there it is permanent anyway. */
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

/** The code of a system's or a driver's error; the error as text if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
