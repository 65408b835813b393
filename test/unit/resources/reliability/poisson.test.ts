/** Bounds of rates: against tables of χ², and against an approximation where no table goes. */
import { expect } from 'chai';
import { quotient } from '../../../../resources/reliability/figures.ts';
import { fewestExpected, mostExpected } from '../../../../resources/reliability/poisson.ts';

describe('bounds of a rate of failures', () => {
  /** χ² with 2r + 2 degrees of freedom at 0.95, and with 2r at 0.05, as tables print them. */
  const table: readonly [failures: number, most: number, fewest: number | null][] = [
    [0, 5.991, null],
    [1, 9.488, 0.103],
    [2, 12.592, 0.711],
    [6, 23.685, 5.226],
    [14, 43.773, 16.928],
    [20, 58.124, 26.509],
    [29, 79.082, 41.492],
    [50, 126.574, 77.929],
  ];
  for (const [failures, most, fewest] of table) {
    it(`after ${failures} failures`, () => {
      expect(2 * mostExpected(failures)).to.be.closeTo(most, 0.0006);
      if (fewest !== null) expect(2 * fewestExpected(failures)).to.be.closeTo(fewest, 0.0006);
    });
  }

  it('after very many, as the cube of a normal variable (Wilson and Hilferty) has them', () => {
    const approximate = (degrees: number, normal: number) => {
      const ninth = 2 / (9 * degrees);
      return degrees * (1 - ninth + normal * Math.sqrt(ninth)) ** 3;
    };
    for (const failures of [200, 5_000, 1_000_000]) {
      const [most, fewest] = [2 * mostExpected(failures), 2 * fewestExpected(failures)];
      expect(most / approximate(2 * failures + 2, 1.644854), `${failures}`).to.be.closeTo(1, 0.00002);
      expect(fewest / approximate(2 * failures, -1.644854), `${failures}`).to.be.closeTo(1, 0.00002);
    }
  });
});

describe('a quotient', () => {
  it('is rounded half away from zero, once, and exact beyond what a product of numbers can tell', () => {
    expect(quotient(1, 2_000_000, 6)).to.equal(0.000001);
    expect(quotient(4_999, 10_000_000_000, 6)).to.equal(0);
    expect(quotient(1_005, 1_000_000, 5)).to.equal(0.00101);
    expect(quotient(9_007_199_254_740_991, 3_600_000, 3)).to.equal(2_501_999_792.984);
    expect(quotient(0, 0, 6)).to.equal(null);
  });
});
