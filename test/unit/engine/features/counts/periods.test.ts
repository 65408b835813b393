/** Counts by local days: where a zone lies when, through changes of the clock. */
import { expect } from 'chai';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { offsetsBetween } from '../../../../../engine/features/counts/periods.ts';
import { periodsOf } from '../../../../../engine/features/reports/groups.ts';
import { announceSeed, seed } from '../../../../harness/random/search.ts';

type Expected = readonly (readonly [until: string | null, minutes: number])[];

const cases: readonly (readonly [zone: string, first: string, last: string, offsets: Expected])[] = [
  ['UTC', '2024-01-01 00:00:00.000', '2026-01-01 00:00:00.000', [[null, 0]]],
  ['Europe/Paris', '2026-01-31 08:00:00.000', '2026-01-31 08:00:00.000', [[null, 60]]],
  [
    'Europe/Paris',
    '2026-01-01 00:00:00.000',
    '2026-12-31 00:00:00.000',
    [
      ['2026-03-29 01:00:00.000', 60],
      ['2026-10-25 01:00:00.000', 120],
      [null, 60],
    ],
  ],
  // Up to the last millisecond before a change, and up to the change itself.
  ['Europe/Paris', '2026-03-28 00:00:00.000', '2026-03-29 00:59:59.999', [[null, 60]]],
  [
    'Europe/Paris',
    '2026-03-28 00:00:00.000',
    '2026-03-29 01:00:00.000',
    [
      ['2026-03-29 01:00:00.000', 60],
      [null, 120],
    ],
  ],
  [
    'America/New_York',
    '2026-10-01 00:00:00.000',
    '2026-12-01 00:00:00.000',
    [
      ['2026-11-01 06:00:00.000', -240],
      [null, -300],
    ],
  ],
  // Half an hour, in the other half of the year.
  [
    'Australia/Lord_Howe',
    '2026-01-01 00:00:00.000',
    '2026-12-31 00:00:00.000',
    [
      ['2026-04-04 15:00:00.000', 660],
      ['2026-10-03 15:30:00.000', 630],
      [null, 660],
    ],
  ],
  // A day that never was: Samoa went over the date line.
  [
    'Pacific/Apia',
    '2011-12-29 00:00:00.000',
    '2011-12-31 12:00:00.000',
    [
      ['2011-12-30 10:00:00.000', -600],
      [null, 840],
    ],
  ],
  ['Asia/Kolkata', '2024-02-28 00:00:00.000', '2024-03-01 00:00:00.000', [[null, 330]]],
];

describe('the offsets of a zone', () => {
  before(announceSeed);

  for (const [zone, first, last, offsets] of cases) {
    it(`${zone} from ${first} to ${last}`, () => {
      const found = offsetsBetween(first, last, zone).map(({ until, minutes }) => [until, minutes]);
      expect(found).to.deep.equal(offsets);
    });
  }

  it('give each moment the day that the calendar of the zone has', () => {
    const span = { min: new Date('2000-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z') };
    const moments = fc.date({ ...span, noInvalidDate: true });
    const zones = fc.constantFrom('Europe/Paris', 'America/St_Johns', 'Pacific/Chatham', 'Africa/Casablanca');
    const stored = (time: Date) => time.toISOString().replace('T', ' ').slice(0, 23);
    fc.assert(
      fc.property(fc.tuple(moments, moments, moments), zones, (times, zone) => {
        const [first, moment, last] = [...times].sort((a, b) => a.getTime() - b.getTime());
        if (!first || !moment || !last) throw new Error('Three moments are drawn.');
        const offsets = offsetsBetween(stored(first), stored(last), zone);
        const offset = offsets.find(({ until }) => until === null || stored(moment) < until);
        const shifted = new Date(moment.getTime() + (offset?.minutes ?? Number.NaN) * 60_000);
        const local = DateTime.fromJSDate(moment, { zone });
        expect(shifted.toISOString().slice(0, 10)).to.equal(local.toFormat('yyyy-MM-dd'));
      }),
      { seed, numRuns: 60 },
    );
  });

  it('end one after the other, and only the last has no end', () => {
    const offsets = offsetsBetween('2000-01-01 00:00:00.000', '2030-01-01 00:00:00.000', 'Europe/Paris');
    const ends = offsets.map(({ until }) => until);
    expect(offsets).to.have.lengthOf(61);
    expect(ends.at(-1)).to.equal(null);
    expect(ends.slice(0, -1)).to.deep.equal([...new Set(ends.slice(0, -1))].sort());
  });
});

describe('the periods of a window', () => {
  const tables = [
    ['month', '2026-01-31', '2026-03-02', ['2026-01-31', '2026-02-01', '2026-03-01', '2026-03-02']],
    ['week', '2026-01-01', '2026-01-13', ['2026-01-01', '2026-01-05', '2026-01-12', '2026-01-13']],
    ['day', '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
    ['month', '9999-11-30', '9999-12-31', ['9999-11-30', '9999-12-01', '9999-12-31']],
  ] as const;

  for (const [period, from, until, days] of tables) {
    it(`by ${period} touch each other, and are cut to ${from} and ${until}`, () => {
      const told = periodsOf({ from, until }, period);
      expect(told).to.deep.equal(
        days.slice(0, -1).map((day, at) => ({ value: day, from: day, until: days[at + 1] })),
      );
    });
  }
});
