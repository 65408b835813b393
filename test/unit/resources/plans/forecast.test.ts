/** What comes due until a day. */
import { expect } from 'chai';
import {
  type ForecastDate,
  forecast,
  furthestDay,
  type Standing,
} from '../../../../resources/plans/forecast.ts';
import type { CatchUp, Plan } from '../../../../resources/plans/plan.ts';
import { planWith, siteIn, workweek } from './fixture.ts';

const paris = siteIn('Europe/Paris', workweek);
const now = '2027-01-04T12:00:00.000Z';
const unsaved: Standing = { last: null, scheduled: null, made_at: now };

async function foresee(
  fields: Partial<Plan & { catch_up: CatchUp }>,
  until: string,
  standing: Standing = unsaved,
): Promise<string[]> {
  const dates = await forecast({ catch_up: 'next', ...planWith(fields), ...fields }, paris, standing, until);
  return dates.map(({ due_at, skip_reason }) => `${due_at.slice(5, 10)} ${skip_reason ?? 'due'}`);
}

describe('a forecast', () => {
  it('has all dates until the end of its day, with what takes them', async () => {
    const plan = {
      starts_on: '2027-01-07',
      on_closed_day: 'skip',
      season_until: '01-11',
      season_from: '01-01',
    } as const;
    expect(await foresee(plan, '2027-01-12')).to.deep.equal([
      ...[
        '01-07 due',
        '01-08 due',
        '01-09 closed_day',
        '01-10 closed_day',
        '01-11 due',
        '01-12 out_of_season',
      ],
    ]);
  });

  it('includes its last day to the last minute of the site', async () => {
    const plan = { starts_on: '2027-01-05', due_time: '23:59', max_occurrences: 1 };
    expect(await foresee(plan, '2027-01-04')).to.deep.equal([]);
    expect(await foresee(plan, '2027-01-05')).to.deep.equal(['01-05 due']);
  });

  it('leaves out what passed before the plan is made, but for what it catches up with', async () => {
    expect(await foresee({}, '2027-01-05')).to.deep.equal(['01-05 due']);
    expect(await foresee({ catch_up: 'last' }, '2027-01-05')).to.deep.equal(['01-04 due', '01-05 due']);
    expect(await foresee({ catch_up: 'all' }, '2027-01-05')).to.deep.equal([
      ...['01-01 due', '01-02 due', '01-03 due', '01-04 due', '01-05 due'],
    ]);
  });

  it('begins with what is scheduled, by when it is due', async () => {
    const scheduled: ForecastDate = {
      original_due_at: '2027-01-05T07:00:00.000Z',
      due_at: '2027-01-06T15:00:00.000Z',
      skip_reason: null,
      ...{ due_units: null, estimated: false },
    };
    const standing = { last: { number: 5, day: '2027-01-05' }, scheduled, made_at: null };
    const plan = { ...planWith({}), catch_up: 'next' as const };
    const until = async (day: string) =>
      (await forecast(plan, paris, standing, day)).map(({ due_at }) => due_at.slice(5, 13));
    expect(await until('2027-01-07')).to.deep.equal(['01-06T07', '01-06T15', '01-07T07']);
    expect(await until('2027-01-05')).to.deep.equal([]);
  });

  it('takes each date of a floating plan to be done on its day, one that has passed today', async () => {
    const plan = { schedule: 'floating', frequency: 'week', starts_on: '2026-12-01' } as const;
    expect(await foresee(plan, '2027-01-20')).to.deep.equal(['01-05 due', '01-12 due', '01-19 due']);
    expect(await foresee({ ...plan, catch_up: 'last' }, '2027-01-20')).to.deep.equal([
      ...['12-29 due', '01-11 due', '01-18 due'],
    ]);
    expect(await foresee({ ...plan, catch_up: 'all' }, '2027-01-20')).to.deep.equal([
      ...['12-01 due', '01-11 due', '01-18 due'],
    ]);
    const off = { ...plan, starts_on: '2026-12-22', season_from: '01-10', season_until: '03-31' } as const;
    expect(await foresee({ ...off, catch_up: 'all' }, '2027-01-20')).to.deep.equal([
      ...['12-22 out_of_season', '12-29 out_of_season', '01-05 out_of_season', '01-12 due', '01-19 due'],
    ]);
  });

  it('looks at as many days for a plan from 1970 as for a new one, whatever it catches up with', async () => {
    const looked = async (fields: Partial<Plan & { catch_up: CatchUp }>) => {
      let days = 0;
      const closures = { has: () => ++days < 0 } as unknown as ReadonlySet<number>;
      const plan = {
        catch_up: 'next' as const,
        ...planWith({ on_closed_day: 'after', ...fields }),
        ...fields,
      };
      const dates = await forecast(plan, { ...paris, closures }, unsaved, '2032-01-04');
      expect(dates).to.have.length.at.least(50);
      return days;
    };
    for (const catch_up of ['next', 'last'] as const)
      for (const frequency of ['day', 'week', 'month'] as const) {
        const recent = await looked({ catch_up, frequency, starts_on: '2026-12-26' });
        const old = await looked({ catch_up, frequency, starts_on: '1970-01-01' });
        expect(old - recent, `${frequency}, ${catch_up}`).to.be.at.most(40);
      }
  });

  it('goes five years ahead at most, by the day of the site', async () => {
    expect(furthestDay(now, 'Europe/Paris')).to.equal('2032-01-04');
    expect(furthestDay('2028-02-29T12:00:00.000Z', 'UTC')).to.equal('2033-02-28');
    expect(furthestDay('2027-01-04T23:30:00.000Z', 'Europe/Paris')).to.equal('2032-01-05');
    const dates = await foresee({ starts_on: '1997-01-01' }, '2032-01-04');
    expect(dates).to.have.lengthOf(5 * 365 + 1);
  });
});
