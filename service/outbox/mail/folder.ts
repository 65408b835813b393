/**
 * Writes messages to MAIL_FOLDER if no server is configured. Only the owner of the service may read them, and only the newest are
 * kept.
 */
import { chmod, mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const mostFiles = 1000;
/** A draft is written in a moment: an older one belongs to a killed process. */
const draftMs = 10 * 60_000;

/**
 * Writes a message. A repeated write replaces the first.
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
 * Creates the folder, or restricts the access to an existing one. A folder of another user, or a shared one (`/tmp`), is not
 * changed: its files are only readable for their owner anyway.
 */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(folder);
  const isShared = (mode & 0o1000) !== 0;
  if ((mode & 0o077) !== 0 && !isShared && uid === process.getuid?.()) await chmod(folder, 0o700);
}

/** Names begin with the date. Another node may remove a file first. */
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
