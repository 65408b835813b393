/** Entries of counted lists that are folded into marks: what lists show stays the same, whoever folds and whoever writes. */

import { expect } from 'chai';
import { expectCounted } from '../harness/tallies.ts';
import { many, north, startTallyWorld, type TallyWorld } from './tally-world.ts';

describe('counted lists that are folded', function () {
  this.timeout(120_000);
  let world: TallyWorld;

  before(async () => {
    world = await startTallyWorld();
  });
  after(() => world?.service.stop());

  it('get marks once they are long, and are read from them', async () => {
    await world.fold();
    expect(await world.marks()).to.be.within(4, 10);
    const asked = await world.heard(() => world.manager.get(`/materials?page=${Math.floor(many / 40)}`));
    expect(asked.join('\n'))
      .to.match(/`name_key` >= \?/)
      .and.not.to.match(/count\(\*\) as `total`/);
    await world.expectPages();
    await expectCounted(world.service.database.knex);
  });

  it('follow rows that come, go and change, folded or not', async () => {
    const { knex } = world.service.database;
    const ids: number[] = await knex('materials').where({ site_id: north }).orderBy('id').pluck('id');
    const some = ids.slice(-many).filter((_, index) => index % 97 === 0);
    for (const [index, id] of some.entries()) {
      const path = `/materials/${id}`;
      const name = `Tallied ${String(index * 80).padStart(5, '0')} renamed`;
      const replies = [
        () => world.manager.delete(path),
        () => world.manager.patch(path, { name }),
        () => world.manager.patch(path, { status: 'degraded' }),
        () => world.manager.patch(path, { status: 'degraded', name }),
        () => world.manager.patch(path, { description: 'Nothing that is counted.' }),
      ] as const;
      const { status, text } = await (replies[index % replies.length] ?? replies[0])();
      expect(status, text).to.be.oneOf([200, 204]);
    }
    await world.expectPages();
    await expectCounted(knex);
    await world.fold();
    await world.expectPages();
    await expectCounted(knex);
  });

  it('stay right while they are folded from several places at once, under writes', async () => {
    const { knex } = world.service.database;
    const zone = await world.zoneOf('Tally D');
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1) {
        const name = `Tallied ${String((writer * 25 + index) * 130).padStart(5, '0')} new`;
        const { status, text } = await world.manager.post('/materials', { name, zone_id: zone });
        expect(status, text).to.equal(201);
      }
    });
    const folders = Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 5; round += 1) await world.fold();
    });
    await Promise.all([...writers, ...folders]);
    await expectCounted(knex);
    await world.expectPages();
  });
});
