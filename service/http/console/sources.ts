/** The console's sources during development: they are compiled again after a change. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The folder with the sources; in a build, with the compiled files. */
export const consoleFolder = path.join(import.meta.dirname, '../../../console');

/** A text that changes when a file of the folder, at any depth, is added, removed or written. */
export async function markOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const marks = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    // An editor may remove a file for a moment before writing it again.
    const facts = await stat(file).catch(() => null);
    return `${file} ${facts?.size} ${facts?.mtimeMs}`;
  });
  return (await Promise.all(marks)).sort().join('\n');
}

/** The last result, or a new one if the mark has changed since. */
export function remakeOnChange<T>(mark: () => Promise<string>, make: () => Promise<T>): () => Promise<T> {
  let last: { readonly mark: string; readonly made: Promise<T> } | undefined;
  return async () => {
    const now = await mark();
    if (last?.mark !== now) last = { mark: now, made: make() };
    return last.made;
  };
}
