/** What the fields of a plan must not be together. */
import { expect } from 'chai';
import { render } from '../../../../engine/message.ts';
import { monthProblems, seasonProblems, timeProblems } from '../../../../resources/plans/problems.ts';

/** All of them with the fields of a plan that starts in 2027. */
function problemsOf(fields: Readonly<Record<string, unknown>>) {
  const days = { starts_on: '2027-01-01', due_time: '08:00', month_day: null, nth: null, nth_weekday: null };
  const plan = { ...days, season_from: null, season_until: null, ...fields };
  return [...timeProblems(plan), ...monthProblems(plan), ...seasonProblems(plan)];
}

describe('the fields of a plan', () => {
  const sound: readonly Readonly<Record<string, unknown>>[] = [
    {},
    { month_day: 31 },
    ...[1, 4, -1].map((nth) => ({ nth, nth_weekday: 'sun' })),
    { ends_on: '2027-01-01' },
    { season_from: '11-15', season_until: '02-29' },
    { starts_on: '1970-01-01' },
    { starts_on: '9899-12-31' },
    { due_time: '00:00' },
    { due_time: '23:59' },
  ];
  for (const fields of sound) {
    it(`may be ${JSON.stringify(fields)}`, () => {
      expect(problemsOf(fields)).to.deep.equal([]);
    });
  }

  const unsound: readonly [fields: Readonly<Record<string, unknown>>, blamed: string, says: string][] = [
    [{ starts_on: '1969-12-31' }, 'starts_on', '1970-01-01'],
    [{ starts_on: '9900-01-01' }, 'starts_on', '9899-12-31'],
    [{ month_day: 0 }, 'month_day', '1 to 31'],
    [{ month_day: 3, nth: 1, nth_weekday: 'mon' }, 'month_day', 'not both'],
    [{ nth: 0, nth_weekday: 'mon' }, 'nth', '1 to 4'],
    [{ nth: 2 }, 'nth_weekday', 'weekday'],
    [{ nth_weekday: 'mon' }, 'nth', 'Say which'],
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
      const problems = problemsOf(fields);
      expect(problems.map(({ field }) => field).join(' ')).to.equal(blamed);
      for (const { message } of problems) expect(render(message, 'en')).to.contain(says);
    });
  }
});
