/** The project as `npm run build` compiles it, made once for a run of the tests: a process then starts in half the time. */
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { keepUntilExit } from './at-exit.ts';

/** Names the folder to the processes of a run; without it they run the sources. */
const variable = 'TEST_BUILT_PROJECT';

const root = resolve(import.meta.dirname, '../..');
/** What no service needs, and what is made anew. */
const leftOut = new Set(['node_modules', '.git', 'data', 'dist', '.env', '.tmp', 'test', 'docs', 'bench']);
/** They are about sources, and stay with them also where there is a build. */
const ofSources = ['check-resources', 'client', 'migration-new', 'resource-new'];

/**
 * Compiles a copy of the project, which is gone when this process ends, so that no `dist/` is left in the project itself.
 * @throws Error with what the compiler said
 */
export async function buildProject(): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-built-')));
  keepUntilExit(folder);
  // For those tests whose services run without rights.
  await chmod(folder, 0o755);
  await cp(root, folder, {
    recursive: true,
    filter: (source) => !leftOut.has(relative(root, source)),
  });
  await symlink(await realpath(join(root, 'node_modules')), join(folder, 'node_modules'));
  const built = spawnSync(process.execPath, [join(folder, 'commands/bin/build.mjs')], { encoding: 'utf8' });
  if (built.status !== 0)
    throw new Error(`The project cannot be built for its tests: ${built.stdout}${built.stderr}`);
  await mkdir(keptIn(folder));
  process.env[variable] = folder;
}

const keptIn = (folder: string): string => join(folder, '.tmp');

/** What `node --import` is given to run sources: tsx, or with a build what does not compile the same file again in each process. */
export function sourcesLoader(): string {
  const folder = process.env[variable];
  if (!folder) return import.meta.resolve('tsx');
  return `${import.meta.resolve('./sources-loader.mjs')}?kept=${encodeURIComponent(keptIn(folder))}`;
}

/** The compiled file of an entry point (`service/server.ts`, `commands/migrate.ts`); null where the source is to be run. */
export function builtEntry(file: string): string | null {
  const folder = process.env[variable];
  const [, name] = /^(service\/server|commands\/[\w-]+)\.ts$/.exec(file) ?? [];
  if (!folder || name === undefined || ofSources.includes(basename(name))) return null;
  return join(folder, 'dist', `${name}.js`);
}
