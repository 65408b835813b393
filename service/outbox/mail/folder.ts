/** Writes messages into MAIL_FOLDER, where no server is named: for the owner of the service alone, and the newest of them. */
import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const mostFiles = 1000;

/**
 * Writes a message. Written again it takes the place of the first.
 * @param date milliseconds since 1970
 */
export async function writeMessage(
  folder: string,
  { uid, date, message }: { readonly uid: string; readonly date: number; readonly message: Buffer },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date(date).toISOString().replace(/[:.]/g, '-');
  const path = join(folder, `${stamp}_${uid}.eml`);
  const draft = `${path}.part`;
  await writeFile(draft, message, { mode: 0o600 });
  await rename(draft, path);
  await prune(folder);
}

/** Names begin with the date. */
async function prune(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names.slice(0, -mostFiles)) {
    // Another node may have been quicker.
    await unlink(join(folder, name)).catch(() => {});
  }
}
