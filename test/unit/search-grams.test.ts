/** What is asked of the search index: runs of three characters, the rarest first, and nothing but letters and digits. */
import { expect } from 'chai';
import fc from 'fast-check';
import { rarest } from '../../engine/search.ts';
import { gramsOf, gramsSql } from '../../engine/search-grams.ts';
import { rateGrams } from '../../engine/search-sample.ts';

describe('the runs of three characters', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    ['ab', []],
    ['abc', ['abc']],
    ['abcd', ['abc', 'bcd']],
    ['aaaa', ['aaa']],
    ['水泵', []],
    ['水泵房', ['水泵房']],
    ['😀😀', []],
    ['a😀b', ['a😀b']],
    ['a\u0000bcd', ['bcd']],
  ];
  for (const [word, grams] of cases) {
    it(`of ${JSON.stringify(word)}`, () => {
      expect(gramsOf(word)).to.deep.equal(grams);
    });
  }

  it('are in every text that the word is in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (word, before, after) => {
        const text = before + word + after;
        expect(gramsOf(word).filter((gram) => !text.includes(gram))).to.deep.equal([]);
      }),
    );
  });

  it('are asked for as quoted words of FTS5', () => {
    expect(gramsSql('tools', ['a"b', 'not'], false)).to.deep.equal({
      text: 'select rowid as `id` from `tools_search` where `tools_search` match ?',
      bindings: ['"a""b" AND "not"'],
    });
  });

  it('are asked for as their bytes of MariaDB and MySQL, each of which is in the bytes of the text', () => {
    expect(gramsSql('tools', ['a%b', 'éab'], true)).to.deep.equal({
      text: 'select `tools`.`id` from `tools` where match(`tools`.`search_grams`) against (? in boolean mode)',
      bindings: ['+612562 +c3a961 +a96162'],
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3 }), (word) => {
        const [asked = ''] = gramsSql('tools', gramsOf(word), true).bindings;
        const bytes = Buffer.from(word).toString('hex');
        const missing = String(asked)
          .split(' ')
          .filter(
            (token) => token !== '' && !(/^\+[0-9a-f]{6}$/.test(token) && bytes.includes(token.slice(1))),
          );
        expect(missing).to.deep.equal([]);
      }),
    );
  });

  it('are rated by the texts of a sample, the rarest first', () => {
    const texts = Array.from({ length: 100 }, (_, at) => `pump ${at < 10 ? 'ten' : 'xyz'}`);
    const rated = rateGrams({ rows: 50_000, texts, indexed: true }, ['pum', 'ten', 'qqq']);
    expect(rated).to.deep.equal([
      { gram: 'qqq', share: 0.002 },
      { gram: 'ten', share: 0.1 },
      { gram: 'pum', share: 1 },
    ]);
    const unknown = rateGrams({ rows: 50_000, texts: ['pump'], indexed: true }, ['pum']);
    expect(unknown[0]?.share, 'a few texts say nothing').to.be.below(0.01);
  });

  it('are asked for together where each alone has many rows, and expected to have few in common', () => {
    const rows = 1_000_000;
    const shares = (...each: number[]) => each.map((share, at) => ({ gram: `g${at}`, share }));
    const number = rarest(shares(0.02, 0.02, 0.025, 0.06), rows);
    expect(number.grams).to.deep.equal(['g0', 'g1']);
    expect(number.entries).to.equal(40_000);
    expect(number.candidates).to.be.within(2000, 4000);
    expect(rarest(shares(0.3, 0.3, 0.3, 0.3), rows).candidates, 'a usual word').to.be.above(20_000);
    expect(rarest(shares(0.0005, 0.2), rows).grams, 'one that is rare enough').to.deep.equal(['g0']);
    expect(rarest([], rows)).to.deep.equal({ grams: [], entries: 0, candidates: rows });
  });
});
