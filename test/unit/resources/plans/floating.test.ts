/** The dates of a floating plan. */
import { expect } from 'chai';
import { dayToCountFrom, floatingDate, floatingDates } from '../../../../resources/plans/floating.ts';
import type { Plan } from '../../../../resources/plans/plan.ts';
import { planWith, siteIn, take, workweek } from './fixture.ts';

const paris = siteIn('Europe/Paris');
const floating = (fields: Partial<Plan>) => planWith({ schedule: 'floating', ...fields });

describe('a floating plan', () => {
  it('starts on its day', () => {
    expect(floatingDate(floating({}), paris, null)).to.deep.equal({
      number: 1,
      day: '2027-01-01',
      original_due_at: '2027-01-01T07:00:00.000Z',
      skip_reason: null,
    });
  });

  const table: readonly [what: string, fields: Partial<Plan>, from: string, due: string | null][] = [
    ['days', { every: 10 }, '2027-03-20', '2027-03-30T06:00'],
    ['weeks, whatever the weekday', { frequency: 'week', every: 2 }, '2027-01-05', '2027-01-19T07:00'],
    ['a month, to the last day of a shorter one', { frequency: 'month' }, '2027-01-31', '2027-02-28T07:00'],
    ['a month, from where it was done', { frequency: 'month' }, '2027-02-28', '2027-03-28T06:00'],
    ['years', { frequency: 'year', every: 3 }, '2028-02-29', '2031-02-28T07:00'],
    ['an end that is included', { ends_on: '2027-01-06' }, '2027-01-05', '2027-01-06T07:00'],
    ['an end that has come', { ends_on: '2027-01-05' }, '2027-01-05', null],
    ['a number that is reached', { max_occurrences: 5 }, '2027-01-05', '2027-01-06T07:00'],
    ['a number that has come', { max_occurrences: 4 }, '2027-01-05', null],
    ['a time that the clock skips', { due_time: '02:30' }, '2027-03-27', '2027-03-28T01:30'],
    ['the end of the calendar', { frequency: 'year', every: 365 }, '9800-01-01', null],
  ];
  for (const [what, fields, day, due] of table) {
    it(`goes on after the interval: ${what}`, () => {
      const next = floatingDate(floating(fields), paris, { number: 4, day });
      expect(next?.original_due_at ?? null).to.equal(due && `${due}:00.000Z`);
      if (next) expect(next.number).to.equal(5);
    });
  }

  it('counts from the local day on which it was done, else from that of its date', () => {
    const due_at = '2027-01-10T07:00:00.000Z';
    expect(dayToCountFrom({ due_at, completed_at: '2027-01-08T23:30:00.000Z' }, 'Europe/Paris')).to.equal(
      '2027-01-09',
    );
    expect(dayToCountFrom({ due_at, completed_at: null }, 'Europe/Paris')).to.equal('2027-01-10');
    expect(dayToCountFrom({ due_at, completed_at: null }, 'Pacific/Honolulu')).to.equal('2027-01-09');
  });

  it('never stops without a word: skipped dates are counted on from their own days', () => {
    const plan = floating({ frequency: 'month', starts_on: '2027-01-31', max_occurrences: 4 });
    const due = [...floatingDates(plan, paris, null)].map(({ original_due_at }) =>
      original_due_at.slice(0, 10),
    );
    expect(due).to.deep.equal(['2027-01-31', '2027-02-28', '2027-03-28', '2027-04-28']);
  });

  it('never stands still where closed days move its dates back', () => {
    const site = siteIn('UTC', workweek);
    const plan = floating({ on_closed_day: 'before', starts_on: '2027-01-07' });
    const due = take(floatingDates(plan, site, null), 4).map(({ original_due_at }) =>
      original_due_at.slice(0, 10),
    );
    expect(due).to.deep.equal(['2027-01-07', '2027-01-08', '2027-01-11', '2027-01-12']);
  });

  it('passes through what a season takes', () => {
    const plan = floating({ frequency: 'month', season_from: '03-01', season_until: '03-31' });
    const reasons = take(floatingDates(plan, paris, null), 4).map(({ skip_reason }) => skip_reason);
    expect(reasons).to.deep.equal(['out_of_season', 'out_of_season', null, 'out_of_season']);
  });
});
