/** Windows around dates, and moments of generation. */
import { expect } from 'chai';
import type { Frequency } from '../../../../resources/plans/days.ts';
import { hasPassed, momentOf, punctualityOf, windowAround } from '../../../../resources/plans/window.ts';

const due = '2027-03-28T06:00:00.000Z';

describe('a window', () => {
  const table: readonly [
    tolerance: number | null,
    every: number,
    frequency: Frequency,
    from: string,
    until: string,
  ][] = [
    [null, 1, 'day', '2027-03-28T03:36', '2027-03-28T08:24'],
    [null, 10, 'day', '2027-03-27T06:00', '2027-03-29T06:00'],
    [null, 1, 'week', '2027-03-27T13:12', '2027-03-28T22:48'],
    [null, 1, 'month', '2027-03-25T06:00', '2027-03-31T06:00'],
    [null, 2, 'month', '2027-03-22T06:00', '2027-04-03T06:00'],
    [null, 1, 'year', '2027-02-19T18:00', '2027-05-03T18:00'],
    [2, 1, 'year', '2027-03-26T06:00', '2027-03-30T06:00'],
    [0, 1, 'year', '2027-03-28T06:00', '2027-03-28T06:00'],
  ];
  for (const [tolerance_days, every, frequency, from, until] of table) {
    const what = tolerance_days === null ? `a tenth of ${every} ${frequency}` : `${tolerance_days} days`;
    it(`is ${what} on either side`, () => {
      const window = windowAround(due, { tolerance_days, every, frequency });
      expect(window).to.deep.equal({ from: `${from}:00.000Z`, until: `${until}:00.000Z` });
    });
  }

  it('includes both ends', () => {
    const window = { from: '2027-03-27T06:00:00.000Z', until: '2027-03-29T06:00:00.000Z' };
    expect(punctualityOf('2027-03-27T05:59:59.999Z', window)).to.equal('early');
    expect(punctualityOf('2027-03-27T06:00:00.000Z', window)).to.equal('on_time');
    expect(punctualityOf('2027-03-29T06:00:00.000Z', window)).to.equal('on_time');
    expect(punctualityOf('2027-03-29T06:00:00.001Z', window)).to.equal('late');
    expect(hasPassed(window, '2027-03-29T06:00:00.000Z')).to.equal(false);
    expect(hasPassed(window, '2027-03-29T06:00:00.001Z')).to.equal(true);
  });

  it('stays within years of four digits at the end of the calendar', () => {
    const widest = windowAround('9899-12-31T23:59:00.000Z', {
      tolerance_days: null,
      every: 365,
      frequency: 'year',
    });
    expect(widest.until).to.match(/^99/);
  });
});

describe('a moment of generation', () => {
  it('is the lead before the date, in days of 24 hours', () => {
    expect(momentOf(due, 7)).to.equal('2027-03-21T06:00:00.000Z');
    expect(momentOf(due, 0)).to.equal(due);
  });
});
