/** The project as `npm run build` compiles it, made once for a run of the tests: a process then starts in half the time. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { keepUntilExit } from './at-exit.ts';
import { isShared, madeOnce } from './made-once.ts';

const root = resolve(import.meta.dirname, '../..');
/** They are about sources, so they always use them. */
const ofSources = ['check-resources', 'client', 'migration-new', 'resource-new'];

/** Outside a run of the tests, for the benches. */
let own: Promise<string> | undefined;

/**
 * A compiled copy of the project, which is removed at the end: no `dist/` remains in the project itself.
 * @throws Error with what the compiler said
 */
export function builtProject(): Promise<string> {
  if (isShared()) return madeOnce('built', build);
  own ??= buildOwn();
  return own;
}

async function buildOwn(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-built-')));
  keepUntilExit(folder);
  await build(folder);
  return folder;
}

async function build(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // With the same files as an image: a missing one fails here.
  for (const name of await readLetThrough())
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(await realpath(join(root, 'node_modules')), join(folder, 'node_modules'));
  const built = spawnSync(process.execPath, [join(folder, 'commands/bin/build.mjs')], { encoding: 'utf8' });
  if (built.status !== 0)
    throw new Error(`The project cannot be built for its tests: ${built.stdout}${built.stderr}`);
}

/** Files and folders from which an image is built, by `Dockerfile.dockerignore`. */
export async function readLetThrough(): Promise<string[]> {
  const lines = (await readFile(join(root, 'docs/deploy/Dockerfile.dockerignore'), 'utf8')).split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}

/** Copies the build into a copy of the project. */
export async function copyBuild(copy: string): Promise<void> {
  await cp(join(await builtProject(), 'dist'), join(copy, 'dist'), { recursive: true });
}

/** The compiled file of an entry point (`service/server.ts`, `commands/migrate.ts`); null to run the source. */
export async function builtEntry(file: string): Promise<string | null> {
  const [, name] = /^(service\/server|commands\/(?:[\w-]+\/)?[\w-]+)\.ts$/.exec(file) ?? [];
  if (name === undefined || ofSources.includes(basename(name))) return null;
  return join(await builtProject(), 'dist', `${name}.js`);
}
