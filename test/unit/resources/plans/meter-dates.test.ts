/** The dates of plans by meter: what readings brought, and what is foreseen behind them. */
import { expect } from 'chai';
import { pastDates } from '../../../../resources/plans/catch-up.ts';
import { forecast } from '../../../../resources/plans/forecast.ts';
import { type Counter, comingDates } from '../../../../resources/plans/meter-dates.ts';
import type { CatchUp, Plan, Progress } from '../../../../resources/plans/plan.ts';
import { planWith, siteIn, take } from './fixture.ts';

const at = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString();
const site = siteIn('UTC');
const readings = [
  [0, 100],
  [10, 300],
  [20, 560],
  [30, 1800],
] as const;

const counter: Counter = {
  ...{ schedule: 'fixed', every_units: 500, lead_units: 0, tolerance_units: null, either: false },
  ...{ lead_days: 7, base: 100, starts: at(0), average: 50, now: at(30) },
  readings: readings.map(([n, total]) => ({ read_at: at(n), total })),
};

interface Case {
  readonly plan?: Partial<Plan>;
  readonly counter?: Partial<Counter>;
  readonly last?: Progress;
}

/** `31 Jan 1600 overtaken`; `~` where it is foreseen, the day of the year from 0 on. */
function shown({ original_due_at: due, skip_reason, meter }: ReturnType<typeof coming>[number]): string {
  const day = due === null ? '?' : Math.round((Date.parse(due) - Date.parse(at(0))) / 86_400_000);
  const units = meter?.due_units ?? 'calendar';
  return [`${meter?.estimated ? '~' : ''}${day}`, units, ...(skip_reason ? [skip_reason] : [])].join(' ');
}

function coming({ plan, counter: fields, last }: Case, count: number) {
  return take(comingDates(planWith(plan ?? {}), site, last ?? null, { ...counter, ...fields }), count);
}

const floating: Case = { plan: { schedule: 'floating' }, counter: { schedule: 'floating' } };
const either: Case = {
  plan: { schedule: 'floating', frequency: 'month', due_time: '00:00', starts_on: '2027-01-15' },
  counter: { schedule: 'floating', either: true },
};

const cases: readonly (readonly [title: string, of: Case, dates: readonly string[]])[] = [
  [
    'every multiple above the base, the last of a reading with the order, then by the average',
    {},
    ['20 500', '30 1000 overtaken', '30 1500', '~34 2000', '~44 2500'],
  ],
  [
    'so much sooner as its lead',
    { counter: { lead_units: 50 } },
    ['20 500', '30 1000 overtaken', '30 1500', '~33 2000'],
  ],
  [
    'the next multiple behind the last',
    { last: { number: 3, day: '2027-01-20', units: 1500 } },
    ['~34 2000'],
  ],
  [
    'the next multiple behind what had run',
    { last: { number: 3, day: '2027-01-20', units: 1700 } },
    ['~34 2000'],
  ],
  [
    'one that nobody can foresee, and none behind it',
    { counter: { average: null } },
    [...['20 500', '30 1000 overtaken', '30 1500', '~? 2000']],
  ],
  ['nothing before anything is read', { counter: { base: null, readings: [] } }, []],
  [
    'from its start on where that is to come',
    { counter: { starts: at(40), base: 1800 } },
    ['~44 2000', '~54 2500'],
  ],
  ['floating, from what had run when it was due', floating, ['30 600', '~40 2300', '~50 2800']],
  [
    'floating, from what had run when it was done',
    { ...floating, last: { number: 1, day: '2027-01-20', units: 560 } },
    ['30 1060', '~40 2300'],
  ],
  [
    'the calendar where that comes first, and then from what had run by then',
    { ...either, counter: { ...either.counter, now: at(10) } },
    ['14 calendar', '30 800', '~40 2300'],
  ],
  [
    'the meter where that comes before the lead of the calendar',
    { ...either, last: { number: 1, day: '2027-01-10', units: 300 } },
    ['30 800', '~40 2300', '~50 2800'],
  ],
  [
    'the calendar before what is foreseen later',
    {
      ...either,
      counter: { ...either.counter, average: 1 },
      last: { number: 1, day: '2027-01-20', units: 1800 },
    },
    ['50 calendar', '78 calendar'],
  ],
  [
    'the calendar once its moment has come, whatever had been foreseen',
    {
      ...either,
      counter: { ...either.counter, now: at(43) },
      last: { number: 1, day: '2027-01-20', units: 1800 },
    },
    ['50 calendar'],
  ],
];

describe('the dates of a plan by meter', () => {
  for (const [title, of, wanted] of cases) {
    it(`are ${title}`, () => {
      const dates = coming(of, wanted.length || 1);
      expect(dates.map(shown)).to.deep.equal(wanted);
    });
  }

  it('keep the date of the calendar behind what is foreseen before it', () => {
    const [date] = coming({ ...either, last: { number: 1, day: '2027-01-20', units: 1800 } }, 1);
    expect(date?.meter).to.include({ next_units: 2300, due_units: 2300, estimated: true, otherwise: at(50) });
  });

  const pasts: readonly (readonly [CatchUp, Case, readonly string[]])[] = [
    ['next', {}, ['500 paused', '1000 paused', '1500 paused']],
    ['last', {}, ['500 paused', '1000 paused', '1500 taken']],
    ['all', {}, ['500 taken', '1000 taken', '1500 taken']],
    ['all', floating, ['600 taken']],
    ['next', floating, ['600 paused']],
  ];
  for (const [mode, { plan, counter: fields }, wanted] of pasts) {
    it(`that passed are caught up with by ${mode}: ${wanted}`, () => {
      const of = planWith(plan ?? {});
      const past = [...pastDates(of, site, mode, null, at(31), { ...counter, ...fields })];
      const told = past.map(({ date, paused }) => `${date.meter?.due_units} ${paused ? 'paused' : 'taken'}`);
      expect(told).to.deep.equal(wanted);
    });
  }

  it('are foreseen until a day, and not at all without an average', async () => {
    const plan = { ...planWith({}), catch_up: 'next' as const };
    const foreseen = (fields: Partial<Counter>) =>
      forecast(
        plan,
        site,
        { last: null, scheduled: null, made_at: at(31), counter: { ...counter, ...fields } },
        '2027-02-20',
      );
    expect((await foreseen({})).map(({ due_units, estimated }) => [due_units, estimated])).to.deep.equal([
      [2000, true],
      [2500, true],
    ]);
    expect(await foreseen({ average: 0 })).to.deep.equal([]);
    expect(await foreseen({ every_units: 0.001 })).to.have.lengthOf(2000);
  });
});
