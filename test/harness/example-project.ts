/** A copy of the example project on the sources of the package: no compilation is needed. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { findServer } from './database.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** The exports of the package, from its sources. */
const exported = {
  '.': './sources/package/index.ts',
  './definition': './sources/package/definition.ts',
  './migration': './sources/package/migration.ts',
  './testing': './sources/package/testing/index.ts',
};

export interface ExampleProject {
  /** Runs the conformance suite, in a separate process with Node's runner. @returns its TAP output */
  conform(env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

/** @param files additional ones, by path */
export async function copyExample(files: Readonly<Record<string, string>> = {}): Promise<ExampleProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-library-')));
  keepUntilExit(folder);
  await cp(join(root, 'docs/examples/library'), folder, { recursive: true });
  const packed = join(folder, 'node_modules/millwright');
  await mkdir(packed, { recursive: true });
  await writeFile(join(packed, 'package.json'), JSON.stringify({ type: 'module', exports: exported }));
  await symlink(root, join(packed, 'sources'));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return {
    async conform(env = {}) {
      await findServer();
      const { PATH, TEST_DATABASE = '' } = process.env;
      const words = ['--import', import.meta.resolve('tsx'), '--test', '--test-reporter=tap'];
      const { stdout }: { stdout: string } = await run(
        process.execPath,
        [...words, 'test/conformance.test.ts'],
        { cwd: folder, env: { PATH, TEST_DATABASE, ...env }, maxBuffer: 2 ** 26 },
      ).catch((error) => error);
      return stdout;
    },
    async remove() {
      await rm(folder, { recursive: true, force: true });
      dropAtExit(folder);
    },
  };
}

/** The failed tests, with their output. */
export function failedIn(tap: string): string[] {
  return tap.match(/^ *not ok .*(?:\n(?! *(?:not )?ok ).*){0,12}/gm) ?? [];
}
