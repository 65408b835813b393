/** Pages by the last row seen: exactly the rows after that row, in the order of the list. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Condition } from '../../../../engine/condition.ts';
import { allRanges, rangesAfter } from '../../../../engine/read/export.ts';
import type { OrderBy } from '../../../../engine/request/plan.ts';
import type { Stored } from '../../../../engine/values.ts';
import { announceSeed, seed } from '../../../harness/random/search.ts';

type Row = Readonly<Record<string, Stored>>;

/** Whether a row meets a condition, as SQL has it: a comparison with null is never true. */
function meets(row: Row, condition: Condition): boolean {
  switch (condition.op) {
    case 'and':
      return condition.of.every((one) => meets(row, one));
    case 'not':
      return !meets(row, condition.of);
    case 'null':
      return row[condition.column] === null;
    case 'eq':
    case 'gt':
    case 'lt': {
      const [left, right] = [row[condition.column] ?? null, condition.value];
      if (left === null || typeof right !== 'number') return false;
      const order = Number(left) - right;
      return { eq: order === 0, gt: order > 0, lt: order < 0 }[condition.op];
    }
    default:
      throw new Error(`No keyset has ${condition.op}.`);
  }
}

/** Null before every value upwards, after it downwards. */
function compareBy(order: readonly OrderBy[]) {
  return (a: Row, b: Row): number => {
    for (const { column, descending } of order) {
      const [left, right] = [a[column] ?? null, b[column] ?? null];
      const sign =
        left === null || right === null
          ? Number(right === null) - Number(left === null)
          : Number(left) - Number(right);
      if (sign !== 0) return descending ? -sign : sign;
    }
    return 0;
  };
}

describe('keysets', () => {
  before(announceSeed);

  const value = fc.option(fc.integer({ min: 0, max: 3 }));
  const rows = fc
    .array(fc.record({ a: value, b: value }), { minLength: 1, maxLength: 12 })
    .map((list): Row[] => list.map((row, index) => ({ ...row, id: index + 1 })));
  const orders = fc
    .tuple(fc.boolean(), fc.boolean(), fc.subarray(['a', 'b']))
    .map(([first, second, columns]): OrderBy[] => [
      ...columns.map((column, index) => ({ column, descending: index === 0 ? first : second })),
      { column: 'id', descending: first },
    ]);

  /** The rows of one range after the other, each in its order. */
  const through = (sorted: readonly Row[], ranges: readonly Condition[]): Row[] =>
    ranges.flatMap((range) => sorted.filter((one) => meets(one, range)));

  it('go on behind any row, in any order, with nulls and ties', () => {
    fc.assert(
      fc.property(rows, orders, (list, order) => {
        const sorted = [...list].sort(compareBy(order));
        for (const [index, row] of sorted.entries()) {
          const last = order.map(({ column }) => row[column] ?? null);
          expect(through(sorted, rangesAfter(order, last))).to.deep.equal(sorted.slice(index + 1));
        }
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('begin with every row', () => {
    fc.assert(
      fc.property(rows, orders, (list, order) => {
        const sorted = [...list].sort(compareBy(order));
        expect(through(sorted, allRanges(order))).to.deep.equal(sorted);
      }),
      { seed, numRuns: 1000 },
    );
  });
});
