/** Services that each know one address, of which some lead to another node of a cluster. */
import { expect } from 'chai';
import { isWrittenElsewhere, lookMs, NodeWatch, toldMs } from '../../../../engine/database/mysql/nodes.ts';
import { type Database, openDatabase } from '../../../../engine/database/open.ts';
import { storedNow } from '../../../../engine/values.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { askDoctor } from '../../../harness/doctor.ts';
import { onlyOn } from '../../../harness/only-on.ts';

const onServers = onlyOn('mysql', 'SQLite has no other node');

describe('nodes of a cluster', () => {
  let database: TestDatabase;
  let other: Database;

  before(async () => {
    database = await createTestDatabase();
    other = openDatabase(database.config);
  });
  after(async () => {
    await other?.destroy();
    await database?.drop();
  });

  /** What two services find, in the rounds of a minute. @param placeAt the node of the second one in a round */
  const lookFor = async (placeAt: (round: number) => number) => {
    await database.knex('write_probes').delete();
    const [one, second] = [
      new NodeWatch(database.knex, async () => 0),
      new NodeWatch(other, async () => placeAt(at)),
    ];
    const found: boolean[] = [];
    let at = 0;
    for (; at * lookMs <= 60_000; at += 1) {
      found.push((await one.look(at * lookMs)) === true);
      await second.look(at * lookMs);
    }
    return found;
  };

  it('are told within a minute if two are written to, and not told any more once that ends', async () => {
    expect((await lookFor(() => 1)).at(-1)).to.equal(true);
    expect(isWrittenElsewhere(database.knex)).to.equal(true);
    expect(await lookFor(() => 0)).to.not.include(true);
    expect(isWrittenElsewhere(database.knex)).to.equal(false);
  });

  it('may take other places for a moment', async () => {
    expect(await lookFor((round) => (round < 2 ? 1 : 0))).to.not.include(true);
  });

  it('are a fault for the doctor, where services write to two', async () => {
    const judged = async (...ages: number[]) => {
      await database.knex('write_probes').where('id', '>', 1).delete();
      for (const [at, age] of ages.entries())
        await database
          .knex('write_probes')
          .insert({ id: 2 + at, written_at: storedNow(new Date(now - age)) });
      const found = await askDoctor('writers', { database: database.knex, now: new Date(now) });
      return found.map(({ state, what }) => `${state} ${what}`);
    };
    const now = Date.now();
    expect(await judged(0)).to.deep.equal([]);
    expect(await judged(0, toldMs + 1)).to.deep.equal([]);
    expect(await judged(0, toldMs - 1)).to.deep.equal(['fault writers']);
  });

  onServers.it('are none of a single server', async () => {
    expect(await new NodeWatch(database.knex).look(0)).to.equal(null);
  });
});
