/** The sources of `dist/`, and whether they are unchanged. Plain JavaScript, because it runs before anything is compiled. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the project, or of the installed package. */
export const home = resolve(import.meta.dirname, '../..');
export const builtFolder = join(home, 'dist');
const manifestFile = join(builtFolder, 'manifest.json');

/** Folders of sources. */
const folders = [
  'auth',
  'commands',
  'console',
  'engine',
  'locales',
  'migrations',
  'package',
  'resources',
  'seeds',
  'service',
];
/** The client is made from a build, and is no part of one. */
const isSource = (name) =>
  /\.(?:tsx?|mjs|js|css|html)$|(?:^|\/)tsconfig[^/]*\.json$|^seeds\/.*\.json$/.test(name) &&
  !name.startsWith('package/client/');
const rootSources = ['package-lock.json', 'tsconfig.json'];

/** Whether the sources exist: an image and an installed package only have the build. */
export function hasSources() {
  return existsSync(join(home, 'service/server.ts'));
}

/** A digest of the contents of all sources, with their names. */
export function digestSources() {
  const digest = createHash('sha256');
  for (const file of listSources())
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(home, file)))
      .update('\0');
  return digest.digest('hex');
}

function listSources() {
  const below = folders.flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(isSource),
  );
  return [...rootSources, ...below].sort();
}

/** The last file of a build: the digest of its sources. */
export function describeBuild() {
  return { manifestFile, text: `${JSON.stringify({ sources: digestSources() })}\n` };
}

/**
 * How the code runs.
 *
 * - `built`: `dist/` exists and was built from the sources beside it, or there are none (an image, an installed package)
 * - `stale`: it exists, but was built from other sources
 * - `sources`: it does not exist
 */
export function stateOfBuild() {
  if (!existsSync(manifestFile)) return 'sources';
  if (!hasSources()) return 'built';
  const { sources } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  return sources === digestSources() ? 'built' : 'stale';
}
