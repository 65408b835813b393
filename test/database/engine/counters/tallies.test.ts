/** Totals and pages of a list that is counted as it is written, against the same read row by row. */

import { expect } from 'chai';
import type { CounterModel } from '../../../../engine/counters/counter.ts';
import { uncounted } from '../../../../engine/counters/setup.ts';
import { triggerSql } from '../../../../engine/counters/triggers.ts';
import { sqliteDialect } from '../../../../engine/database/dialect/sqlite.ts';
import { expectCounted } from '../../../../package/testing/laws/counters.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { countsInTable, expectCounts, north, startTallyWorld, type TallyWorld } from './world.ts';

const onSqlite = onlyOn('sqlite', 'elsewhere several write at a time');

describe('lists that are counted as they are written', () => {
  let world: TallyWorld;

  before(async () => {
    world = await startTallyWorld();
  });
  after(() => world?.service.stop());

  it('are right before anything is folded', async () => {
    await world.expectPages();
    expect(await expectCounted(world.service.database.knex)).to.be.above(20);
  });

  it('are counted at the headquarters over all sites, and by site there', async () => {
    const administrator = await world.service.signedIn('admin@demo.test');
    const { knex } = world.service.database;
    const [all] = await knex('materials').where({ status: 'down' }).count({ n: '*' });
    const [own] = await knex('materials').where({ site_id: north }).count({ n: '*' });
    const total = async (query: string) => (await administrator.get(`/materials?${query}`)).body.meta.total;
    expect(await total('status=down')).to.equal(Number(all?.n));
    const [two] = await knex('materials').whereIn('status', ['down', 'standby']).count({ n: '*' });
    expect(await total('status=down,standby,down')).to.equal(Number(two?.n));
    expect(await total(`site_id=${north}`)).to.equal(Number(own?.n));
    expect(await total('site_id=999999')).to.equal(0);
  });

  it('serve counts by an enumeration, and say how many there are to choose from', async () => {
    expect(await expectCounts(world)).to.deep.equal([]);
    const { knex } = world.service.database;
    const odd = { site_id: north, name: 'Tallied odd' };
    const [like] = await knex('materials').where({ site_id: north }).limit(1);
    const { zone_id, criticality, search_text, created_at, updated_at } = like;
    const own = { zone_id, criticality, search_text, created_at, updated_at, status: 'standby' };
    await knex('materials').insert({ ...own, ...odd, name_key: 'tallied odd' });
    expect(await expectCounts(world)).to.deep.equal([]);
    await knex('materials').where(odd).delete();
    expect(await expectCounts(world)).to.deep.equal([]);
  });

  it('leave out what they cannot tell of counts', async () => {
    const { knex } = world.service.database;
    const words = (await world.manager.get('/materials/counts?by=status&search=tallied')).body.data;
    expect(words.length).to.be.above(1);
    const one = (await world.manager.get('/materials/counts?by=status&status=down')).body.data;
    expect(one).to.deep.equal(
      (await countsInTable(knex, { site_id: north })).filter(({ value }) => value === 'down'),
    );
  });

  onSqlite.it('are added up where they stand', async () => {
    const { knex } = world.service.database;
    const [like] = await knex('materials').where({ site_id: north, status: 'standby' }).limit(1);
    const { zone_id, criticality, search_text, created_at, updated_at } = like;
    const administrator = await world.service.signedIn('admin@demo.test');
    const site_id: number = (await administrator.post('/sites', { name: 'Without lists' })).body.data.id;
    const own = { site_id, zone_id, criticality, search_text, created_at, updated_at };
    const sums = async () => {
      await expectCounted(knex);
      expect(await knex('tallies').where({ mark: 0 })).to.deep.equal([]);
      const lists = await knex('tallies').where('list', 'like', `${world.model.prefix}/%`).groupBy('list');
      return lists.length;
    };
    const before = await sums();
    const [made] = await knex('materials').insert({
      ...own,
      name: 'Aa',
      name_key: 'aa',
      status: 'degraded',
    });
    expect(await sums(), 'all rows, those of the status, of the criticality').to.equal(before + 3);
    await knex('materials').where({ id: made }).update({ name: 'Zz', name_key: 'zz', status: 'standby' });
    await sums();
    await knex('materials').where({ id: made }).update({ site_id: north });
    await sums();
    await knex('materials').where({ id: made }).delete();
    await sums();
  });

  it('stay right when a site goes, whose journal stays', async () => {
    const administrator = await world.service.signedIn('admin@demo.test');
    const { body } = await administrator.post('/sites', { name: 'Tally site' });
    const id: number = body.data.id;
    await world.service.database
      .knex('activities')
      .where({ resource: 'site', record_id: id })
      .update({ site_id: id });
    expect((await administrator.delete(`/sites/${id}`)).status).to.equal(204);
    expect((await administrator.get(`/activities?site_id=${id}`)).body.meta.total).to.equal(0);
    await expectCounted(world.service.database.knex);
  });

  it('know nothing of counts of another shape', async () => {
    // A node of an earlier version reads no sums that are not its own.
    const other: CounterModel = { ...world.model, prefix: 'materials@00000000' };
    expect(await uncounted(world.service.database.knex, [other])).to.deep.equal(['materials']);
    expect(triggerSql(other, 'insert', sqliteDialect)).to.include('materials@00000000//');
  });
});
