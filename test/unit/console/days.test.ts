import { expect } from 'chai';
import { addDays, addMonths, dayOf, isDay, weeksOf } from '../../../console/parts/time/days.ts';

describe('days of a calendar', () => {
  for (const [instant, zone, day] of [
    ['2026-11-22T23:30:00.000Z', 'Europe/Paris', '2026-11-23'],
    ['2026-11-22T23:30:00.000Z', 'America/New_York', '2026-11-22'],
    ['2026-03-29T00:59:59.999Z', 'Europe/Paris', '2026-03-29'],
    ['2026-12-31T15:00:00.000Z', 'Asia/Tokyo', '2027-01-01'],
    ['2026-11-22T23:59:00.000Z', 'UTC', '2026-11-22'],
  ] as const) {
    it(`${instant} is ${day} in ${zone}`, () => {
      expect(dayOf(instant, zone)).to.equal(day);
    });
  }

  it('go on over the ends of months and years, and over changes of clocks', () => {
    expect(addDays('2026-03-28', 1)).to.equal('2026-03-29');
    expect(addDays('2026-03-29', 1)).to.equal('2026-03-30');
    expect(addDays('2027-01-01', -1)).to.equal('2026-12-31');
    expect(addDays('2028-02-28', 1)).to.equal('2028-02-29');
    expect(addMonths('2026-12-31', 1)).to.equal('2027-01-01');
    expect(addMonths('2026-01-15', -1)).to.equal('2025-12-01');
  });

  it('stand in whole weeks from Monday, all of the month and little beside', () => {
    for (let month = '2026-01-01'; month < '2029-01-01'; month = addMonths(month, 1)) {
      const weeks = weeksOf(month);
      const days = weeks.flat();
      expect(weeks.every((week) => week.length === 7)).to.equal(true);
      expect(new Date(days[0] ?? '').getUTCDay(), month).to.equal(1);
      expect(days)
        .to.include(month)
        .and.include(addDays(addMonths(month, 1), -1));
      expect(weeks).to.have.length.within(4, 6);
      expect(new Set(days).size).to.equal(days.length);
    }
    expect(weeksOf('2027-02-10')).to.have.lengthOf(4);
  });

  it('are days that there are', () => {
    expect(['2026-01-31', '2028-02-29'].every(isDay)).to.equal(true);
    expect(['2026-13-01', '2026-02-29', '2026-1-1', '', '2026-01'].some(isDay)).to.equal(false);
  });
});
