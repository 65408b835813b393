/** What a text means, worked out once per text. */
import { expect } from 'chai';
import { memoize } from '../../../engine/memoize.ts';

describe('memoize', () => {
  it('works a text out once and gives the very same result again', () => {
    const asked: string[] = [];
    const read = memoize((text) => {
      asked.push(text);
      return { text };
    }, 10);
    expect(read('a')).to.equal(read('a'));
    expect(read('b')).to.deep.equal({ text: 'b' });
    expect(asked).to.deep.equal(['a', 'b']);
  });

  it('keeps no more than it may, and lets go of what was asked for longest ago', () => {
    const made: string[] = [];
    const read = memoize((text) => {
      made.push(text);
      return { text };
    }, 2);
    for (const text of ['a', 'bb', 'a', 'ccc', 'a', 'ccc', 'bb']) expect(read(text)).to.deep.equal({ text });
    expect(made).to.deep.equal(['a', 'bb', 'ccc', 'bb']);
  });

  it('remembers a no and nothing as well as anything else', () => {
    const made: string[] = [];
    const noted = <T>(text: string, result: T): T => {
      made.push(text);
      return result;
    };
    const no = memoize((text) => noted(text, false), 2);
    const nothing = memoize((text) => noted(text, undefined), 2);
    for (let turn = 0; turn < 2; turn += 1) expect([no('a'), nothing('b')]).to.deep.equal([false, undefined]);
    expect(made).to.deep.equal(['a', 'b']);
  });

  it('keeps nothing of a text that cannot be read', () => {
    let turns = 0;
    const read = memoize((text) => {
      turns += 1;
      return JSON.parse(text);
    }, 2);
    for (let turn = 0; turn < 2; turn += 1) expect(() => read('{')).to.throw(SyntaxError);
    expect(turns).to.equal(2);
  });
});
