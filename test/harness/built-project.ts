/** The project as `npm run build` compiles it, made once for a run of the tests: a process then starts in half the time. */
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { keepUntilExit } from './at-exit.ts';

/** Passes the folder to the processes of a run; without it they run the sources. */
const variable = 'TEST_BUILT_PROJECT';

const root = resolve(import.meta.dirname, '../..');
/** They are about sources, so they always use them. */
const ofSources = ['check-resources', 'client', 'migration-new', 'resource-new'];

/**
 * Compiles a copy of the project, which is removed when this process ends: no `dist/` remains in the project itself.
 * @throws Error with what the compiler said
 */
export async function buildProject(): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-built-')));
  keepUntilExit(folder);
  // For tests whose services run without privileges.
  await chmod(folder, 0o755);
  // With the same files as an image: a missing one fails here.
  for (const name of await readLetThrough())
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(await realpath(join(root, 'node_modules')), join(folder, 'node_modules'));
  const built = spawnSync(process.execPath, [join(folder, 'commands/bin/build.mjs')], { encoding: 'utf8' });
  if (built.status !== 0)
    throw new Error(`The project cannot be built for its tests: ${built.stdout}${built.stderr}`);
  await mkdir(keptIn(folder));
  process.env[variable] = folder;
}

/** Files and folders from which an image is built, by `Dockerfile.dockerignore`. */
export async function readLetThrough(): Promise<string[]> {
  const lines = (await readFile(join(root, 'docs/deploy/Dockerfile.dockerignore'), 'utf8')).split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}

/** Copies the run's build into a copy of the project, if there is one. @returns whether there is */
export async function copyBuild(copy: string): Promise<boolean> {
  const folder = process.env[variable];
  if (folder) await cp(join(folder, 'dist'), join(copy, 'dist'), { recursive: true });
  return Boolean(folder);
}

const keptIn = (folder: string): string => join(folder, '.tmp');

/**
 * The argument of `node --import` to run sources: tsx, or with a build a loader that does not compile the same file again in each
 * process.
 */
export function sourcesLoader(): string {
  const folder = process.env[variable];
  if (!folder) return import.meta.resolve('tsx');
  return `${import.meta.resolve('./sources-loader.mjs')}?kept=${encodeURIComponent(keptIn(folder))}`;
}

/** The compiled file of an entry point (`service/server.ts`, `commands/migrate.ts`); null to run the source. */
export function builtEntry(file: string): string | null {
  const folder = process.env[variable];
  const [, name] = /^(service\/server|commands\/(?:[\w-]+\/)?[\w-]+)\.ts$/.exec(file) ?? [];
  if (!folder || name === undefined || ofSources.includes(basename(name))) return null;
  return join(folder, 'dist', `${name}.js`);
}
