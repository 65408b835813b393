/** Runs that those share who ask while one is under way. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { inTurns } from '../../../../engine/hosts/in-turns.ts';

describe('runs in turns', () => {
  it('give each caller one that began after their call', async () => {
    let begun = 0;
    const run = inTurns(async () => {
      begun += 1;
      const own = begun;
      await turn();
      return own;
    });
    const first = run();
    const others = [run(), run(), run()];
    expect(begun).to.equal(1);
    expect(await first).to.equal(1);
    expect(await Promise.all(others)).to.deep.equal([2, 2, 2]);
    expect(await run()).to.equal(3);
  });

  it('go on after one that failed', async () => {
    let fails = true;
    const run = inTurns(async () => {
      await turn();
      if (fails) throw new Error('no');
      return 'yes';
    });
    const [first, second] = [run(), run()];
    expect(await first.catch((error: Error) => error.message)).to.equal('no');
    fails = false;
    expect(await second).to.equal('yes');
  });
});
