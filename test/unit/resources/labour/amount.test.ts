import { expect } from 'chai';
import { amountOf, isTooLong, minutesBetween } from '../../../../resources/labour/amount.ts';

describe('what work comes to', () => {
  for (const [minutes, rate, amount] of [
    [60, 42.5, 42.5],
    [0, 42.5, 0],
    [50, 33.33, 27.78], // 27.775: in binary floating point it is a little less.
    [1, 0.29, 0], // 0.0048
    [1, 0.3, 0.01], // exactly half a cent
    [90, 52.07, 78.11], // 78.105
    [1440, 9_999_999.99, 239_999_999.76],
  ] as const) {
    it(`${minutes} minutes at ${rate} are ${amount}`, () => expect(amountOf(minutes, rate)).to.equal(amount));
  }

  it('is no amount where the rate is none', () => {
    expect(() => amountOf(60, 1.005)).to.throw(RangeError);
  });

  for (const [until, minutes] of [
    ['2026-03-05T10:00:00.000Z', 0],
    ['2026-03-05T10:00:29.999Z', 0],
    ['2026-03-05T10:00:30.000Z', 1],
    ['2026-03-05T10:01:29.999Z', 1],
    ['2026-03-06T10:00:00.000Z', 1440],
  ] as const) {
    it(`has ${minutes} minutes up to ${until}`, () =>
      expect(minutesBetween('2026-03-05T10:00:00.000Z', until)).to.equal(minutes));
  }

  it('lasts a day at most', () => {
    expect(isTooLong('2026-03-05T10:00:00.000Z', '2026-03-06T10:00:00.000Z')).to.equal(false);
    expect(isTooLong('2026-03-05T10:00:00.000Z', '2026-03-06T10:00:00.001Z')).to.equal(true);
  });
});
