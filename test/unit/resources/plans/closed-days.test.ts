/** Seasons, closed days, and where a plan's dates go that fall on them. */
import { expect } from 'chai';
import { type ClosedDayPolicy, isClosed, place } from '../../../../resources/plans/closed-days.ts';
import { planDates } from '../../../../resources/plans/dates.ts';
import { isInSeason, isMonthAndDay } from '../../../../resources/plans/season.ts';
import { planWith, siteIn, take, workweek } from './fixture.ts';

describe('a season', () => {
  const table: readonly [from: string, until: string, inside: string, outside: string][] = [
    ['04-01', '10-31', '2027-04-01 2027-07-14 2027-10-31', '2027-03-31 2027-11-01'],
    ['11-15', '03-15', '2027-11-15 2027-12-31 2028-01-01 2028-03-15', '2027-11-14 2028-03-16'],
    ['07-14', '07-14', '2027-07-14', '2027-07-13 2027-07-15'],
    ['02-29', '04-30', '2027-02-28 2028-02-29 2027-04-30', '2027-02-27 2028-02-28'],
    ['01-15', '02-29', '2027-02-28 2028-02-29', '2027-03-01 2028-03-01'],
    ['02-29', '02-29', '2027-02-28 2028-02-29', '2028-02-28 2027-03-01'],
    ['03-01', '02-29', '2027-02-28 2027-03-01 2028-02-29', ''],
    ['02-29', '02-28', '2027-02-28 2027-07-14 2027-03-01 2028-02-28 2028-02-29', ''],
    ['01-01', '12-31', '2027-01-01 2027-12-31', ''],
  ];
  for (const [season_from, season_until, inside, outside] of table) {
    it(`from ${season_from} until ${season_until}`, () => {
      const season = { season_from, season_until };
      for (const day of inside.split(' ')) expect(isInSeason(season, day), day).to.equal(true);
      for (const day of outside.split(' ').filter(Boolean))
        expect(isInSeason(season, day), day).to.equal(false);
    });
  }

  it('is always where a plan has none', () => {
    expect(isInSeason({ season_from: null, season_until: null }, '2027-01-01')).to.equal(true);
  });

  it('has days of the calendar for its ends', () => {
    for (const text of ['01-01', '02-29', '12-31']) expect(isMonthAndDay(text), text).to.equal(true);
    for (const text of ['02-30', '06-31', '13-01', '00-10', '1-1', '01-00', '01-01 ', '', '2027-01-01'])
      expect(isMonthAndDay(text), text).to.equal(false);
  });
});

describe('a closed day', () => {
  const site = siteIn('UTC', workweek, ['2027-01-01', '2027-01-04']);

  it('is a day off, or a weekday on which no hours begin', () => {
    const closed = (days: string) => days.split(' ').map((day) => isClosed(site, day));
    expect(closed('2027-01-01 2027-01-02 2027-01-03 2027-01-04')).to.deep.equal([true, true, true, true]);
    expect(closed('2026-12-31 2027-01-05')).to.deep.equal([false, false]);
  });

  it('is a day off alone where a site has no hours', () => {
    const always = siteIn('UTC', [], ['2027-01-01']);
    expect(isClosed(always, '2027-01-01')).to.equal(true);
    expect(isClosed(always, '2027-01-02')).to.equal(false);
  });

  it('is Saturday where the night shift of Friday ends on it', () => {
    expect(isClosed(siteIn('UTC', ['fri']), '2027-01-02')).to.equal(true);
    expect(isClosed(siteIn('UTC', ['fri', 'sun']), '2027-01-03')).to.equal(false);
    expect(isClosed(siteIn('UTC', ['fri', 'sun']), '2027-01-04')).to.equal(true);
  });

  const table: readonly [policy: ClosedDayPolicy, day: string, placed: string, closed: boolean][] = [
    ['keep', '2027-01-01', '2027-01-01', false],
    ['before', '2027-01-01', '2026-12-31', false],
    ['before', '2027-01-04', '2026-12-31', false],
    ['after', '2027-01-01', '2027-01-05', false],
    ['skip', '2027-01-02', '2027-01-02', true],
    ['skip', '2027-01-05', '2027-01-05', false],
    ['before', '2027-01-05', '2027-01-05', false],
  ];
  for (const [policy, day, placed, closed] of table) {
    it(`${policy}: ${day} is ${closed ? 'skipped' : `due on ${placed}`}`, () => {
      expect(place(site, policy, day)).to.deep.equal({ day: placed, closed });
    });
  }

  it('skips a date that finds no open day within 366 days', () => {
    const days = Array.from({ length: 800 }, (_, index) =>
      new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const shut = siteIn('UTC', [], days);
    const last = days.at(-1) ?? '';
    expect(place(shut, 'before', '2028-01-01')).to.deep.equal({ day: '2026-12-31', closed: false });
    expect(place(shut, 'before', '2028-01-02')).to.deep.equal({ day: '2028-01-02', closed: true });
    expect(place(shut, 'after', '2028-01-01')).to.deep.equal({ day: '2028-01-01', closed: true });
    expect(place(shut, 'after', last)).to.deep.equal({ day: '2029-03-11', closed: false });
    const dates = take(planDates(planWith({ on_closed_day: 'after' }), shut, null), 801);
    const due = dates.map(({ original_due_at }) => original_due_at);
    expect(due, 'none is due before another').to.deep.equal([...due].sort());
    expect(dates.filter(({ skip_reason }) => skip_reason === 'closed_day')).to.have.lengthOf(800 - 366);
  });
});
