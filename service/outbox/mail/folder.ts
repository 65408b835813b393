/** Writes messages into MAIL_FOLDER, where no server is named: for the owner of the service alone, and the newest of them. */
import { chmod, mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const mostFiles = 1000;
/** A draft is written in a moment: one that is as old is of a process that was killed. */
const draftMs = 10 * 60_000;

/**
 * Writes a message. Written again it takes the place of the first.
 * @param date milliseconds since 1970
 */
export async function writeMessage(
  folder: string,
  { uid, date, message }: { readonly uid: string; readonly date: number; readonly message: Buffer },
): Promise<void> {
  await openFolder(folder);
  const stamp = new Date(date).toISOString().replace(/[:.]/g, '-');
  const path = join(folder, `${stamp}_${uid}.eml`);
  const draft = `${path}.part`;
  await writeFile(draft, message, { mode: 0o600 });
  await rename(draft, path);
  await prune(folder);
}

/**
 * Makes the folder, or closes one that is there to others. One of somebody else, or that others share (`/tmp`), stays as it is: its files are
 * for their owner alone in any case.
 */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(folder);
  const isShared = (mode & 0o1000) !== 0;
  if ((mode & 0o077) !== 0 && !isShared && uid === process.getuid?.()) await chmod(folder, 0o700);
}

/** Names begin with the date. Another node may be quicker with any of them. */
async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  const messages = names.filter((name) => name.endsWith('.eml')).sort();
  for (const name of messages.slice(0, -mostFiles)) await unlink(join(folder, name)).catch(() => {});
  for (const name of names.filter((one) => one.endsWith('.eml.part'))) {
    const draft = join(folder, name);
    const left = await stat(draft).catch(() => null);
    if (left && left.mtimeMs < Date.now() - draftMs) await unlink(draft).catch(() => {});
  }
}
