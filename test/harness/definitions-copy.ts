/** Definitions that a test changes. */
import { cp, mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A copy of the definitions inside the project, where their imports still work. @returns its folder, to be removed */
export async function copyDefinitions(): Promise<string> {
  const folder = await mkdtemp(join(root, 'resources-test-'));
  await cp(join(root, 'resources'), folder, { recursive: true });
  return folder;
}
