/** The RRULE line of a plan, and another reader's dates from it. */
import 'temporal-polyfill/global';
import { expect } from 'chai';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { planDates } from '../../../../resources/plans/dates.ts';
import type { Plan } from '../../../../resources/plans/plan.ts';
import { rruleOf } from '../../../../resources/plans/rrule.ts';
import type { Rule } from '../../../../resources/plans/rule.ts';
import { planWith, siteIn, take } from './fixture.ts';
import { anyRule } from './random-rule.ts';

type Row = readonly [fields: Partial<Plan>, line: string];

const table: readonly Row[] = [
  [{}, 'FREQ=DAILY'],
  [{ every: 365 }, 'FREQ=DAILY;INTERVAL=365'],
  [{ frequency: 'week' }, 'FREQ=WEEKLY;BYDAY=FR'],
  [{ frequency: 'week', every: 2, weekdays: ['thu', 'mon'] }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=MO'],
  [{ frequency: 'month' }, 'FREQ=MONTHLY;BYMONTHDAY=1'],
  [{ frequency: 'month', month_day: 28 }, 'FREQ=MONTHLY;BYMONTHDAY=28'],
  [{ frequency: 'month', month_day: 29 }, 'FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1'],
  [{ frequency: 'month', month_day: 30 }, 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
  [{ frequency: 'month', starts_on: '2027-01-31' }, 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'],
  [{ frequency: 'month', month_day: -1 }, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  [{ frequency: 'month', nth: 2, nth_weekday: 'tue' }, 'FREQ=MONTHLY;BYDAY=2TU'],
  [{ frequency: 'month', nth: -1, nth_weekday: 'fri', every: 3 }, 'FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR'],
  [{ frequency: 'year', starts_on: '2027-07-14' }, 'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=14'],
  [{ frequency: 'year', starts_on: '2028-02-29' }, 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1'],
  [{ frequency: 'year', starts_on: '2027-01-30' }, 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=30'],
  [
    { frequency: 'year', starts_on: '2027-04-01', month_day: 31 },
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
  ],
  [{ max_occurrences: 5 }, 'FREQ=DAILY;COUNT=5'],
  [{ ends_on: '2027-12-31' }, 'FREQ=DAILY;UNTIL=20271231T070000Z'],
  [{ ends_on: '2027-07-31' }, 'FREQ=DAILY;UNTIL=20270731T060000Z'],
  [{ ends_on: '2027-01-05', max_occurrences: 5 }, 'FREQ=DAILY;COUNT=5'],
  [{ ends_on: '2027-01-04', max_occurrences: 5 }, 'FREQ=DAILY;UNTIL=20270104T070000Z'],
  [{ season_from: '04-01', season_until: '10-31', on_closed_day: 'after' }, 'FREQ=DAILY'],
];

describe('the RRULE of a plan', () => {
  for (const [fields, line] of table) {
    it(line, () => {
      expect(rruleOf(planWith(fields), 'Europe/Paris')).to.equal(`RRULE:${line}`);
    });
  }

  it('is none for a floating plan', () => {
    expect(rruleOf(planWith({ schedule: 'floating' }), 'UTC')).to.equal(null);
  });

  // Clocks are changed at night: from 04:00 on no time is skipped, which RFC 5545 would drop.
  const times = ['04:00', '08:00', '12:34', '23:59'];
  const zones = [
    ...['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca'],
    'Pacific/Apia',
  ];
  const seed = Number(process.env.PLANS_SEED ?? Date.now() % 2 ** 31);

  const agree = (plan: Plan, zone: string, count: number) => {
    const own = take(planDates(plan, siteIn(zone), null), count).map(({ original_due_at: due }) => due);
    const start = `${plan.starts_on.replaceAll('-', '')}T${plan.due_time.replace(':', '')}00`;
    const lines = `DTSTART;TZID=${zone}:${start}\n${rruleOf(plan, zone)}`;
    const theirs = new RRuleTemporal({ rruleString: lines }).all((_, index) => index < count);
    const read = theirs.map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString());
    expect(read.slice(0, count), lines).to.deep.equal(own);
  };

  it(`gives another reader the same dates: 10,000 rules at random, PLANS_SEED=${seed}`, () => {
    const check = (rule: Rule) => agree(planWith(rule), 'UTC', 5);
    fc.assert(fc.property(anyRule, check), { numRuns: 10_000, seed });
  });

  it(`gives it the same instants in zones where the clocks change, PLANS_SEED=${seed}`, () => {
    // Apia lacks a whole day.
    const rules = anyRule.filter(({ starts_on }) => !/^201[01]-/.test(starts_on));
    const check = (rule: Rule, zone: string, due_time: string) =>
      agree(planWith({ ...rule, due_time }), zone, 8);
    const places = fc.constantFrom(...zones);
    fc.assert(fc.property(rules, places, fc.constantFrom(...times), check), { numRuns: 1000, seed });
  });
});
