/** A folder with the installed package, made without a registry. */
import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { copyBuild } from './built-project.ts';
import { copyProject } from './project-copy.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

export interface PackageFolder {
  readonly folder: string;
  /** Runs a program in it. @returns its output; throws if it fails */
  run(program: string, ...words: readonly string[]): Promise<string>;
  write(file: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** The package, in a folder to be removed. */
export interface Packed {
  /** The output of `npm pack`. */
  readonly file: string;
  /** The folder with its content. */
  readonly unpacked: string;
  remove(): Promise<void>;
}

/** Makes the package from a copy of the project. */
export async function packProject(): Promise<Packed> {
  const copy = await copyProject();
  await copyBuild(copy.root);
  const { stdout } = await run('npm', ['pack', '--json', '--loglevel=error'], {
    cwd: copy.root,
    maxBuffer: 2 ** 26,
  });
  // The output of the build precedes it.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  const [file, unpacked] = [join(copy.root, filename), join(copy.root, '.unpacked')];
  await mkdir(unpacked);
  await run('tar', ['xzf', file, '-C', unpacked, '--strip-components', '1']);
  await chmod(join(unpacked, 'commands/bin/millwright.mjs'), 0o755);
  return { file, unpacked, remove: copy.remove };
}

/** An empty folder with the package and its dependencies, without the project's other packages. */
export async function installPackage({ unpacked }: Packed): Promise<PackageFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-package-')));
  keepUntilExit(folder);
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  // Hard links: nothing writes into an installed package.
  await run('cp', ['-al', unpacked, join(modules, 'millwright')]);
  await symlink('../millwright/commands/bin/millwright.mjs', join(modules, '.bin/millwright'));
  await linkPackages(folder);
  return projectIn(folder, folder);
}

/** Links the packages of `npm ci --omit=dev` that are installed here. */
export async function linkPackages(folder: string): Promise<void> {
  for (const path of await packagesThatRun()) {
    const found = await realpath(join(root, path)).catch(() => null);
    if (found === null) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(found, join(folder, path));
  }
}

/**
 * An empty folder with the package's file beside it, as beside a checkout.
 * @param registry address of the one that npm uses; its downloads are stored nowhere else
 */
export async function emptyFolder(file: string, registry: string): Promise<PackageFolder> {
  const outer = await realpath(await mkdtemp(join(tmpdir(), 'millwright-walk-')));
  keepUntilExit(outer);
  const folder = join(outer, 'library');
  await mkdir(folder);
  await copyFile(file, join(outer, basename(file)));
  return projectIn(folder, outer, { npm_config_registry: registry, npm_config_cache: join(outer, 'cache') });
}

/** @param outer the folder that is removed with it */
function projectIn(
  folder: string,
  outer: string,
  settings: Readonly<Record<string, string>> = {},
): PackageFolder {
  return {
    folder,
    run: async (program, ...words) => {
      const env = { ...plainEnvironment, ...settings };
      const { stdout } = await run(program, words, { cwd: folder, env });
      return stdout;
    },
    write: async (name, text) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    },
    remove: async () => {
      await rm(outer, { recursive: true, force: true });
      dropAtExit(outer);
    },
  };
}

/** Without the settings of the test. */
const plainEnvironment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  // Without the check for a newer npm.
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

/** Those of `npm ci --omit=dev`, by path in the project. Nested packages are included in their parent. */
export async function packagesThatRun(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean }>(lock.packages).flatMap(([path, { dev }]) =>
    !dev && /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) ? [path] : [],
  );
}
