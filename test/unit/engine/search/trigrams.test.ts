/** What is asked of the search index: runs of three characters, the rarest first, and nothing but letters and digits. */

import { expect } from 'chai';
import fc from 'fast-check';
import { mysqlDialect } from '../../../../engine/database/dialect/mysql.ts';
import { sqliteDialect } from '../../../../engine/database/dialect/sqlite.ts';
import { chooseGrams, gramsOf, rateGrams } from '../../../../engine/search/search.ts';

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
    expect(sqliteDialect.searched('tools', ['a"b', 'not'])).to.deep.equal({
      text: 'select rowid as `id` from `tools_search` where `tools_search` match ?',
      bindings: ['"a""b" AND "not"'],
    });
  });

  it('are asked for as their bytes of MariaDB and MySQL, each of which is in the bytes of the text', () => {
    expect(mysqlDialect.searched('tools', ['a%b', 'éab'])).to.deep.equal({
      text: 'select `tools`.`id` from `tools` where match(`tools`.`search_grams`) against (? in boolean mode)',
      bindings: ['(+612562 +c3a961 +a96162) longer'],
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3 }), (word) => {
        const [asked = ''] = mysqlDialect.searched('tools', gramsOf(word)).bindings;
        const bytes = Buffer.from(word).toString('hex');
        const missing = String(asked)
          .replace(/^\((.*)\) longer$/, '$1')
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

  it('are asked for together where they have few rows in common, and each alone has many', () => {
    const rows = 1_000_000;
    const texts = Array.from({ length: 400 }, (_, at) => `bulk-${String(at * 2503 + 1).padStart(7, '0')}`);
    const sample = { rows, texts, indexed: true };
    const share = (gram: string) => texts.filter((text) => text.includes(gram)).length / texts.length;
    const number = chooseGrams(sample, gramsOf('bulk-0500001'));
    expect(number.grams).to.have.length(2);
    // Where there is 0500 there are both.
    expect(number.grams).not.to.have.members(['050', '500']);
    const entries = number.grams.reduce((sum, gram) => sum + share(gram) * rows, 0);
    expect(number.entries).to.be.closeTo(entries, 1);
    expect(number.candidates).to.be.below(5000);
    const usual = chooseGrams(sample, gramsOf('bulk'));
    expect(usual, 'a usual word').to.deep.include({ grams: ['bul'], candidates: rows });
    const unheard = chooseGrams(sample, gramsOf('xylo'));
    expect(unheard.grams, 'one that is rare enough').to.deep.equal(['xyl']);
    expect(chooseGrams({ ...sample, texts: [] }, gramsOf('pump')).grams, 'texts unknown').to.have.length(1);
    expect(chooseGrams(sample, [])).to.deep.equal({ grams: [], entries: 0, candidates: rows });
  });
});
