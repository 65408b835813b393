/** Whether a folder is a project that uses this package. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const typed = /(?<!\.d)\.m?ts$/;

/**
 * The project of a folder with a `millwright.config`; null if there is none.
 * @returns whether any of its files is TypeScript: its configuration, or a file in one of the default folders
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
