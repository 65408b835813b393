import { expect } from 'chai';
import { Backlog, type Waiting } from '../../../../resources/labour/backlog.ts';

const day = 86_400_000;
const now = 1000 * day;

function figures(...waiting: readonly Partial<Waiting>[]) {
  const backlog = new Backlog(now);
  for (const one of waiting)
    backlog.add({ at: null, overdueAt: null, estimated: null, done: 0, site: 1, weekly: 40, ...one });
  return backlog.figures();
}

describe('the backlog', () => {
  it('is what is left of each maintenance, against the hours of a week', () => {
    const told = figures(
      ...[{ estimated: 120, done: 30 }, { estimated: 60, done: 80 }, {}, { estimated: 240, done: 0 }],
    );
    expect(told).to.include({ count: 4, hours: 5.5, without_estimate: 1, weeks: 0.1375 });
  });

  it('tells ages in whole days, which sum to what is overdue', () => {
    const ages = [0, 1, 8 * day - 1, 8 * day, 31 * day - 1, 31 * day, 91 * day - 1, 91 * day, -1];
    expect(figures(...ages.map((age) => ({ at: now - age, overdueAt: now - age })), {})).to.include({
      ...{ count: 10, overdue: 7, not_due: 2, undated: 1 },
      ...{ age_0_7: 2, age_8_30: 2, age_31_90: 2, age_over_90: 1 },
    });
  });

  it('goes by the end of a window: what is over its time is not overdue before', () => {
    const at = now - 40 * day;
    expect(
      figures({ at, overdueAt: now + day }, { at, overdueAt: null }, { at, overdueAt: now - day }),
    ).to.include({ count: 3, overdue: 1, not_due: 2, undated: 0, age_31_90: 1 });
  });

  it('counts the hours of each site once, and has no weeks where those of one are unknown', () => {
    const some = { estimated: 600 };
    expect(figures(some, some, { ...some, site: 2, weekly: 10 }).weeks).to.equal(0.6);
    expect(figures(some, { ...some, site: 2, weekly: null })).to.include({ hours: 20, weeks: null });
  });

  it('is no number where nothing is estimated, and none where nothing waits', () => {
    expect(figures({}, {})).to.include({ count: 2, hours: null, without_estimate: 2, weeks: null });
    expect(figures()).to.include({ count: 0, hours: 0, without_estimate: 0, weeks: null });
    expect(figures({ estimated: 60, done: 60 })).to.include({ hours: 0, weeks: 0 });
  });
});
