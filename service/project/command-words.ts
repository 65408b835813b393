/** The form of commands in messages to people: only this file knows it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { presentProject } from './project.ts';

/** For a build, `dist/`. */
const home = path.join(import.meta.dirname, '../..');
const isInstalled = home.split(path.sep).includes('node_modules');
const hasSources = [home, path.dirname(home)].some((folder) =>
  existsSync(path.join(folder, 'service/server.ts')),
);

/** Scripts of this project with other names than their commands, or without a command. */
const renamed: Readonly<Record<string, string>> = { 'check:resources': 'check' };
const elsewhere: Readonly<Record<string, string>> = { types: 'npx tsc --noEmit' };

/**
 * The program with the commands; null for the scripts of this project.
 *
 * An installed package has no scripts in the user's folder, and an image need not have npm.
 */
export function programOfCommands(): string | null {
  if (presentProject().folder !== null || isInstalled) return 'npx millwright';
  return hasSources ? null : 'node commands/bin/millwright.mjs';
}

/**
 * Replaces `npm run …` in a text by what the reader can run: `npx millwright migration new` for `npm run migration:new`. All
 * printed, logged and thrown texts are converted here.
 */
export function inWords(text: string, program = programOfCommands()): string {
  if (program === null) return text;
  return text
    .replace(/npm run ([a-z0-9]+(?:[:-][a-z0-9]+)*)(?: --(?= ))?/g, (_, name: string) => {
      return elsewhere[name] ?? `${program} ${(renamed[name] ?? name).replace(':', ' ')}`;
    })
    .replace(/\bnpm start\b/g, `${program} start`);
}
