/** The dates of a plan at a site: its rule, its season, closed days and clocks together. */
import { expect } from 'chai';
import { countBefore, planDates } from '../../../../resources/plans/dates.ts';
import type { Plan } from '../../../../resources/plans/plan.ts';
import { planWith, siteIn, take, workweek } from './fixture.ts';

/** The examples of the specification. */
describe('a plan in Paris', () => {
  const due = (fields: Parameters<typeof planWith>[0], count: number) =>
    take(planDates(planWith(fields), siteIn('Europe/Paris'), null), count).map(
      ({ original_due_at }) => original_due_at,
    );

  it('is due monthly from 31 January at 08:00', () => {
    const expected = ['2027-01-31T07:00', '2027-02-28T07:00', '2027-03-31T06:00', '2027-04-30T06:00'];
    const dates = due({ frequency: 'month', starts_on: '2027-01-31' }, 4);
    expect(dates).to.deep.equal(expected.map((time) => `${time}:00.000Z`));
  });

  it('is due daily at 02:30, also where the clock skips it', () => {
    const expected = ['2027-03-27T01:30', '2027-03-28T01:30', '2027-03-29T00:30'];
    const dates = due({ starts_on: '2027-03-27', due_time: '02:30' }, 3);
    expect(dates).to.deep.equal(expected.map((time) => `${time}:00.000Z`));
  });

  it('is due every two weeks on Monday and Thursday', () => {
    const dates = due({ frequency: 'week', every: 2, weekdays: ['mon', 'thu'], starts_on: '2027-01-07' }, 5);
    const expected = ['2027-01-07', '2027-01-18', '2027-01-21', '2027-02-01', '2027-02-04'];
    expect(dates).to.deep.equal(expected.map((day) => `${day}T07:00:00.000Z`));
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

  it('have the season of the rule’s own day, even if a closed day moves them', () => {
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
