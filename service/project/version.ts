/** Which version of the service this is. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../..');
/** Of a build, which is a folder in it, the package is one floor up. */
const home = existsSync(path.join(folder, 'package.json')) ? folder : path.join(folder, '..');

/** That of the package, `1.2.3`. */
export const version: string = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')).version;
