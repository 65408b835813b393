/** Excursions of gauges: one incident each, for any order of the readings. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Alarm,
  type Band,
  bandOf,
  bands,
  follow,
  type GaugeReading,
} from '../../../../resources/metering/excursions.ts';
import { search } from '../../../harness/random/search.ts';

const limits = { above: 80, below: 20, deadband: 5 };
/** As it comes in. */
const arrived = (id: number, band: Band | null): GaugeReading => ({
  ...{ id, band },
  ...{ alarm: null, crossed: null, raised: false },
});

/** A meter, with what readings make of its incidents; each reading's id is its moment. */
class Meter {
  readings: readonly GaugeReading[] = [];
  /** The reading at which each incident stands. */
  incidents: number[] = [];

  add(id: number, band: Band | null): void {
    if (this.readings.some((one) => one.id === id)) return;
    this.readings = [...this.readings, arrived(id, band)].sort((one, other) => one.id - other.id);
    this.settle(id, null);
  }

  void(id: number): void {
    const gone = this.readings.find((one) => one.id === id);
    this.readings = this.readings.filter((one) => one.id !== id);
    if (gone) this.settle(id, gone.raised ? id : null);
  }

  /** As far as anything can follow: from there up to a reading that ends any excursion. */
  private settle(from: number, loose: number | null): void {
    const before = this.readings.findLast(({ id }) => id < from)?.alarm ?? null;
    const rest = this.readings.filter(({ id }) => id >= from);
    const calm = rest.findIndex(({ id, band }) => id > from && band === null);
    const course = follow(before, calm < 0 ? rest : rest.slice(0, calm + 1), loose);
    const now = new Map(course.readings.map((one) => [one.id, one]));
    this.readings = this.readings.map((one) => now.get(one.id) ?? one);
    for (const { at, from: former } of course.incidents) {
      const moved = this.incidents.indexOf(former ?? -1);
      expect(moved >= 0, 'what is moved is there').to.equal(former !== null);
      if (moved < 0) this.incidents.push(at);
      else this.incidents[moved] = at;
    }
  }

  /** The starts of excursions, computed from all readings. */
  begins(): [number, Alarm][] {
    return follow(null, this.readings).readings.flatMap(({ id, crossed }): [number, Alarm][] =>
      crossed === null ? [] : [[id, crossed]],
    );
  }

  known(): [number, Alarm][] {
    return this.readings.flatMap(({ id, crossed }): [number, Alarm][] =>
      crossed === null ? [] : [[id, crossed]],
    );
  }
}

const meterOf = (...values: readonly (readonly [moment: number, value: number])[]) => {
  const meter = new Meter();
  for (const [moment, value] of values) meter.add(moment, bandOf(value, limits));
  return meter;
};

describe('excursions of a gauge', () => {
  for (const [value, band] of [
    [80.001, 'above'],
    [80, 'high'],
    [75, null],
    [25, null],
    [24.999, 'low'],
    [20, 'low'],
    [19.999, 'below'],
  ] as const) {
    it(`${value} is ${band ?? 'within'}`, () => expect(bandOf(value, limits)).to.equal(band));
  }

  it('a deadband can reach from both limits to one value', () => {
    expect(bandOf(50, { ...limits, deadband: 59 })).to.equal('either');
    expect(bandOf(50, { above: null, below: null, deadband: 9 })).to.equal(null);
  });

  const courses: readonly (readonly [string, Meter, number[]])[] = [
    ['one begins beyond a limit, and goes on within the deadband', meterOf([1, 81], [2, 79], [3, 82]), [1]],
    ['one ends at the deadband', meterOf([1, 81], [2, 75], [3, 82]), [1, 3]],
    ['from above to below are two', meterOf([1, 81], [2, 10]), [1, 2]],
    ['a late reading moves where one begins', meterOf([3, 81], [2, 82]), [2]],
    ['a late reading splits one in two', meterOf([1, 81], [3, 82], [2, 50]), [1, 3]],
    ['a late one before all of it moves nothing', meterOf([3, 81], [2, 50]), [3]],
  ];
  for (const [title, { incidents }, wanted] of courses) {
    it(title, () => expect(incidents).to.deep.equal(wanted));
  }

  it('what began one and is void hands its incident on, else it stays', () => {
    const meter = meterOf([1, 81], [2, 79], [3, 82]);
    meter.void(1);
    expect(meter.incidents).to.deep.equal([3]);
    meter.void(3);
    expect([meter.incidents, meter.known()]).to.deep.equal([[3], []]);
  });

  it('two that become one keep both incidents, and need no third when they part again', () => {
    const meter = meterOf([1, 81], [2, 50], [4, 82]);
    meter.void(2);
    expect([meter.incidents, meter.known()]).to.deep.equal([[1, 4], [[1, 'above']]]);
    meter.add(3, null);
    expect(meter.incidents).to.deep.equal([1, 4]);
  });

  it('have one incident each for any order of readings', () =>
    search('readings of a gauge', fc.array(reading, { maxLength: 30 }), 500, async (given) => {
      const meter = new Meter();
      for (const [moment, band] of given) meter.add(moment, band);
      expect(meter.known()).to.deep.equal(meter.begins());
      const begins = meter.begins().map(([id]) => id);
      expect(meter.incidents.toSorted((one, other) => one - other)).to.deep.equal(begins);
    }));

  it('never lack one, even if readings are voided meanwhile, and none is removed', () =>
    search('void readings of a gauge', fc.array(step, { maxLength: 40 }), 500, async (given) => {
      const meter = new Meter();
      let most = 0;
      for (const [moment, band, isVoid] of given) {
        if (isVoid) meter.void(moment);
        else meter.add(moment, band);
        expect(meter.incidents.length, 'none is taken back').to.be.at.least(most);
        most = meter.incidents.length;
        expect(meter.known()).to.deep.equal(meter.begins());
        expect(meter.incidents).to.include.members(meter.begins().map(([id]) => id));
      }
    }));
});

const reading = fc.tuple(fc.nat(25), fc.constantFrom(null, ...bands));
const step = fc.tuple(fc.nat(12), fc.constantFrom(null, ...bands), fc.boolean());
