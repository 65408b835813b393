/** Amounts: computed in hundredths, so that no sum or product is a hundredth off. */

import { expect } from 'chai';
import fc from 'fast-check';
import { money, multiplyMoney } from '../../../engine/kinds/scalars/decimal.ts';
import { show, store } from '../../../engine/kinds/scalars/scalar.ts';

describe('amounts', () => {
  for (const [amount, times, product] of [
    [0.1, 3, 0.3],
    [1.1, 3, 3.3],
    [0.07, 100, 7],
    [19.99, 0, 0],
    [9_999_999.99, 999_999, 9_999_989_990_000.01],
  ] as const) {
    it(`${amount} × ${times} is ${product}`, () => {
      expect(multiplyMoney(amount, times)).to.equal(product);
    });
  }

  it('are multiplied exactly, and survive being stored and shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 1, max: 999_999 }),
        (cents, times) => {
          const product = multiplyMoney(cents / 100, times);
          expect(BigInt(Number(store(money, product)))).to.equal(BigInt(cents) * BigInt(times));
          expect(show(money, cents * times)).to.equal(product);
        },
      ),
      { numRuns: 2000, seed: 6204 },
    );
  });

  for (const [amount, times] of [
    [0.001, 2],
    [9_999_999.99, 10_000_000_000],
    [1.51, 0.3],
  ] as const) {
    it(`${amount} × ${times} is refused rather than rounded`, () => {
      expect(() => multiplyMoney(amount, times)).to.throw(RangeError);
    });
  }
});
