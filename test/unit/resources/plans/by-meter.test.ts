/** Plans by meter: what comes due of which readings, however few of them are looked at at a time. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  baseOf,
  type DueByMeter,
  dueByMeter,
  estimateDue,
  type MeterRule,
  nextUnits,
  passedAt,
  punctualityByMeter,
  toleranceOf,
  totalBy,
  type UnitReading,
} from '../../../../resources/plans/by-meter.ts';
import { search } from '../../../harness/random/search.ts';

const at = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
const read = (n: number, total: number): UnitReading => ({ read_at: at(n), total });
const rule: MeterRule = { schedule: 'fixed', every_units: 500, lead_units: 50, tolerance_units: null };
const floating: MeterRule = { ...rule, schedule: 'floating' };
const due = (due_units: number, n: number, overtaken = false): DueByMeter => ({
  due_units,
  due_at: at(n),
  overtaken,
});

describe('plans by meter', () => {
  it('count from the last reading before they start, else from the first', () => {
    const readings = [read(1, 100), read(3, 140), read(5, 200)];
    expect(baseOf(readings, at(5))).to.equal(140);
    expect(baseOf(readings, at(0))).to.equal(100);
    expect(baseOf([], at(0))).to.equal(null);
    expect([0, 1, 4, 9].map((n) => totalBy(readings, at(n)))).to.deep.equal([null, 100, 140, 200]);
  });

  const courses: readonly (readonly [string, MeterRule, readonly UnitReading[], readonly DueByMeter[]])[] = [
    ['nothing comes due below the lead', rule, [read(1, 449.999)], []],
    [
      'one is due with the reading that reaches it less the lead',
      rule,
      [read(1, 449), read(2, 450)],
      [due(500, 2)],
    ],
    [
      'the next by the next that reaches it',
      rule,
      [read(1, 460), read(2, 949), read(3, 950)],
      [due(500, 1), due(1000, 3)],
    ],
    [
      'of several at once the last has the order',
      rule,
      [read(1, 1700)],
      [due(500, 1, true), due(1000, 1, true), due(1500, 1)],
    ],
    ['a floating one comes due once', floating, [read(1, 1700), read(2, 9000)], [due(600, 1)]],
  ];
  for (const [title, of, readings, wanted] of courses) {
    it(title, () => expect(dueByMeter(of, nextUnits(of, 100, null) ?? 0, readings)).to.deep.equal(wanted));
  }

  it('are a thousand at the most of one reading, the last of them', () => {
    const all = dueByMeter({ ...rule, every_units: 0.001, lead_units: 0 }, 0.001, [
      read(1, 1e9),
      read(2, 1e9),
    ]);
    expect([all.length, all.at(-1)]).to.deep.equal([1000, due(1e9, 1)]);
    expect(all[0]).to.deep.equal(due(999_999_999.001, 1, true));
  });

  const nexts: readonly (readonly [
    MeterRule,
    base: number | null,
    last: number | null,
    next: number | null,
  ])[] = [
    // At multiples on the meter, wherever the count begins.
    [rule, 12_130, null, 12_500],
    [rule, 12_500, null, 13_000],
    [rule, 12_499.999, null, 12_500],
    [rule, 0, null, 500],
    [rule, 100, 500, 1000],
    [rule, 100, 999.999, 1000],
    // What was due at a multiple of the base is followed by one on the meter.
    [rule, 12_130, 12_630, 13_000],
    [rule, 700, 500, 1000],
    [rule, null, 600, 1000],
    [rule, null, null, null],
    [{ ...rule, every_units: 0.3 }, 0, 0.9, 1.2],
    [floating, 100, null, 600],
    [floating, 100, 733.5, 1233.5],
    [floating, null, null, null],
  ];
  for (const [of, base, last, next] of nexts) {
    it(`are due next at ${next}: ${of.schedule}, from ${base}, after ${last}`, () =>
      expect(nextUnits(of, base, last)).to.equal(next));
  }

  it('are on time within a tenth of the interval, or what they say', () => {
    const ends = [549.999, 550, 650, 650.001, null];
    const punctuality = ends.map((total) => punctualityByMeter(600, toleranceOf(rule), total));
    expect(punctuality).to.deep.equal(['early', 'on_time', 'on_time', 'late', 'early']);
    expect(toleranceOf({ ...rule, tolerance_units: 0 })).to.equal(0);
    expect(punctualityByMeter(600, 0, 600.001)).to.equal('late');
    expect(passedAt(600, 50, [read(1, 650), read(2, 650.001), read(3, 700)])).to.equal(at(2));
    expect(passedAt(600, 50, [read(1, 650)])).to.equal(null);
  });

  it('are foreseen by the average from the latest reading on', () => {
    expect(estimateDue(rule, 600, read(1, 500), 25)).to.equal(at(3));
    expect(estimateDue(rule, 600, read(1, 560), 0)).to.equal(at(1));
    expect(estimateDue(rule, 600, read(1, 500), 0)).to.equal(null);
    expect(estimateDue(rule, 600, read(1, 500), null)).to.equal(null);
    expect(estimateDue(rule, 600, read(1, 500), 0.00001)).to.equal(null);
  });

  it('bring the same, for any number and time of looks', () =>
    search('plans by meter', looks, 300, async ([gains, cuts, every_units, lead]) => {
      const of = { ...rule, every_units, lead_units: Math.min(lead, every_units - 1) };
      let total = 0;
      const readings = gains.map((gain, n) => {
        total += gain;
        return read(n, total);
      });
      const whole = dueByMeter(of, every_units, readings);
      const parts: DueByMeter[] = [];
      let next = every_units;
      const ends = [...cuts.map((cut) => cut % (readings.length + 1)).sort((a, b) => a - b), readings.length];
      for (const [place, end] of ends.entries()) {
        const found = dueByMeter(of, next, readings.slice(ends[place - 1] ?? 0, end));
        const last = found.at(-1);
        if (last) next = nextUnits(of, 0, last.due_units) ?? 0;
        parts.push(...found);
      }
      expect(parts).to.deep.equal(whole);
      const orders = whole.filter(({ overtaken }) => !overtaken).map(({ due_at }) => due_at);
      expect(new Set(orders).size, 'one order a reading').to.equal(orders.length);
    }));
});

const looks = fc.tuple(
  fc.array(fc.nat(900), { minLength: 1, maxLength: 40 }),
  fc.array(fc.nat(1000), { maxLength: 5 }),
  fc.integer({ min: 10, max: 700 }),
  fc.nat(699),
);
