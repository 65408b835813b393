/** Groups of failures in order, with shares that are rounded once. */
import { expect } from 'chai';
import { FailureGroup, paretoOf } from '../../../../resources/stops/pareto.ts';

const hour = 3_600_000;
const group = (...failures: Parameters<FailureGroup['add']>[]) => {
  const one = new FailureGroup();
  for (const failure of failures) one.add(...failure);
  return one;
};
const stop = (from: number, until: number) => ({ from: from * hour, until: until * hour });
/** Three groups with a failure each, one with three, and one that has no code. */
const groups = new Map<unknown, FailureGroup>([
  [1, group([10, 1, stop(0, 1)])],
  [2, group([20, 1, null])],
  [3, group([30, 1, stop(0, 2)], [30, 1, stop(1, 3)], [31, 1, stop(2, 4)], [32, 2, stop(0, 2)])],
  [null, group([40, 1, null], [41, 2, stop(5, 5.0001)])],
]);
const places = new Map<unknown, number>([
  [2, 0],
  [3, 1],
  [1, 2],
  [null, 3],
]);

describe('the Pareto analysis of failures', () => {
  it('has the most first, equal ones by their place, what has no code among them, and ends at one', async () => {
    const rows = await paretoOf(groups, 'failures', places);
    expect(
      rows.map(({ value, failures, share, cumulative }) => [value, failures, share, cumulative]),
    ).to.deep.equal([
      [3, 3, 0.428571, 0.428571],
      [null, 2, 0.285714, 0.714286],
      [2, 1, 0.142857, 0.857143],
      [1, 1, 0.142857, 1],
    ]);
  });
  it('counts stops of a material that overlap once, and those of each material', async () => {
    const rows = await paretoOf(groups, 'down_hours', places);
    expect(rows.map(({ value, down_hours, cumulative }) => [value, down_hours, cumulative])).to.deep.equal([
      [3, 6, 0.857131],
      [1, 1, 0.999986],
      [null, 0, 1],
      [2, 0, 1],
    ]);
  });
  it('has no shares of nothing', async () => {
    const [row] = await paretoOf(new Map([[2, group([20, 1, null])]]), 'down_hours', places);
    expect(row).to.include({ failures: 1, down_hours: 0, share: null, cumulative: null });
  });
});
