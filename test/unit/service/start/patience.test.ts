/** How soon a worker is replaced. */
import { expect } from 'chai';
import { Patience } from '../../../../service/start/cluster/patience.ts';

const [proven, early] = [10_000, 9999];

describe('the patience with workers that die', () => {
  it('replaces at once a worker that had served for a while', () => {
    const patience = new Patience();
    for (let death = 0; death < 50; death += 1) expect(patience.after(proven)).to.equal(0);
    expect(patience.isOver).to.equal(false);
  });

  it('waits ever longer for those that die early, within bounds, until there is no hope', () => {
    const patience = new Patience();
    const waits: number[] = [];
    for (let death = 0; death < 4; death += 1) waits.push(patience.after(early));
    expect(waits).to.deep.equal([250, 500, 1000, 2000]);
    expect(patience.isOver).to.equal(false);
    patience.after(0);
    expect(patience.isOver).to.equal(true);
    for (let death = 0; death < 2000; death += 1) expect(patience.after(0)).to.be.within(4000, 30_000);
  });

  it('begins again with one that has served', () => {
    const patience = new Patience();
    for (let death = 0; death < 9; death += 1) patience.after(early);
    expect(patience.after(proven)).to.equal(0);
    expect(patience.isOver).to.equal(false);
    expect(patience.after(early)).to.equal(250);
  });
});
