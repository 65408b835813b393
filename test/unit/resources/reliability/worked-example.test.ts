/** The worked example of the documentation, every number of it. */
import { expect } from 'chai';
import { figuresOf } from '../../../../resources/reliability/figures.ts';
import { noSums, type Sums } from '../../../../resources/reliability/sums.ts';
import { paris, silence, stops, sumsOf, workingSite, workweek } from './fixture.ts';

const march = ['2026-03-01', '2026-04-01'];
const always = workingSite(paris);
const shifts = workingSite(
  paris,
  workweek.map((weekday) => ({ weekday, from: '06:00', until: '22:00' })),
  ['2026-03-12'],
);
const figures = (sums: readonly Sums[]) => figuresOf(sums[0] ?? noSums());

/** What working hours do not change. */
const elapsed = {
  ...{ failures: 6, open_failures: 1, restorations: 6, mttr_hours: 9.417 },
  ...{ down_periods: 4, mdt_hours: 13.25 },
};

describe('the worked example of reliability', () => {
  it('around the clock', () => {
    expect(figures(sumsOf(always, march, [stops]))).to.deep.equal({
      ...{ materials: 1, required_hours: 743, unplanned_down_hours: 31, planned_down_hours: 5 },
      ...{ up_hours: 707, availability: 0.951548, inherent_availability: 0.957995 },
      ...{ mtbf_hours: 117.833, mtbf_low_hours: 59.701, mtbf_high_hours: 270.569 },
      ...elapsed,
    });
  });

  it('from Monday to Friday, with a day off', () => {
    expect(figures(sumsOf(shifts, march, [stops]))).to.deep.equal({
      ...{ materials: 1, required_hours: 336, unplanned_down_hours: 14, planned_down_hours: 5 },
      ...{ up_hours: 317, availability: 0.943452, inherent_availability: 0.957704 },
      ...{ mtbf_hours: 52.833, mtbf_low_hours: 26.768, mtbf_high_hours: 121.316 },
      ...elapsed,
    });
  });

  it('as a zone, with a material of which nothing is recorded', () => {
    expect(figures(sumsOf(always, march, [silence]))).to.deep.equal({
      ...{ materials: 1, required_hours: 743, unplanned_down_hours: 0, planned_down_hours: 0 },
      ...{ up_hours: 743, availability: 1, inherent_availability: 1, failures: 0, open_failures: 0 },
      ...{ mtbf_hours: null, mtbf_low_hours: 248.019, mtbf_high_hours: null },
      ...{ restorations: 0, mttr_hours: null, down_periods: 0, mdt_hours: null },
    });
    expect(figures(sumsOf(always, march, [stops, silence]))).to.deep.equal({
      ...{ materials: 2, required_hours: 1486, unplanned_down_hours: 31, planned_down_hours: 5 },
      ...{ up_hours: 1450, availability: 0.975774, inherent_availability: 0.979068 },
      ...{ mtbf_hours: 241.667, mtbf_low_hours: 122.441, mtbf_high_hours: 554.915 },
      ...elapsed,
    });
  });

  it('while a stop lasts: up to now, and not over yet', () => {
    const now = Date.parse('2026-03-31T18:00:00.000Z');
    const lasting = {
      ...stops,
      unplanned: stops.unplanned.map(({ from, until }) => ({ from, until: Math.min(until, now) })),
    };
    expect(figures(sumsOf(always, march, [lasting], now))).to.deep.include({
      ...{ required_hours: 739, unplanned_down_hours: 27, up_hours: 707 },
      ...elapsed,
    });
  });
});
