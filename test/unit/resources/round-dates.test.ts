/** The dates of rounds around a moment, against those of a plan one after the other. */
import { expect } from 'chai';
import fc from 'fast-check';
import { type RoundRule, roundDates } from '../../../resources/cleaning-plan/round-dates.ts';
import { planDates } from '../../../resources/plans/dates.ts';
import { planWith, siteIn } from './plans/fixture.ts';
import { anyRule } from './plans/random-rule.ts';

const paris = 'Europe/Paris';

function roundWith(fields: Partial<RoundRule>): RoundRule {
  return {
    ...{ active: true, starts_on: '2027-01-07', due_time: '08:00', frequency: 'week', every: 1 },
    ...{ weekday_list: null, ...fields },
  };
}

describe('the dates of a round', () => {
  const cases: readonly [what: string, Partial<RoundRule>, moment: string, ReturnType<typeof roundDates>][] =
    [
      [
        'has none behind it before the first',
        {},
        '2027-01-07T06:59:59.999Z',
        { last: null, next: '2027-01-07T07:00:00.000Z' },
      ],
      [
        'have come at their very moment',
        {},
        '2027-01-07T07:00:00.000Z',
        { last: '2027-01-07T07:00:00.000Z', next: '2027-01-14T07:00:00.000Z' },
      ],
      [
        'are on several weekdays of every second week from Monday',
        { every: 2, weekday_list: 'mon,thu' },
        '2027-01-20T12:00:00.000Z',
        { last: '2027-01-18T07:00:00.000Z', next: '2027-01-21T07:00:00.000Z' },
      ],
      [
        'are the last of a short month',
        { frequency: 'month', starts_on: '2027-01-31' },
        '2027-03-01T00:00:00.000Z',
        { last: '2027-02-28T07:00:00.000Z', next: '2027-03-31T06:00:00.000Z' },
      ],
      [
        'are far apart',
        { frequency: 'year', every: 365, starts_on: '2000-02-29' },
        '2300-01-01T00:00:00.000Z',
        { last: '2000-02-29T07:00:00.000Z', next: '2365-02-28T07:00:00.000Z' },
      ],
      [
        'are none where it is inactive',
        { active: false },
        '2027-02-01T00:00:00.000Z',
        { last: null, next: null },
      ],
    ];
  for (const [what, round, moment, dates] of cases) {
    it(what, () => expect(roundDates(roundWith(round), paris, moment)).to.deep.equal(dates));
  }

  it('are those of a fixed plan, whenever one asks', () => {
    const moments = fc.integer({ min: Date.UTC(1996, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(anyRule, moments, (rule, at) => {
        const endless = {
          ends_on: null,
          max_occurrences: null,
          month_day: null,
          nth: null,
          nth_weekday: null,
        };
        const plan = planWith({ ...rule, ...endless, due_time: '02:30' });
        const moment = new Date(at).toISOString();
        let last: string | null = null;
        let next: string | null = null;
        for (const { original_due_at: due } of planDates(plan, siteIn(paris), null)) {
          if (due > moment) next = due;
          if (next) break;
          last = due;
        }
        const { starts_on, frequency, every, due_time } = plan;
        const round = { active: true, starts_on, frequency, every, due_time };
        const weekday_list = plan.weekdays?.join() ?? null;
        expect(roundDates({ ...round, weekday_list }, paris, moment)).to.deep.equal({ last, next });
      }),
      { numRuns: 60 },
    );
  });
});
