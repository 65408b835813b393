/** Numbers of a body that would be others once they are parsed. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Unusable } from '../../../../engine/request/body-errors.ts';
import { parseExactly } from '../../../../engine/request/json-body.ts';
import { seed } from '../../../harness/random/search.ts';

const kept = ['0', '-0', '1.10', '100000000000000000000', '1e300', '0.1', '0.30000000000000004', '12e-3'];
const lost = [
  ...['1.0000000000000000000001', '9007199254740993', '12345678901234567890', '0.30000000000000001'],
  ...['1e400', '-1e400', '1e-400', '0.123456789012345678'],
];

const long = {
  'a whole number': `1${'0'.repeat(64)}`,
  'zeros between two digits': `1${'0'.repeat(63)}1`,
  'decimals that change nothing': `1.5${'0'.repeat(62)}`,
  'an exponent': `1e-${'0'.repeat(61)}1`,
};

describe('numbers of a JSON text', () => {
  for (const [name, number] of Object.entries(long)) {
    it(`are unusable where they are longer than 64 characters: ${name}`, () => {
      expect(number).to.have.lengthOf(65);
      const parsed = parseExactly(`{"a": ${number}, "b": [${number}, 1], "c": "${number}"}`);
      expect(parsed).to.have.nested.property('a.reason.params.limit', 64);
      expect(parsed).to.have.nested.property('b[0].reason.params.limit', 64);
      expect(parsed).to.have.nested.property('b[1]', 1);
      expect(parsed).to.have.property('c', number);
      const shorter = number.replace('0', '');
      expect(parseExactly(`[${shorter}]`)).not.to.have.nested.property('[0].reason.params.limit');
    });
  }

  for (const number of kept) {
    it(`are kept: ${number}`, () => {
      expect(parseExactly(`{"a": [${number}, "12345678901234567890"]}`)).to.deep.equal({
        a: [Number(number), '12345678901234567890'],
      });
    });
  }

  for (const number of lost) {
    it(`are unusable where digits would be lost: ${number}`, () => {
      const parsed = parseExactly(`{"a": ${number}, "b": [{"c":${number}}, 1.5], "d\\"e": "${number}"}`);
      expect(parsed).to.have.property('a').that.is.instanceOf(Unusable);
      expect(parsed).to.have.nested.property('b[0].c').that.is.instanceOf(Unusable);
      expect(parsed).to.have.nested.property('b[1]', 1.5);
      expect(parsed).to.have.property('d"e', number);
    });
  }

  for (const text of [
    '1.2.3000000000000000',
    '[01234567890123456789]',
    '{"a": 1234567890123456789-}',
    '--1e100',
    `[${'1-'.repeat(40)}1]`,
    `[${'0'.repeat(70)}]`,
  ]) {
    it(`are no JSON: ${text}`, () => expect(() => parseExactly(text)).to.throw(SyntaxError));
  }

  it('are what the parser makes of them if nothing is lost', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExactly(text)).to.deep.equal(JSON.parse(text));
      }),
      { seed, numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(parseExactly(JSON.stringify([number]))).to.deep.equal([Number(JSON.stringify(number))]);
      }),
      { seed, numRuns: 2000 },
    );
  });
});
