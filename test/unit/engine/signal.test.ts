/** Long work lets other work go first: after a number of turns of the event loop, not after a time. */
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { awaitAnswer, giveWay, inSlices, sortedInSlices, takeTurns } from '../../../engine/signal.ts';

describe('a long run of work', () => {
  const { now } = performance;
  let clock = 0;
  /** Turns of the event loop. */
  let turns = 0;
  const idle = 0.01;
  /** Other work in each turn, in milliseconds. */
  let others = (_turn: number): number => idle;
  let turning: Promise<void>;
  let isOver = false;

  beforeEach(() => {
    clock = Math.max(clock, now.call(performance));
    performance.now = () => clock;
    [turns, others, isOver] = [0, () => idle, false];
    turning = (async () => {
      while (!isOver) {
        await setImmediate();
        turns += 1;
        clock += others(turns);
      }
    })();
  });
  afterEach(async () => {
    isOver = true;
    await turning;
    performance.now = now;
  });

  /** Turns that work takes which asks after each so many milliseconds. */
  const turnsOf = async (ask: () => Promise<void>, times: number, ms: number): Promise<number> => {
    for (let turn = 0; turn < 2; turn += 1) await ask();
    const before = turns;
    for (let at = 0; at < times; at += 1) {
      clock += ms;
      await ask();
    }
    return turns - before;
  };

  it('has others take their turns after each few milliseconds, and not with each step', async () => {
    expect(await turnsOf(giveWay, 100, 0.5)).to.be.within(45 * 4, 55 * 5);
    expect(await turnsOf(takeTurns, 100, 1)).to.be.within(15 * 4, 25 * 5);
    expect(await turnsOf(giveWay, 100, 0.001)).to.be.at.most(5);
  });

  it('sleeps while others have work or wait for a database, but not for ever', async () => {
    const quiet = await turnsOf(giveWay, 1, 3);
    others = () => 0.5;
    const busy = await turnsOf(giveWay, 1, 3);
    others = () => idle;
    const answered = awaitAnswer();
    const waiting = await turnsOf(giveWay, 1, 3);
    answered();
    expect(await turnsOf(giveWay, 1, 3)).to.be.at.most(5);
    expect(quiet).to.be.at.most(5);
    // Milliseconds of turns that are empty but for the clock of this test.
    expect(busy).to.be.above(10);
    expect(waiting).to.be.above(10);
  });

  it('is done for many things in order, and sorted as at once, while others have their turns', async () => {
    const things = Array.from({ length: 1000 }, (_, at) => ({ at, rank: (at * 7919) % 100 }));
    const before = turns;
    const made = await inSlices(things, ({ rank }) => {
      clock += 0.1;
      return rank;
    });
    expect(made).to.deep.equal(things.map(({ rank }) => rank));
    expect(turns - before).to.be.at.least(90 * 4);
    for (const count of [0, 1, 64, 65, 500, 1000]) {
      const sorting = turns;
      const some = things.slice(0, count);
      const sorted = await sortedInSlices(some, (one, other) => {
        clock += 0.01;
        return one.rank - other.rank;
      });
      expect(sorted).to.deep.equal(some.toSorted((one, other) => one.rank - other.rank));
      if (count === 1000) expect(turns - sorting).to.be.above(50 * 4);
    }
  });
});
