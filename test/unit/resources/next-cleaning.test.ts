/** The date of a material's next cleaning: a table over calendars. */
import { expect } from 'chai';
import { type CleaningPlan, nextCleaning } from '../../../resources/cleaning-plan/next-cleaning.ts';

type Unit = CleaningPlan['cleaning_unit'];
type Row = readonly [
  what: string,
  every: number | null,
  unit: Unit,
  last: string | null,
  timezone: string,
  next: string | null,
];

const created = '2024-01-30T22:30:00.000Z';

const table: readonly Row[] = [
  ['nothing without a plan', null, null, '2024-01-01T00:00:00.000Z', 'UTC', null],
  ['days after the last cleaning', 3, 'day', '2024-02-27T06:00:00.000Z', 'UTC', '2024-03-01T06:00:00.000Z'],
  ['days after creation without a cleaning', 1, 'day', null, 'UTC', '2024-01-31T22:30:00.000Z'],
  ['weeks', 2, 'week', '2024-12-25T06:00:00.000Z', 'UTC', '2025-01-08T06:00:00.000Z'],
  ['months', 1, 'month', '2024-04-15T06:00:00.000Z', 'UTC', '2024-05-15T06:00:00.000Z'],
  [
    'the last day of a shorter month',
    1,
    'month',
    '2023-01-31T06:00:00.000Z',
    'UTC',
    '2023-02-28T06:00:00.000Z',
  ],
  ['29 February in a leap year', 1, 'month', '2024-01-31T06:00:00.000Z', 'UTC', '2024-02-29T06:00:00.000Z'],
  ['the month of the site, not of UTC', 1, 'month', null, 'Asia/Tokyo', '2024-02-28T22:30:00.000Z'],
  ['the month of UTC in UTC', 1, 'month', null, 'UTC', '2024-02-29T22:30:00.000Z'],
  [
    'a day that begins in winter and ends in summer time',
    1,
    'day',
    '2024-03-30T09:00:00.000Z',
    'Europe/Paris',
    '2024-03-31T08:00:00.000Z',
  ],
  [
    'a month across the end of summer time',
    1,
    'month',
    '2024-10-01T08:00:00.000Z',
    'Europe/Paris',
    '2024-11-01T09:00:00.000Z',
  ],
  [
    'a time of the clock that is left out that day',
    1,
    'day',
    '2024-03-30T01:30:00.000Z',
    'Europe/Paris',
    '2024-03-31T01:30:00.000Z',
  ],
  ['the longest plan', 365, 'month', '2024-01-31T00:00:00.000Z', 'UTC', '2054-06-30T00:00:00.000Z'],
];

describe('next cleaning', () => {
  for (const [what, every, unit, last, timezone, next] of table) {
    it(`is ${what}`, () => {
      const plan = {
        cleaning_every: every,
        cleaning_unit: unit,
        last_cleaning_at: last,
        created_at: created,
      };
      expect(nextCleaning(plan, timezone)).to.equal(next);
    });
  }

  it('knows no time zone that does not exist', () => {
    const plan = {
      cleaning_every: 1,
      cleaning_unit: 'day',
      last_cleaning_at: null,
      created_at: created,
    } as const;
    expect(() => nextCleaning(plan, 'Europe/Atlantis')).to.throw('Europe/Atlantis');
  });
});
