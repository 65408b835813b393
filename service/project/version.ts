/** The version of the service. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../..');
/** For a build, which is a subfolder, package.json is in the parent folder. */
const home = existsSync(path.join(folder, 'package.json')) ? folder : path.join(folder, '..');

/** The version of the package, `1.2.3`. */
export const version: string = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')).version;
