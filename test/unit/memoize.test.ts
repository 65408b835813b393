/** What a text means, worked out once per text. */
import { expect } from 'chai';
import { memoize } from '../../engine/memoize.ts';

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

  it('keeps no more than it may', () => {
    let made = 0;
    const read = memoize((text) => {
      made += 1;
      return text.length;
    }, 2);
    for (const text of ['a', 'bb', 'a', 'ccc', 'a', 'ccc']) expect(read(text)).to.equal(text.length);
    expect(made).to.equal(4);
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
