/** Seasons, closed days, and where a plan's dates go that fall on them. */
import { expect } from 'chai';
import { type ClosedDayPolicy, isClosed, place } from '../../../../resources/plans/closed-days.ts';
import { countBefore, planDates } from '../../../../resources/plans/dates.ts';
import type { Plan } from '../../../../resources/plans/plan.ts';
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

describe('the dates of a plan', () => {
  const site = siteIn('Europe/Paris', workweek, ['2027-01-01']);
  const dates = (fields: Partial<Plan>, count: number) =>
    take(planDates(planWith(fields), site, null), count).map(
      ({ original_due_at, skip_reason }) => `${original_due_at.slice(0, 10)} ${skip_reason ?? 'due'}`,
    );

  it('that move to one day stay several', () => {
    expect(dates({ on_closed_day: 'after' }, 5)).to.deep.equal([
      ...['2027-01-04 due', '2027-01-04 due', '2027-01-04 due', '2027-01-04 due', '2027-01-05 due'],
    ]);
  });

  it('can move before the plan starts', () => {
    expect(dates({ on_closed_day: 'before' }, 4)).to.deep.equal([
      ...['2026-12-31 due', '2026-12-31 due', '2026-12-31 due', '2027-01-04 due'],
    ]);
  });

  it('go on being counted where they are skipped', () => {
    expect(dates({ on_closed_day: 'skip', max_occurrences: 5 }, 9)).to.deep.equal([
      ...['2027-01-01 closed_day', '2027-01-02 closed_day', '2027-01-03 closed_day'],
      ...['2027-01-04 due', '2027-01-05 due'],
    ]);
  });

  it('keep the wall clock when a closed day moves them over a change of the clocks', () => {
    const plan = planWith({ starts_on: '2027-03-28', on_closed_day: 'after', max_occurrences: 1 });
    const [date] = planDates(plan, site, null);
    expect(date?.original_due_at).to.equal('2027-03-29T06:00:00.000Z');
    const [before] = planDates({ ...plan, on_closed_day: 'before' }, site, null);
    expect(before?.original_due_at).to.equal('2027-03-26T07:00:00.000Z');
  });

  it('have the season of the rule’s own day, wherever a closed day moves them', () => {
    const season = { season_from: '01-02', season_until: '01-02', on_closed_day: 'after' } as const;
    expect(dates(season, 4)).to.deep.equal([
      ...['2027-01-04 out_of_season', '2027-01-04 due', '2027-01-04 out_of_season'],
      '2027-01-04 out_of_season',
    ]);
  });

  it('are out of season before they are on a closed day', () => {
    const season = { season_from: '06-01', season_until: '06-30', on_closed_day: 'skip' } as const;
    expect(dates(season, 1)).to.deep.equal(['2027-01-01 out_of_season']);
  });

  it('go on after the rule’s own day of the last one', () => {
    const plan = planWith({ on_closed_day: 'after' });
    const [next] = planDates(plan, site, '2027-01-02');
    expect(next).to.deep.include({ number: 3, day: '2027-01-03' });
  });

  it('are counted before an instant as by walking', () => {
    for (const on_closed_day of ['keep', 'before', 'after', 'skip'] as const) {
      const plan = planWith({ on_closed_day, every: 2, max_occurrences: 30 });
      const due = [...planDates(plan, site, null)].map(({ original_due_at }) => original_due_at);
      for (const instant of [...due, '2026-01-01T00:00:00.000Z', '2027-02-01T06:59:59.999Z', '2099-01-01'])
        expect(countBefore(plan, site, instant)).to.equal(due.filter((one) => one < instant).length);
    }
  });

  it('are two at once where a place lacks a day', () => {
    const apia = planWith({ starts_on: '2011-12-29', max_occurrences: 4 });
    const due = [...planDates(apia, siteIn('Pacific/Apia'), null)].map(
      ({ original_due_at }) => original_due_at,
    );
    expect(due).to.deep.equal([
      ...['2011-12-29T18:00:00.000Z', '2011-12-30T18:00:00.000Z', '2011-12-30T18:00:00.000Z'],
      '2011-12-31T18:00:00.000Z',
    ]);
  });
});
