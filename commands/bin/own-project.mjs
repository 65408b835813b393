/** Whether a folder is a project of its own, which stands on this package. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const typed = /(?<!\.d)\.m?ts$/;

/**
 * The project of a folder with a `millwright.config`; null if there is none.
 *
 * @returns whether anything of it is TypeScript: its configuration, or a file of the folders that are found by being there
 */
export function findOwnProject(folder) {
  const config = readdirSync(folder).find((name) => /^millwright\.config\.m?[jt]s$/.test(name));
  if (config === undefined) return null;
  const folders = ['resources', 'migrations', 'locales', 'seeds'].map((name) => join(folder, name));
  const files = folders
    .filter((one) => existsSync(one))
    .flatMap((one) => readdirSync(one, { recursive: true }));
  return { typed: typed.test(config) || files.some((name) => typed.test(name)) };
}
