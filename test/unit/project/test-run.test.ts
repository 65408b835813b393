/** What a run of the tests tells while it goes on. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { HeldOutput } from '../../harness/held-output.ts';
import { runEntry } from '../../harness/process.ts';

describe('a run of the tests', () => {
  it('holds the output of a part until its turn, and then lets through what comes', async () => {
    const out = new PassThrough();
    const held = new HeldOutput(out);
    held.write('first, ');
    held.write('second, ');
    expect(out.readableLength).to.equal(0);
    held.release();
    expect(out.read()?.toString()).to.equal('first, second, ');
    held.write('third, ');
    expect(out.read()?.toString()).to.equal('third, ');
    held.release();
    held.end('last');
    held.once('finish', () => out.end());
    expect(await text(out)).to.equal('last');
  });

  it('tells which file runs, and how many there are', async () => {
    const { root, files } = {
      root: process.cwd(),
      files: ['test/unit/engine/memoize.test.ts', 'test/unit/engine/money.test.ts'],
    };
    const { code, stdout } = await runEntry(
      ['test/harness/mocha.ts', ...files.map((file) => `${root}/${file}`)],
      { folder: root, env: { TEST_TITLE: 'two files' } },
    );
    expect(code, stdout).to.equal(0);
    const told = stdout.split('\n').filter((line) => /^(?:──|test\/)/.test(line));
    expect(told).to.deep.equal([
      '── two files ──',
      'test/unit/engine/memoize.test.ts (1 of 2)',
      'test/unit/engine/money.test.ts (2 of 2)',
    ]);
  });
});
