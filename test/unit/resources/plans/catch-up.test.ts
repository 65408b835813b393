/** What becomes of dates that passed before a plan was made or while it was inactive. */
import { expect } from 'chai';
import { pastDates } from '../../../../resources/plans/catch-up.ts';

import type { CatchUp, Plan, Progress } from '../../../../resources/plans/plan.ts';
import { planWith, siteIn, workweek } from './fixture.ts';

const site = siteIn('Europe/Paris', workweek);
const monday = '2027-01-04T07:00:00.000Z';

function past(fields: Partial<Plan>, mode: CatchUp, at: string, last: Progress | null = null): string[] {
  return [...pastDates(planWith(fields), site, mode, last, at)].map(
    ({ date, paused }) => `${(date.original_due_at ?? '').slice(5, 10)} ${paused ? 'paused' : 'taken'}`,
  );
}

describe('catching up', () => {
  it('takes up none, the last or all, and keeps the others as paused', () => {
    expect(past({}, 'next', monday)).to.deep.equal(['01-01 paused', '01-02 paused', '01-03 paused']);
    expect(past({}, 'last', monday)).to.deep.equal(['01-01 paused', '01-02 paused', '01-03 taken']);
    expect(past({}, 'all', monday)).to.deep.equal(['01-01 taken', '01-02 taken', '01-03 taken']);
  });

  it('has nothing of a date that is due at the very moment, or later', () => {
    expect(past({ starts_on: '2027-01-04' }, 'all', monday)).to.deep.equal([]);
    expect(past({ starts_on: '2027-01-04' }, 'all', '2027-01-04T07:00:00.001Z')).to.deep.equal([
      '01-04 taken',
    ]);
  });

  it('goes on after the last recorded date', () => {
    expect(past({}, 'all', monday, { number: 2, day: '2027-01-02' })).to.deep.equal(['01-03 taken']);
    expect(past({}, 'all', monday, { number: 3, day: '2027-01-03' })).to.deep.equal([]);
    const ended = past({ max_occurrences: 2 }, 'all', monday, { number: 2, day: '2027-01-02' });
    expect(ended).to.deep.equal([]);
  });

  it('takes up the last date that a person works on', () => {
    const skip = { on_closed_day: 'skip' } as const;
    expect(past(skip, 'last', monday)).to.deep.equal(['01-01 taken', '01-02 paused', '01-03 paused']);
    const off = { season_from: '07-01', season_until: '07-31' };
    expect(past(off, 'last', monday)).to.deep.equal(['01-01 paused', '01-02 paused', '01-03 paused']);
  });

  it('knows dates by their due time, even if closed days moved them', () => {
    expect(past({ on_closed_day: 'after' }, 'all', monday)).to.deep.equal(['01-01 taken']);
    expect(
      past({ on_closed_day: 'before', starts_on: '2027-01-02' }, 'all', '2027-01-02T00:00:00.000Z'),
    ).to.deep.equal([...['01-01 taken', '01-01 taken']]);
  });

  for (const mode of ['next', 'last', 'all'] as const) {
    it(`goes 1,000 dates back at most: ${mode}`, () => {
      const plan = planWith({ starts_on: '1997-01-01' });
      const dates = [...pastDates(plan, site, mode, null, monday)];
      expect(dates).to.have.lengthOf(1000);
      expect(dates.at(-1)?.date).to.deep.include({ number: 10_960, day: '2027-01-03' });
      expect(dates[0]?.date).to.deep.include({ number: 9961 });
      const paused = dates.filter((one) => one.paused);
      expect(paused).to.have.lengthOf({ next: 1000, last: 999, all: 0 }[mode]);
    });
  }
});

describe('catching up with a floating plan', () => {
  const floating = { schedule: 'floating' } as const;

  it('follows its dates as none was done', () => {
    const monthly = { ...floating, frequency: 'month', starts_on: '2026-08-31' } as const;
    expect(past(monthly, 'next', monday)).to.deep.equal([
      ...['08-31 paused', '09-30 paused', '10-30 paused', '11-30 paused', '12-30 paused'],
    ]);
    expect(past(monthly, 'last', monday)).to.deep.equal([
      ...['08-31 paused', '09-30 paused', '10-30 paused', '11-30 paused', '12-30 taken'],
    ]);
  });

  it('takes up one at most: what follows depends on when that is done', () => {
    expect(past(floating, 'all', monday)).to.deep.equal(['01-01 taken']);
    const skip = { ...floating, starts_on: '2026-12-26', on_closed_day: 'skip' } as const;
    expect(past(skip, 'all', monday)).to.deep.equal(['12-26 taken', '12-27 taken', '12-28 taken']);
    expect(past({ ...skip, starts_on: '2027-01-01' }, 'last', monday)).to.deep.equal(['01-01 taken']);
  });

  it('goes on after the last one', () => {
    expect(past(floating, 'next', monday, { number: 7, day: '2027-01-02' })).to.deep.equal(['01-03 paused']);
  });

  it('keeps 1,000 dates of a plan of centuries ago', () => {
    const ancient = planWith({ ...floating, starts_on: '1027-01-01' });
    const dates = [...pastDates(ancient, site, 'next', null, monday)];
    expect(dates).to.have.lengthOf(1000);
    expect(dates.at(-1)?.date).to.deep.include({ number: 365_246, day: '2027-01-03' });
    for (const end of [{ ends_on: '1237-01-01' }, { max_occurrences: 76_703 }]) {
      const ended = [...pastDates({ ...ancient, ...end }, site, 'next', null, monday)];
      expect(ended).to.have.lengthOf(1000);
      expect(ended.at(-1)?.date).to.deep.include({ number: 76_703, day: '1237-01-01' });
    }
    const recent = planWith({ ...floating, starts_on: '2017-01-01', on_closed_day: 'after' });
    expect(
      [...pastDates(recent, site, 'last', null, monday)].filter(({ paused }) => !paused),
    ).to.have.lengthOf(1);
  });
});
