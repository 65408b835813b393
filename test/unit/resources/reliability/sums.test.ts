/** Rules that all sums obey: searched with random histories, sites and days. */
import { expect } from 'chai';
import fc from 'fast-check';
import { toDay, toNumber, weekdays } from '../../../../resources/plans/days.ts';
import { figuresOf } from '../../../../resources/reliability/figures.ts';
import { midnightOf } from '../../../../resources/reliability/hours.ts';
import { type Interval, subtract, union } from '../../../../resources/reliability/intervals.ts';
import { addSums, type History, noSums, type Sums } from '../../../../resources/reliability/sums.ts';
import { paris, sumsOf, workingSite } from './fixture.ts';

const hour = 3_600_000;
/** A week before clocks change; histories reach from some days before it to some days after. */
const start = toNumber('2026-03-25');
const day = (number: number) => toDay(start + number) ?? '';
const days = 8;
const now = (start + 6) * 24 * hour + 7 * hour + 1;

const moment = fc
  .integer({ min: -6 * 48, max: 12 * 48 })
  .map((half) => start * 24 * hour + (half * hour) / 2);
const anyInterval: fc.Arbitrary<Interval> = fc
  .tuple(moment, fc.integer({ min: 0, max: 96 }))
  .map(([from, halves]) => ({ from, until: from + (halves * hour) / 2 }));
const lasting = fc.oneof(
  { weight: 4, arbitrary: anyInterval },
  moment.map((from) => ({ from, until: Number.POSITIVE_INFINITY })),
);
const some = fc.array(anyInterval, { maxLength: 5 });
const anyHistory: fc.Arbitrary<History> = fc.record({
  life: fc.oneof(
    { weight: 4, arbitrary: fc.constant({ from: 0, until: Number.POSITIVE_INFINITY }) },
    lasting,
  ),
  ...{ external: some, unplanned: some, planned: some },
  failures: fc.array(lasting, { maxLength: 4 }),
});
const clock = fc.constantFrom('00:00', '02:30', '06:00', '14:00', '22:00');
const anySite = fc
  .record({
    hours: fc.array(fc.record({ weekday: fc.constantFrom(...weekdays), from: clock, until: clock }), {
      maxLength: 8,
    }),
    closures: fc.array(fc.integer({ min: 0, max: days }).map(day), { maxLength: 2 }),
    timezone: fc.constantFrom(paris, 'UTC', 'America/New_York'),
  })
  .map(({ hours, closures, timezone }) => workingSite(timezone, hours, closures));
const anyTime = fc.constantFrom(now, (start + 40) * 24 * hour);

function check<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  holds: (...values: Values) => void,
): void {
  fc.assert(fc.property(...arbitraries, holds), { numRuns: 150 });
}

const total = (intervals: readonly Interval[]) =>
  union(intervals).reduce((sum, { from, until }) => sum + until - from, 0);

describe('intervals', () => {
  const covers = (intervals: readonly Interval[], at: number) =>
    intervals.some(({ from, until }) => from <= at && at < until);

  it('joined or taken away cover what any of them, or none of the others, covers', () => {
    check<[Interval[], Interval[], number]>([some, some, moment], (intervals, without, at) => {
      const joined = union(intervals);
      expect(covers(joined, at)).to.equal(covers(intervals, at));
      const left = subtract(joined, union(without));
      expect(covers(left, at)).to.equal(covers(intervals, at) && !covers(without, at));
      for (const list of [joined, left])
        for (const [index, { from, until }] of list.entries())
          expect(from)
            .to.be.lessThan(until)
            .and.greaterThan(list[index - 1]?.until ?? 0);
    });
  });

  it('are together never longer than all of them, nor than the span that they lie in', () => {
    check<[Interval[]]>([some], (intervals) => {
      const sum = intervals.reduce((lengths, { from, until }) => lengths + until - from, 0);
      const first = Math.min(...intervals.map(({ from }) => from));
      const last = Math.max(...intervals.map(({ until }) => until));
      expect(total(intervals)).to.be.at.most(Math.min(sum, Math.max(0, last - first)));
    });
  });
});

describe('sums of reliability', () => {
  it('of windows that touch add up to those of both, and of materials to those of all', () => {
    const cut = fc.integer({ min: 1, max: days - 1 });
    check([anySite, fc.array(anyHistory, { maxLength: 3 }), cut, anyTime], (site, histories, at, time) => {
      const sums = (from: number, until: number, of = histories) =>
        sumsOf(site, [day(from), day(until)], of, time)[0] ?? noSums();
      const whole = sums(0, days);
      const [before, after] = [sums(0, at), sums(at, days)];
      const added = { ...before };
      addSums(added, after);
      // A figure about the end of a window is no sum over time: it is that of the last window that has begun.
      const hasCome = (number: number) => midnightOf(day(number), site.timezone) < time;
      const { openFailures } = hasCome(at) ? after : before;
      expect({ ...added, materials: whole.materials, openFailures }).to.deep.equal(whole);
      const daily = sumsOf(
        site,
        Array.from({ length: days + 1 }, (_, number) => day(number)),
        histories,
        time,
      );
      const each = noSums();
      for (const one of daily) addSums(each, one);
      const last = daily.findLast((_, number) => hasCome(number));
      const standing = { materials: whole.materials, openFailures: last?.openFailures };
      expect({ ...each, ...standing }).to.deep.equal(whole);
      const materials = noSums();
      for (const history of histories) addSums(materials, sums(0, days, [history]));
      expect(materials).to.deep.equal(whole);
    });
  });

  it('do not depend on the order in which things are told', () => {
    check([anySite, anyHistory], (site, history) => {
      const { life, external, unplanned, planned, failures } = history;
      const turned = {
        life,
        ...{ external: external.toReversed(), unplanned: unplanned.toReversed() },
        ...{ planned: planned.toReversed(), failures: failures.toReversed() },
      };
      const window = [day(0), day(days)];
      expect(sumsOf(site, window, [turned])).to.deep.equal(sumsOf(site, window, [history]));
    });
  });

  it('share what was required among what ran and what stood, and know nothing of what did not happen', () => {
    check([anySite, anyHistory, anyTime], (site, history, time) => {
      const sums: Sums = sumsOf(site, [day(0), day(days)], [history], time)[0] ?? noSums();
      const up = sums.required - sums.unplanned - sums.planned;
      expect(Math.min(up, sums.unplanned, sums.planned)).to.be.at.least(0);
      const figures = figuresOf(sums);
      expect(figures.availability === null).to.equal(sums.required === 0);
      expect(figures.mtbf_hours === null, 'mtbf_hours').to.equal(sums.failures === 0);
      expect(figures.mtbf_low_hours === null, 'mtbf_low_hours').to.equal(up === 0);
      expect(figures.mtbf_high_hours === null, 'mtbf_high_hours').to.equal(up === 0 || sums.failures === 0);
      expect(figures.mttr_hours === null, 'mttr_hours').to.equal(sums.restorations === 0);
      expect(figures.mdt_hours === null, 'mdt_hours').to.equal(sums.downPeriods === 0);
      if (figures.mtbf_hours !== null && up > 0) {
        expect(figures.mtbf_hours).to.be.at.least(figures.mtbf_low_hours ?? 0);
        expect(figures.mtbf_hours).to.be.at.most(figures.mtbf_high_hours ?? 0);
      }
    });
  });

  it('count what stood at both its ends: what failed, less what was restored, is what is open', () => {
    check([fc.array(lasting, { maxLength: 5 }), anyTime], (failures, time) => {
      const life = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
      const ended = failures.filter(({ from, until }) => from < until && from >= start * 24 * hour);
      const history = { life, external: [], unplanned: [], planned: [], failures: ended };
      const [sums = noSums()] = sumsOf(workingSite('UTC'), [day(0), day(days)], [history], time);
      expect(sums.openFailures).to.equal(sums.failures - sums.restorations);
    });
  });

  it('tell nothing that is open in a period that is to come', () => {
    const life = { from: 0, until: Number.POSITIVE_INFINITY };
    const open = { from: start * 24 * hour, until: Number.POSITIVE_INFINITY };
    const history = { life, external: [], unplanned: [], planned: [], failures: [open] };
    const openIn = (bounds: readonly string[]) =>
      sumsOf(workingSite('UTC'), bounds, [history], now).map(({ openFailures }) => openFailures);
    // It is the seventh day.
    expect(openIn([4, 5, 6, 7, 8].map(day))).to.deep.equal([1, 1, 1, 0]);
    expect(openIn([day(7), day(8)])).to.deep.equal([0]);
  });
});
