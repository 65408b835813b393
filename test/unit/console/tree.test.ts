import { expect } from 'chai';
import { treeOf } from '../../../console/service/tree.ts';

describe('a tree of rows', () => {
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

  it('has each row below the one that it names, in the order of the list', () => {
    const tree = treeOf(
      [
        { id: 4, above: 2 },
        { id: 1, above: null },
        { id: 2, above: 1 },
        { id: 3, above: 1 },
      ],
      'above',
    );
    expect(ids(tree.roots)).to.deep.equal([1]);
    expect(ids(tree.below(1))).to.deep.equal([2, 3]);
    expect(ids(tree.above(4))).to.deep.equal([1, 2]);
    expect(tree.below(4)).to.deep.equal([]);
  });

  it('has rows on top whose row above is not there, and tells how many are not', () => {
    const tree = treeOf([{ id: 3, above: 9 }], 'above', 1200);
    expect(ids(tree.roots)).to.deep.equal([3]);
    expect(tree.left).to.equal(1199);
  });

  it('ends the way up where rows go in a circle', () => {
    const tree = treeOf(
      [
        { id: 1, above: 2 },
        { id: 2, above: 1 },
      ],
      'above',
    );
    expect(ids(tree.above(1))).to.have.lengthOf(2);
  });
});
