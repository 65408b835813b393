/** The dates of a rule: tables, and the closed form against walking through them. */
import { expect } from 'chai';
import fc from 'fast-check';
import { dateOf, datesFrom, firstFrom, type Rule } from '../../../../resources/plans/rule.ts';
import { planWith, take } from './fixture.ts';
import { anyRule } from './random-rule.ts';

type Row = readonly [what: string, fields: Partial<Rule>, days: string];

/** The days are `YYYY-MM-DD`, or what differs from the one before: `MM-DD`, `DD`. */
const table: readonly Row[] = [
  ['every day', { starts_on: '2027-02-27' }, '2027-02-27 28 03-01 02'],
  ['every third day', { starts_on: '2027-02-27', every: 3 }, '2027-02-27 03-02 05 08'],
  ['every 365 days', { starts_on: '2027-01-01', every: 365 }, '2027-01-01 2028-01-01 2028-12-31 2029-12-31'],
  ['every week', { frequency: 'week', starts_on: '2026-12-31' }, '2026-12-31 2027-01-07 14 21'],
  [
    'every second week in calendar weeks from Monday',
    { frequency: 'week', every: 2, weekdays: ['mon', 'thu'], starts_on: '2027-01-07' },
    '2027-01-07 18 21 02-01 04',
  ],
  [
    'weekdays in any order, and named twice',
    { frequency: 'week', every: 2, weekdays: ['thu', 'mon', 'thu'], starts_on: '2027-01-07' },
    '2027-01-07 18 21 02-01 04',
  ],
  [
    'from the first weekday named, where the plan starts on another',
    { frequency: 'week', weekdays: ['mon'], starts_on: '2027-01-07' },
    '2027-01-11 18 25',
  ],
  [
    'every second week from a week without a date',
    { frequency: 'week', every: 2, weekdays: ['mon'], starts_on: '2027-01-07' },
    '2027-01-18 02-01 15',
  ],
  [
    'a Sunday belongs to the week that began on Monday',
    { frequency: 'week', every: 2, weekdays: ['sun', 'mon'], starts_on: '2027-01-10' },
    '2027-01-10 18 24 02-01 07',
  ],
  [
    'all days of a week',
    {
      frequency: 'week',
      weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      starts_on: '2027-01-30',
    },
    '2027-01-30 31 02-01 02',
  ],
  [
    'each month on its last day',
    { frequency: 'month', starts_on: '2027-01-31' },
    '2027-01-31 02-28 03-31 04-30 05-31',
  ],
  ['a leap year', { frequency: 'month', starts_on: '2028-01-31' }, '2028-01-31 02-29 03-31'],
  ['the 30th', { frequency: 'month', starts_on: '2027-01-30' }, '2027-01-30 02-28 03-30'],
  [
    'every second month',
    { frequency: 'month', every: 2, starts_on: '2027-08-31' },
    '2027-08-31 10-31 12-31 2028-02-29 04-30',
  ],
  [
    'a day of the month before the start',
    { frequency: 'month', month_day: 10, starts_on: '2027-01-15' },
    '2027-02-10 03-10',
  ],
  [
    'months counted from that of the start, though it has no date',
    { frequency: 'month', every: 3, month_day: 10, starts_on: '2027-01-15' },
    '2027-04-10 07-10 10-10',
  ],
  [
    'a day of the month that the first one lacks',
    { frequency: 'month', month_day: 31, starts_on: '2027-02-15' },
    '2027-02-28 03-31',
  ],
  ['the last day', { frequency: 'month', month_day: -1, starts_on: '2027-02-15' }, '2027-02-28 03-31 04-30'],
  [
    'the first Monday',
    { frequency: 'month', nth: 1, nth_weekday: 'mon', starts_on: '2027-01-01' },
    '2027-01-04 02-01 03-01 04-05',
  ],
  [
    'the fourth Sunday',
    { frequency: 'month', nth: 4, nth_weekday: 'sun', starts_on: '2027-01-01' },
    '2027-01-24 02-28 03-28',
  ],
  [
    'the last Friday',
    { frequency: 'month', nth: -1, nth_weekday: 'fri', starts_on: '2027-01-01' },
    '2027-01-29 02-26 03-26 04-30',
  ],
  [
    'the last Sunday of a February of four weeks',
    { frequency: 'month', nth: -1, nth_weekday: 'sun', starts_on: '2027-02-01' },
    '2027-02-28 03-28',
  ],
  [
    'a second Tuesday that has passed',
    { frequency: 'month', every: 2, nth: 2, nth_weekday: 'tue', starts_on: '2027-01-13' },
    '2027-03-09 05-11 07-13',
  ],
  ['each year', { frequency: 'year', starts_on: '2027-07-14' }, '2027-07-14 2028-07-14 2029-07-14'],
  [
    '29 February',
    { frequency: 'year', starts_on: '2028-02-29' },
    '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29',
  ],
  [
    '29 February of a century',
    { frequency: 'year', every: 100, starts_on: '2000-02-29' },
    '2000-02-29 2100-02-28 2200-02-28 2300-02-28 2400-02-29',
  ],
  [
    'a day of the month in each year',
    { frequency: 'year', month_day: 31, starts_on: '2027-04-10' },
    '2027-04-30 2028-04-30',
  ],
  [
    'the last of February',
    { frequency: 'year', month_day: -1, starts_on: '2027-02-01' },
    '2027-02-28 2028-02-29',
  ],
  [
    'years from that of the start',
    { frequency: 'year', every: 5, month_day: 1, starts_on: '2027-04-10' },
    '2032-04-01 2037-04-01',
  ],
];

/** With an end, the whole of it. */
const ending: readonly Row[] = [
  ['an end that is included', { starts_on: '2027-01-01', ends_on: '2027-01-03' }, '2027-01-01 02 03'],
  ['an end between two dates', { starts_on: '2027-01-01', every: 2, ends_on: '2027-01-04' }, '2027-01-01 03'],
  [
    'a number of dates',
    { frequency: 'month', starts_on: '2027-01-31', max_occurrences: 2 },
    '2027-01-31 02-28',
  ],
  [
    'a number that starts with the first date',
    { frequency: 'week', weekdays: ['mon'], starts_on: '2027-01-07', max_occurrences: 2 },
    '2027-01-11 18',
  ],
  [
    'the end before the number',
    { starts_on: '2027-01-01', ends_on: '2027-01-02', max_occurrences: 5 },
    '2027-01-01 02',
  ],
  [
    'the number before the end',
    { starts_on: '2027-01-01', ends_on: '2027-12-31', max_occurrences: 1 },
    '2027-01-01',
  ],
  [
    'an end before the first date',
    { frequency: 'week', weekdays: ['mon'], starts_on: '2027-01-05', ends_on: '2027-01-10' },
    '',
  ],
  [
    'the end of the calendar',
    { frequency: 'year', every: 365, starts_on: '9400-02-28' },
    '9400-02-28 9765-02-28',
  ],
  ['the last day of the calendar', { starts_on: '9899-12-30' }, '9899-12-30 31'],
  ['a start after the end of the calendar', { starts_on: '9999-12-01' }, ''],
];

function spell(days: string): string[] {
  let last = '';
  return days
    .split(' ')
    .filter(Boolean)
    .map((day) => {
      last = last.slice(0, 10 - day.length) + day;
      return last;
    });
}

describe('a rule', () => {
  for (const [what, fields, days] of table) {
    it(`has ${what}`, () => {
      const rule = planWith(fields);
      const expected = spell(days);
      const dates = take(datesFrom(rule, rule.starts_on), expected.length);
      expect(dates.map(({ day }) => day)).to.deep.equal(expected);
      expect(dates.map(({ number }) => number)).to.deep.equal(expected.map((_, index) => index + 1));
    });
  }

  for (const [what, fields, days] of ending) {
    it(`ends: ${what}`, () => {
      const rule = planWith(fields);
      expect([...datesFrom(rule, rule.starts_on)].map(({ day }) => day)).to.deep.equal(spell(days));
      expect(dateOf(rule, spell(days).length + 1)).to.equal(null);
      expect(dateOf(rule, 5_000_000)).to.equal(null);
    });
  }

  it('has a date by its number as by walking, and the first from any day on', () => {
    const check = (rule: Rule, ahead: number, index: number) => {
      const dates = take(datesFrom(rule, rule.starts_on), 40);
      for (const date of dates) expect(dateOf(rule, date.number)).to.deep.equal(date);
      const from = new Date(Date.parse(rule.starts_on) + ahead * 86_400_000).toISOString().slice(0, 10);
      const known = dates.find(({ day }) => day >= from);
      if (known) expect(firstFrom(rule, from)).to.deep.equal(known);
      const one = dates[index];
      if (one) expect(firstFrom(rule, one.day)).to.deep.equal(one);
    };
    fc.assert(fc.property(anyRule, fc.integer({ min: -400, max: 4000 }), fc.nat(39), check), {
      numRuns: 500,
    });
  });

  it('is found decades later without walking there', () => {
    const reads: number[] = [];
    const rule = new Proxy(planWith({ starts_on: '1027-01-01' }), {
      get: (target, key: keyof Rule) => {
        reads.push(1);
        return target[key];
      },
    });
    expect(firstFrom(rule, '2027-01-01')).to.deep.equal({ number: 365_244, day: '2027-01-01' });
    expect(reads.length).to.be.lessThan(100);
  });
});
