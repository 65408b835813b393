/** The console's sources while somebody works on them: what is made of them is made anew once they change. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where they are; of a build, what was made of them. */
export const consoleFolder = path.join(import.meta.dirname, '../../../console');

/** A text that is another one as soon as a file of the folder, however deep, comes, goes or is written. */
export async function markOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const marks = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    // An editor that writes a file anew may have taken it away for a moment.
    const facts = await stat(file).catch(() => null);
    return `${file} ${facts?.size} ${facts?.mtimeMs}`;
  });
  return (await Promise.all(marks)).sort().join('\n');
}

/** What was made last, or made anew where the mark has changed since. */
export function remakeOnChange<T>(mark: () => Promise<string>, make: () => Promise<T>): () => Promise<T> {
  let last: { readonly mark: string; readonly made: Promise<T> } | undefined;
  return async () => {
    const now = await mark();
    if (last?.mark !== now) last = { mark: now, made: make() };
    return last.made;
  };
}
