/** Which version of the service this is. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** That of the package, `1.2.3`. */
export const version: string = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
).version;
