/** Files that are there whole or not at all: written under another name, brought to the disk, then given their own. */
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

/** File systems without a second name for a file (FAT, some shares) say so with one of these. */
const linkless = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Of this machine, or of this container: elsewhere the same number is another process. */
const machine = hash('sha256', hostname()).slice(0, 6);

/** A name beside `path` to write under, which nobody else has: it tells who writes. */
export function draftOf(path: string): string {
  return `${path}.${machine}-${process.pid}-${randomBytes(3).toString('hex')}.part`;
}

/** A draft, or what SQLite keeps beside one. */
const draftName = /\.([0-9a-f]{6})-(\d{1,10})-[0-9a-f]{6}\.part(?:-journal|-wal|-shm)?$/;
/** Of a process that cannot be looked for. None writes so long without a change of its file. */
const abandonedMs = 24 * 3600 * 1000;

/** Removes what killed runs have left in the folder of a file, whatever they were to become: a backup has another name each time. */
export function removeDrafts(path: string): void {
  const folder = dirname(path);
  for (const file of readdirSync(folder)) {
    const [, where, pid] = draftName.exec(file) ?? [];
    const draft = join(folder, file);
    if (pid !== undefined && isAbandoned(draft, where === machine ? Number(pid) : null))
      rmSync(draft, { force: true });
  }
}

/** @param pid of who writes it, where that is a process of this machine */
function isAbandoned(draft: string, pid: number | null): boolean {
  if (pid !== null) return pid !== process.pid && !isRunning(pid);
  const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(draft, { throwIfNoEntry: false }) ?? {};
  return mtimeMs < Date.now() - abandonedMs;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process is there, too.
    return codeOf(error) !== 'ESRCH';
  }
}

/** Copies a file into one that is not there yet, its owner's alone from the first byte on. */
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
