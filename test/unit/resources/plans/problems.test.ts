/** What the fields of a plan must not be together. */
import { expect } from 'chai';
import { render } from '../../../../engine/message.ts';
import { type PlanFields, planProblems } from '../../../../resources/plans/problems.ts';

const daily: PlanFields = { schedule: 'fixed', starts_on: '2027-01-01', due_time: '08:00', frequency: 'day' };

describe('the fields of a plan', () => {
  const sound: readonly Partial<PlanFields>[] = [
    {},
    { weekdays: null, month_day: null, nth: null, nth_weekday: null, season_from: null, season_until: null },
    { frequency: 'week', weekdays: ['mon'] },
    { frequency: 'week' },
    ...[1, 31, -1].map((month_day) => ({ frequency: 'month', month_day }) as const),
    { frequency: 'year', month_day: 29 },
    ...[1, 4, -1].map((nth) => ({ frequency: 'month', nth, nth_weekday: 'sun' }) as const),
    { ends_on: '2027-01-01' },
    { season_from: '11-15', season_until: '02-29' },
    { starts_on: '1970-01-01' },
    { starts_on: '9899-12-31' },
    { due_time: '00:00' },
    { due_time: '23:59' },
    {
      schedule: 'floating',
      frequency: 'month',
      ends_on: '2028-01-01',
      season_from: '01-01',
      season_until: '06-30',
    },
  ];
  for (const fields of sound) {
    it(`may be ${JSON.stringify(fields)}`, () => {
      expect(planProblems({ ...daily, ...fields })).to.deep.equal([]);
    });
  }

  const unsound: readonly [fields: Partial<PlanFields>, blamed: string, says: string][] = [
    [{ schedule: 'floating', frequency: 'week', weekdays: ['mon'] }, 'weekdays', 'floating'],
    [{ schedule: 'floating', frequency: 'month', month_day: 3 }, 'month_day', 'floating'],
    [{ schedule: 'floating', frequency: 'month', nth: 1, nth_weekday: 'mon' }, 'nth nth_weekday', 'floating'],
    [{ starts_on: '1969-12-31' }, 'starts_on', '1970-01-01'],
    [{ starts_on: '9900-01-01' }, 'starts_on', '9899-12-31'],
    [{ weekdays: ['mon'] }, 'weekdays', 'weekly'],
    [{ frequency: 'month', weekdays: ['mon'] }, 'weekdays', 'weekly'],
    [{ frequency: 'week', weekdays: [] }, 'weekdays', 'Name a weekday'],
    [{ month_day: 3 }, 'month_day', 'monthly or yearly'],
    [{ frequency: 'week', month_day: 3 }, 'month_day', 'monthly or yearly'],
    [{ frequency: 'month', month_day: 0 }, 'month_day', '1 to 31'],
    [{ frequency: 'month', month_day: 32 }, 'month_day', '1 to 31'],
    [{ frequency: 'year', month_day: -2 }, 'month_day', '1 to 31'],
    [{ frequency: 'month', month_day: 3, nth: 1, nth_weekday: 'mon' }, 'month_day', 'not both'],
    [{ frequency: 'year', nth: 1, nth_weekday: 'mon' }, 'nth nth_weekday', 'monthly'],
    [{ nth_weekday: 'mon' }, 'nth_weekday', 'monthly'],
    [{ frequency: 'month', nth: 0, nth_weekday: 'mon' }, 'nth', '1 to 4'],
    [{ frequency: 'month', nth: 5, nth_weekday: 'mon' }, 'nth', '1 to 4'],
    [{ frequency: 'month', nth: 2 }, 'nth_weekday', 'weekday'],
    [{ frequency: 'month', nth_weekday: 'mon' }, 'nth', 'Say which'],
    [{ ends_on: '2026-12-31' }, 'ends_on', 'before it starts'],
    [{ season_from: '04-01' }, 'season_until', 'both or neither'],
    [{ season_until: '04-01' }, 'season_from', 'both or neither'],
    [{ season_from: '04-31', season_until: '4-1' }, 'season_from season_until', 'MM-DD'],
    [{ due_time: '24:00' }, 'due_time', 'HH:MM'],
    [{ due_time: '8:00' }, 'due_time', 'HH:MM'],
    [{ due_time: '08:00:00' }, 'due_time', 'HH:MM'],
  ];
  for (const [fields, blamed, says] of unsound) {
    it(`must not be ${JSON.stringify(fields)}`, () => {
      const problems = planProblems({ ...daily, ...fields });
      expect(problems.map(({ field }) => field).join(' ')).to.equal(blamed);
      for (const { message } of problems) expect(render(message, 'en')).to.contain(says);
    });
  }

  it('are told with all that is wrong at once', () => {
    const problems = planProblems({
      ...daily,
      due_time: '',
      weekdays: [],
      month_day: 3,
      season_from: '01-01',
    });
    expect(problems.map(({ field }) => field)).to.deep.equal([
      ...['due_time', 'weekdays', 'month_day', 'season_until'],
    ]);
  });
});
