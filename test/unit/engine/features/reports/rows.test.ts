/** The rows of a report that groups: labels, order, and what is cut. */
import { expect } from 'chai';
import { Failure } from '../../../../../engine/failure.ts';
import { reportRows } from '../../../../../engine/features/reports/groups.ts';
import { say } from '../../../../../engine/message.ts';

const key = { words: new Map(), part: null, named: true, nothing: say('none') };
const names = new Map<unknown, string | null>([
  [1, 'Press'],
  [2, 'Lathe'],
  [3, null],
  [4, 'Oven'],
]);
const rows = [
  { hours: 2, value: 1 },
  { hours: 5, value: 2 },
  { hours: null, value: 3 },
  { hours: 2, value: 4 },
  { hours: 2, value: null },
];
const labels = async (sort: string | null, limit: number | null = null, most = 10, ordered = false) =>
  (await reportRows(rows, { key, names }, { sort, limit, most, ordered }, 'en')).map(({ label }) => label);

describe('rows of a report that groups', () => {
  it('stand in the order of their labels where no figure is asked for', async () => {
    expect(await labels(null)).to.deep.equal(['#3', 'Lathe', 'Oven', 'Press', 'None']);
  });
  it('stand in the order of a figure, equal ones by their labels, null last either way', async () => {
    expect(await labels('hours')).to.deep.equal(['Oven', 'Press', 'None', 'Lathe', '#3']);
    expect(await labels('-hours')).to.deep.equal(['Lathe', 'Oven', 'Press', 'None', '#3']);
  });
  it('stand as they came where they are in order, and so do those of an equal figure', async () => {
    expect(await labels(null, 3, 4, true)).to.deep.equal(['Press', 'Lathe', '#3']);
    expect(await labels('-hours', null, 10, true)).to.deep.equal(['Lathe', 'Press', 'Oven', 'None', '#3']);
  });
  it('are cut only once they are in order, and refused where there are too many', async () => {
    expect(await labels('-hours', 2, 4)).to.deep.equal(['Lathe', 'Oven']);
    const failure = await labels('-hours', null, 4).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Failure).with.property('errors').that.has.keys('by');
  });
  it('are the first ones of all, however many are told, also among equal ones', async () => {
    for (const sort of [null, 'hours', '-hours'])
      for (const ordered of [false, true])
        for (let limit = 1; limit <= 5; limit += 1)
          expect(await labels(sort, limit, 10, ordered)).to.deep.equal(
            (await labels(sort, null, 10, ordered)).slice(0, limit),
          );
  });
  it('are one row without groups', async () => {
    const [row] = await reportRows(
      [{ hours: 1, value: null }],
      null,
      { sort: null, limit: null, most: 1, ordered: false },
      'en',
    );
    expect(Object.entries(row ?? {})).to.deep.equal([
      ['value', null],
      ['label', 'Total'],
      ['hours', 1],
    ]);
  });
});
