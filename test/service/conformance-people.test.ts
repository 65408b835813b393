/**
 * The suite as a project on `people` runs it: a process of its own, Node's runner, definitions and rules in TypeScript beside each
 * other, a database that the suite makes. On an embedded one the walk of docs/building.md does that.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { dropAtExit, keepUntilExit } from '../harness/at-exit.ts';
import { sourcesLoader } from '../harness/built-project.ts';
import { onlyOn } from '../harness/only-on.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** What the package exports, from its sources: nothing has to be compiled. */
const exported = {
  '.': './sources/index.ts',
  './definition': './sources/definition.ts',
  './migration': './sources/migration.ts',
  './testing': './sources/testing/index.ts',
};

onlyOn('mysql', 'test/service/package.test.ts runs it there').describe('the example project', () => {
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-library-')));
    keepUntilExit(folder);
    await cp(join(root, 'examples/library'), folder, { recursive: true });
    const packed = join(folder, 'node_modules/millwright');
    await mkdir(packed, { recursive: true });
    await writeFile(join(packed, 'package.json'), JSON.stringify({ type: 'module', exports: exported }));
    await symlink(root, join(packed, 'sources'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    dropAtExit(folder);
  });

  it('is held to the laws, at a server of databases', async () => {
    const { PATH, TEST_DATABASE } = process.env;
    const words = ['--import', sourcesLoader(), '--test', '--test-reporter=tap'];
    const { stdout }: { stdout: string } = await run(
      process.execPath,
      [...words, 'test/conformance.test.ts'],
      { cwd: folder, env: { PATH, TEST_DATABASE }, maxBuffer: 2 ** 26 },
    ).catch((error) => error);
    const failed = stdout.match(/^ *not ok .*(?:\n(?! *(?:not )?ok ).*){0,12}/gm) ?? [];
    expect(failed).to.deep.equal([]);
    expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]), stdout.slice(-2000)).to.be.above(400);
  });
});
