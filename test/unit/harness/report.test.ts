/** What a run of the tests says. */
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { dropAtExit, keepUntilExit } from '../../harness/at-exit.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Runs these tests. @returns its output, and its exit code */
async function runTests(texts: Readonly<Record<string, string>>): Promise<{ code: unknown; stdout: string }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millwright-tests-')));
  keepUntilExit(folder);
  const files = Object.entries(texts).map(([name, text]) => ({ file: join(folder, name), text }));
  for (const { file, text } of files) await writeFile(file, text);
  const words = [join(root, 'node_modules/mocha/bin/mocha.js'), '--config', join(root, '.mocharc.cjs')];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const told = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    const given = [...words, '--jobs', '2', ...files.map(({ file }) => file)];
    execFile(process.execPath, given, { cwd: root, env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });
  await rm(folder, { recursive: true });
  dropAtExit(folder);
  return told;
}

describe('a run of the tests', () => {
  it('tells at its end what was skipped and why, all that failed with file and error, and the count', async () => {
    const { code, stdout } = await runTests({
      'failing.test.ts': `
        import assert from 'node:assert/strict';
        describe('sums', () => {
          it('are right', () => assert.equal(1 + 1, 2));
          it('are wrong', () => assert.deepEqual({ sum: 1 + 1 }, { sum: 3 }));
          it.skip('(in kg) are weighed (there are no scales)');
        });
        describe('hooks', () => {
          before('open the book', () => { throw new TypeError('There is no book.'); });
          it('is never run', () => {});
        });`,
      'unloadable.test.ts': "throw new Error('Not even this.');",
      'deadly.test.ts':
        "describe('the last', () => it('ends it all', () => process.kill(process.pid, 'SIGKILL')));",
    });
    expect(code, stdout).to.be.above(0);
    expect(stdout).to.match(/^✖ .*failing\.test\.ts: 1 passed, 2 FAILED, 1 skipped, \d+\.\d s$/m);
    expect(stdout).to.match(/^Skipped:\n +1 {2}there are no scales$/m);
    expect(stdout).to.match(
      /failing\.test\.ts\n {4}sums › are wrong\n {4}AssertionError \[ERR_ASSERTION\]: Expected values/,
    );
    expect(stdout).to.match(
      /\n {4}hooks › "before all" hook: open the book .*\n {4}TypeError: There is no book\./,
    );
    expect(stdout).to.match(/unloadable\.test\.ts\n.*\n {4}Error: Not even this\./);
    expect(stdout).to.match(/deadly\.test\.ts\n/);
    expect(stdout).to.match(/\n1 passed, 4 failed, 1 skipped\n$/);
  });

  it('fails where there is no test', async () => {
    const { code, stdout } = await runTests({ 'empty.test.ts': '' });
    expect(code, stdout).to.be.above(0);
    expect(stdout).to.match(/No test was run\.\n\n0 passed, 0 failed, 0 skipped\n$/);
  });
});
