/** How a command is asked for: by npm scripts in this project, by the program of the package elsewhere. */
import { presentProject } from './project.ts';

/** Scripts whose name is not that of the command. */
const renamed: Readonly<Record<string, string>> = { 'check:resources': 'check' };

/** A text that names `npm run …`, in the words of the present project: `npx millwright migration new` for `npm run migration:new`. */
export function inWords(text: string): string {
  if (presentProject().folder === null) return text;
  return text
    .replace(/npm run ([a-z0-9:-]+)(?: --(?= ))?/g, (_, name: string) => {
      return `npx millwright ${(renamed[name] ?? name).replace(':', ' ')}`;
    })
    .replace(/\bnpm start\b/g, 'npx millwright start');
}
