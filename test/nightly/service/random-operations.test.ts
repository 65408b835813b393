/** Random actions of random people at two plants and the headquarters: the rules of the domain hold after all of them. */
import { expect } from 'chai';
import { expectCounted } from '../../../package/testing/laws/counters.ts';
import { expectReplayed } from '../../../package/testing/laws/journal.ts';
import { Run } from '../../harness/random/run.ts';
import { announceSeed, longest, searchRuns } from '../../harness/random/search.ts';
import { SmallWorld } from '../../harness/random/small-world.ts';
import { sequencesOf } from '../../harness/random/step.ts';

/** How many runs, and how many steps each has. */
const runs = 8;
const steps = 60;

describe('random operations', () => {
  let world: SmallWorld;
  const statuses = new Map<number, number>();

  before(async () => {
    announceSeed();
    world = await SmallWorld.start();
  });
  after(() => {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    console.log(`      ${counts.join(', ')}`);
    return world?.service.stop();
  });

  it('keep every rule of the domain, and show no user a row of another site', async function () {
    this.timeout(longest);
    await searchRuns(sequencesOf(steps), runs, async (taken) => {
      await world.restore();
      const run = new Run(world, (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
      for (const [at, step] of taken.entries()) {
        try {
          await run.take(step);
        } catch (error) {
          return { at, error };
        }
      }
      return null;
    });
  });

  it('were all counted', async () => {
    expect(await expectCounted(world.service.database.knex)).to.be.above(10);
  });

  it('are in the journal, each with all that it changed', async () => {
    expect(await expectReplayed(world.service.database.knex)).to.be.above(100);
  });

  it('were not all refused', () => {
    const good = [...statuses].filter(([status]) => status < 400).reduce((sum, [, count]) => sum + count, 0);
    expect(good).to.be.above(100);
  });
});
