/** Counters: the values that a reading may have between others, and the results for any order of arrival. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  averagePerDay,
  type CountedReading,
  type CounterReading,
  misfitOf,
  totalAt,
} from '../../../../resources/metering/counter.ts';
import { search } from '../../../harness/random/search.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString();
const read = (day: number, value: number, is_reset = false): CounterReading => ({
  read_at: at(day),
  value,
  is_reset,
});

/** The totals of readings, one after the other. */
function totalsOf(readings: readonly CounterReading[]): CountedReading[] {
  const told: CountedReading[] = [];
  for (const one of readings) told.push({ ...one, total: totalAt(one, told.at(-1) ?? null) });
  return told;
}

describe('readings of a counter', () => {
  const judged: readonly (readonly [string, Parameters<typeof misfitOf>, unknown])[] = [
    ['the first may be anything', [read(1, 5), null, null, null], null],
    ['the same again is none less', [read(1, 5), read(0, 5), read(2, 5), null], null],
    [
      'less than the one before',
      [read(1, 4.999), read(0, 5), null, null],
      { kind: 'backwards', from: read(0, 5), until: null },
    ],
    [
      'more than the one after',
      [read(1, 9), read(0, 5), read(2, 8), null],
      { kind: 'backwards', from: read(0, 5), until: read(2, 8) },
    ],
    ['a new counter shows less', [read(1, 2, true), read(0, 5), null, null], null],
    [
      'but not more than the one after',
      [read(1, 9, true), read(0, 5), read(2, 8), null],
      { kind: 'backwards', from: null, until: read(2, 8) },
    ],
    ['a new counter comes next', [read(1, 9), read(0, 5), read(2, 0, true), null], null],
    ['as much a day as there can be', [read(2, 25), read(0, 5), null, 10], null],
    [
      'more than that',
      [read(2, 25.001), read(0, 5), null, 10],
      { kind: 'too much', most: 20, since: read(0, 5) },
    ],
    ['within an hour as much as in a day', [read(1 / 24, 15), read(0, 5), null, 10], null],
    [
      'what is left for the one after',
      [read(9, 5), read(0, 5), read(10, 105), 10],
      { kind: 'too much', most: 10, since: read(9, 5) },
    ],
  ];
  for (const [title, given, misfit] of judged) {
    it(title, () => expect(misfitOf(...given)).to.deep.equal(misfit));
  }

  it('add up over new counters, exactly', () => {
    const totals = totalsOf([
      read(0, 100.1),
      read(1, 100.3),
      read(2, 0.2, true),
      read(3, 5),
      read(4, 1, true),
    ]);
    expect(totals.map(({ total }) => total)).to.deep.equal([100.1, 100.3, 100.5, 105.3, 106.3]);
  });

  it('have an average from the first to the latest, and none at one moment', () => {
    const [first, , latest] = totalsOf([read(0, 10), read(5, 10), read(7, 30)]);
    if (!first || !latest) throw new Error('There are three.');
    expect(averagePerDay(first, latest)).to.equal(2.857);
    expect(averagePerDay(latest, latest)).to.equal(null);
    expect(
      averagePerDay({ ...first, read_at: at(0) }, { ...latest, total: 1e12 - 1, read_at: at(1e-7) }),
    ).to.equal(null);
  });

  it('never run backwards, even if readings come in late', () =>
    search('late readings of a counter', fc.array(arrival), 300, async (given) => {
      const days = new Map<number, CounterReading>();
      const sorted = () => [...days].sort(([one], [other]) => one - other);
      for (const [day, value, isReset] of given) {
        if (days.has(day)) continue;
        const before = sorted().findLast(([one]) => one < day)?.[1] ?? null;
        const after = sorted().find(([one]) => one > day)?.[1] ?? null;
        const reading = read(day, value, isReset);
        if (!misfitOf(reading, before, after, null)) days.set(day, reading);
      }
      const totals = totalsOf(sorted().map(([, one]) => one)).map(({ total }) => total);
      expect(totals).to.deep.equal(totals.toSorted((one, other) => one - other));
    }));
});

const arrival = fc.tuple(fc.nat(40), fc.nat(60), fc.boolean());
