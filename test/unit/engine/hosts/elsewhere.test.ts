/** Whether others write to a cluster, by what one of its nodes says. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Elsewhere, othersWrote } from '../../../../engine/hosts/elsewhere.ts';
import { stateOf } from '../../../../engine/hosts/state.ts';

const answer = (own: number, all: number, node = 'a', view = 1) =>
  stateOf(
    new Map([['hostname', node]]),
    new Map([
      ['wsrep_replicated', String(own)],
      ['wsrep_last_committed', String(all)],
      ['wsrep_cluster_conf_id', String(view)],
    ]),
    null,
  );

/** What is told after these answers, so many seconds apart. */
function toldAfter(seconds: number, ...answers: readonly ReturnType<typeof answer>[]): boolean {
  const elsewhere = new Elsewhere();
  for (const [at, one] of answers.entries()) elsewhere.note(one, 1_000_000 + at * seconds * 1000);
  return elsewhere.isSo(1_000_000 + (answers.length - 1) * seconds * 1000);
}

describe('writes on other nodes', () => {
  it('are told where they go on for longer than a change of host takes', () => {
    expect(
      toldAfter(20, answer(5, 100), answer(5, 100), answer(5, 103), answer(5, 104), answer(5, 105)),
    ).to.equal(true);
    // All within the seconds in which one process after the other changes.
    expect(
      toldAfter(5, answer(5, 100), answer(5, 100), answer(5, 103), answer(5, 104), answer(5, 105)),
    ).to.equal(false);
    // A single one, by an operator.
    expect(
      toldAfter(20, answer(5, 100), answer(5, 100), answer(5, 101), answer(5, 101), answer(5, 101)),
    ).to.equal(false);
  });

  it('are not what the group says without writing: its changes, and what it agrees on', () => {
    const views = [1, 2, 3, 4, 5, 6].map((view) => answer(5, 100 + view, 'a', view));
    expect(toldAfter(20, ...views)).to.equal(false);
  });

  it('are told where connections lead to another node each time, not where they once do', () => {
    const inTurns = ['a', 'b', 'a', 'b', 'a', 'b', 'a'].map((node) => answer(5, 100, node));
    expect(toldAfter(15, ...inTurns)).to.equal(true);
    const once = ['a', 'a', 'b', 'b', 'b', 'a', 'a', 'a'].map((node) => answer(5, 100, node));
    expect(toldAfter(15, ...once)).to.equal(false);
  });

  it('are over after ten minutes without one', () => {
    const told = [answer(5, 100), answer(5, 100), answer(5, 103), answer(5, 104), answer(5, 105)];
    const quiet = Array.from({ length: 40 }, () => answer(5, 105));
    expect([toldAfter(20, ...told), toldAfter(20, ...told, ...quiet)]).to.deep.equal([true, false]);
  });

  it('are never told of a node that is the only one, however much is under way when it is asked', () => {
    // What it has begun, and of that what it has carried out: all of it by the next answer.
    const steps = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 4, maxLength: 30 });
    fc.assert(
      fc.property(steps, (writes) => {
        let [begun, done] = [0, 0];
        const answers = writes.map(([more, undone]) => {
          const before = begun;
          begun += more;
          done = Math.max(done, before, begun - undone);
          return answer(begun, 1000 + done);
        });
        expect(toldAfter(20, ...answers)).to.equal(false);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('are seen between three answers', () => {
    const [first, second] = [
      { own: 1, all: 10 },
      { own: 3, all: 12 },
    ];
    expect(othersWrote(first, second, { own: 5, all: 14 })).to.equal(false);
    expect(othersWrote(first, second, { own: 5, all: 17 })).to.equal(true);
  });
});
