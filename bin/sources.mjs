/** What `dist/` is made of, and whether it still is. Plain JavaScript: it is asked before anything is compiled. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the project, or of the installed package. */
export const home = resolve(import.meta.dirname, '..');
export const builtFolder = join(home, 'dist');
const manifestFile = join(builtFolder, 'manifest.json');

/** Folders of sources; what else stands in the root is made of single files. */
const folders = [
  'auth',
  'commands',
  'console',
  'engine',
  'locales',
  'migrations',
  'resources',
  'seeds',
  'service',
  'testing',
];
const isSource = (name) => /\.(?:tsx?|mjs|js|css|html)$/.test(name);
const isRootSource = (name) => name.endsWith('.ts') || /^(?:tsconfig.*|package-lock)\.json$/.test(name);

/** Whether the sources are there: an image and an installed package have what was built alone. */
export function hasSources() {
  return existsSync(join(home, 'server.ts'));
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
      .filter(isSource)
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return [...readdirSync(home).filter(isRootSource), ...below].sort();
}

/** What a build says of itself, at its very end. */
export function describeBuild() {
  return { manifestFile, text: `${JSON.stringify({ sources: digestSources() })}\n` };
}

/**
 * How the code runs from here.
 *
 * - `built`: `dist/` is there and made of the sources beside it, or there are none (an image, an installed package)
 * - `stale`: it is there, and made of others
 * - `sources`: it is not there
 */
export function stateOfBuild() {
  if (!existsSync(manifestFile)) return 'sources';
  if (!hasSources()) return 'built';
  const { sources } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  return sources === digestSources() ? 'built' : 'stale';
}
