/** A copy of the project in a separate folder, for tests that add files as a developer does. */
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { runEntry } from './process.ts';

const root = resolve(import.meta.dirname, '../..');
/** Packages are shared; the results of runs are not copied. */
const leftOut = new Set(['node_modules', '.git', 'data', 'dist', '.env', '.tmp']);

/** Folders of other tests are created and removed meanwhile. */
const isLeftOut = (name: string): boolean => leftOut.has(name) || name.startsWith('resources-test-');

export interface ProjectCopy {
  readonly root: string;
  /** Runs a command to its end and returns its output; throws if it fails. */
  run(...entry: readonly [string, ...string[]]): Promise<string>;
  /** Returns its output, and whether it failed. */
  attempt(
    ...entry: readonly [string, ...string[]]
  ): Promise<{ readonly failed: boolean; readonly told: string }>;
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
  erase(file: string): Promise<void>;
  remove(): Promise<void>;
}

/** @param env settings for its commands */
export async function copyProject(env: Readonly<Record<string, string>> = {}): Promise<ProjectCopy> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'millwright-copy-')));
  keepUntilExit(copy);
  await cp(root, copy, {
    recursive: true,
    filter: (source) => source === root || !isLeftOut(basename(source)),
  });
  await symlink(await realpath(join(root, 'node_modules')), join(copy, 'node_modules'));
  const attempt: ProjectCopy['attempt'] = async (...entry) => {
    const { code, stdout, stderr } = await runEntry(entry, { project: copy, env, patienceMs: 240_000 });
    return { failed: code !== 0, told: `${stdout}${stderr}` };
  };
  return {
    root: copy,
    attempt,
    run: async (...entry) => {
      const { failed, told } = await attempt(...entry);
      if (failed) throw new Error(`${entry.join(' ')} failed: ${told}`);
      return told;
    },
    read: (file) => readFile(join(copy, file), 'utf8'),
    write: (file, text) => writeFile(join(copy, file), text),
    erase: (file) => rm(join(copy, file)),
    remove: async () => {
      await rm(copy, { recursive: true, force: true });
      dropAtExit(copy);
    },
  };
}
