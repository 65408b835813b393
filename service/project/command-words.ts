/** How a command is asked for where its name is read: the one place that knows. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { presentProject } from './project.ts';

/** Of a build, `dist/`. */
const home = path.join(import.meta.dirname, '../..');
const isInstalled = home.split(path.sep).includes('node_modules');
const hasSources = [home, path.dirname(home)].some((folder) =>
  existsSync(path.join(folder, 'service/server.ts')),
);

/** Scripts of this project whose name is not that of the command, or that no command stands for. */
const renamed: Readonly<Record<string, string>> = { 'check:resources': 'check' };
const elsewhere: Readonly<Record<string, string>> = { types: 'npx tsc --noEmit' };

/**
 * The program that has the commands; null for the scripts of this project.
 *
 * An installed package has no scripts where its reader is, and an image need not have npm.
 */
export function programOfCommands(): string | null {
  if (presentProject().folder !== null || isInstalled) return 'npx millwright';
  return hasSources ? null : 'node commands/bin/millwright.mjs';
}

/**
 * A text that names `npm run …`, in words that its reader can run: `npx millwright migration new` for `npm run migration:new`.
 * Whatever is printed or logged, or thrown at somebody's program, passes here.
 */
export function inWords(text: string, program = programOfCommands()): string {
  if (program === null) return text;
  return text
    .replace(/npm run ([a-z0-9]+(?:[:-][a-z0-9]+)*)(?: --(?= ))?/g, (_, name: string) => {
      return elsewhere[name] ?? `${program} ${(renamed[name] ?? name).replace(':', ' ')}`;
    })
    .replace(/\bnpm start\b/g, `${program} start`);
}
