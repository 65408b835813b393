/** Totals and pages of a list that is counted as it is written, against the same read row by row. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createRegistry } from '../../app.ts';
import { openDatabase } from '../../database.ts';
import { sortKey } from '../../engine/codec.ts';
import type { TallyModel } from '../../engine/tally.ts';
import { foldList } from '../../engine/tally-fold.ts';
import { countAnew, countMissing, forgetTallies, talliesOf, uncounted } from '../../engine/tally-setup.ts';
import { triggerSql } from '../../engine/tally-triggers.ts';
import type { Client } from '../harness/client.ts';
import { createTestDatabase, databaseKind, type TestDatabase, testAppKey } from '../harness/database.ts';
import { runEntry, startProcess } from '../harness/process.ts';
import { type Service, startService } from '../harness/service.ts';
import { expectCounted } from '../harness/tallies.ts';

/** Id of the demo's Plant North, where the manager is. */
const north = 2;
/** So many that their middle is far from both ends. */
const many = 14_000;
const statuses = ['operational', 'down', 'standby'] as const;

describe('lists that are counted as they are written', function () {
  this.timeout(120_000);
  let service: Service;
  let manager: Client;
  let model: TallyModel;

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
    const found = talliesOf(await createRegistry()).find(({ path }) => path === 'materials');
    if (!found) throw new Error('Materials are not counted.');
    model = found;
    const { knex } = service.database;
    const zones = await Promise.all(['A', 'B', 'C'].map((name) => zoneOf(`Tally ${name}`)));
    const rows = Array.from({ length: many }, (_, index) => {
      // Three zones have a material of each name: the order has to tell them apart by their ids.
      const name = `Tallied ${String((Math.floor(index / 3) * 7919) % many).padStart(5, '0')}`;
      const moment = `2026-01-01 00:00:${String(index % 60).padStart(2, '0')}.000`;
      return {
        site_id: north,
        zone_id: zones[index % 3] ?? 0,
        name,
        name_key: sortKey(name),
        status: statuses[index % 3] ?? 'down',
        criticality: 'medium',
        search_text: sortKey(name),
        created_at: moment,
        updated_at: moment,
      };
    });
    await knex.batchInsert('materials', rows, 400);
  });
  after(() => service?.stop());

  const zoneOf = async (name: string): Promise<number> =>
    (await manager.post('/zones', { name })).body.data.id;

  /** Pages of lists in both directions, near the ends and far from them, held against the table. */
  const expectPages = async (): Promise<void> => {
    const { knex } = service.database;
    for (const status of [null, 'down'] as const) {
      for (const descending of [false, true]) {
        const direction = descending ? 'desc' : 'asc';
        const ids: number[] = await knex('materials')
          .where({ site_id: north, ...(status && { status }) })
          .orderBy([
            { column: 'name_key', order: direction },
            { column: 'id', order: direction },
          ])
          .pluck('id');
        const last = Math.ceil(ids.length / 50);
        for (const page of [1, 2, Math.floor(last / 3), Math.floor(last / 2), Math.floor(last * 0.7), last]) {
          const query = `sort=${descending ? '-' : ''}name&per_page=50&page=${page}${status ? `&status=${status}` : ''}`;
          const { body } = await manager.get(`/materials?${query}`);
          expect(body.meta.total, query).to.equal(ids.length);
          expect(
            body.data.map(({ id }: { id: number }) => id),
            query,
          ).to.deep.equal(ids.slice((page - 1) * 50, page * 50));
        }
      }
    }
  };
  const fold = async (): Promise<void> => {
    for (const status of ['', ...statuses.map((one) => `status=${one}`)]) {
      await foldList(service.database.knex, model, `${model.prefix}/${status}/${north}`);
    }
  };
  const marks = (): Promise<number> =>
    service.database
      .knex('tallies')
      .where({ list: `${model.prefix}//${north}`, mark: 1 })
      .then((rows) => rows.length);

  it('are right before anything is folded', async () => {
    await expectPages();
    expect(await expectCounted(service.database.knex)).to.be.above(20);
  });

  it('get marks once they are long, and are read from them', async () => {
    await fold();
    expect(await marks()).to.be.within(4, 10);
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => void asked.push(sql);
    service.database.knex.on('query', listen);
    await manager.get(`/materials?page=${Math.floor(many / 40)}`);
    service.database.knex.off('query', listen);
    expect(asked.join('\n'))
      .to.match(/`name_key` >= \?/)
      .and.not.to.match(/count\(\*\) as `total`/);
    await expectPages();
    await expectCounted(service.database.knex);
  });

  it('follow rows that come, go and change, folded or not', async () => {
    const { knex } = service.database;
    const ids: number[] = await knex('materials').where({ site_id: north }).orderBy('id').pluck('id');
    const some = ids.slice(-many).filter((_, index) => index % 97 === 0);
    for (const [index, id] of some.entries()) {
      const path = `/materials/${id}`;
      const name = `Tallied ${String(index * 80).padStart(5, '0')} renamed`;
      const replies = [
        () => manager.delete(path),
        () => manager.patch(path, { name }),
        () => manager.patch(path, { status: 'degraded' }),
        () => manager.patch(path, { status: 'degraded', name }),
        () => manager.patch(path, { description: 'Nothing that is counted.' }),
      ] as const;
      const { status, text } = await (replies[index % replies.length] ?? replies[0])();
      expect(status, text).to.be.oneOf([200, 204]);
    }
    await expectPages();
    await expectCounted(knex);
    await fold();
    await expectPages();
    await expectCounted(knex);
  });

  it('stay right while they are folded from several places at once, under writes', async () => {
    const { knex } = service.database;
    const zone = await zoneOf('Tally D');
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1) {
        const name = `Tallied ${String((writer * 25 + index) * 130).padStart(5, '0')} new`;
        const { status, text } = await manager.post('/materials', { name, zone_id: zone });
        expect(status, text).to.equal(201);
      }
    });
    const folders = Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 5; round += 1) await fold();
    });
    await Promise.all([...writers, ...folders]);
    await expectCounted(knex);
    await expectPages();
  });

  it('are counted at the headquarters over all sites, and by site there', async () => {
    const administrator = await service.signedIn('admin@demo.test');
    const { knex } = service.database;
    const [all] = await knex('materials').where({ status: 'down' }).count({ n: '*' });
    const [own] = await knex('materials').where({ site_id: north }).count({ n: '*' });
    const total = async (query: string) => (await administrator.get(`/materials?${query}`)).body.meta.total;
    expect(await total('status=down')).to.equal(Number(all?.n));
    const [two] = await knex('materials').whereIn('status', ['down', 'standby']).count({ n: '*' });
    expect(await total('status=down,standby,down')).to.equal(Number(two?.n));
    expect(await total(`site_id=${north}`)).to.equal(Number(own?.n));
    expect(await total('site_id=999999')).to.equal(0);
  });

  /** Counts by status as the table has them, in the order of the enumeration. */
  const countsInTable = async (where: Record<string, number>) => {
    const rows: { value: string; n: number }[] = await service.database
      .knex('materials')
      .where(where)
      .groupBy('status')
      .select('status as value')
      .count({ n: '*' });
    const order = ['operational', 'degraded', 'standby', 'down', 'decommissioned'];
    const counts = rows.map(({ value, n }) => ({ value, count: Number(n) }));
    return counts.sort((one, other) => order.indexOf(one.value) - order.indexOf(other.value));
  };

  /** @returns the statements that looked at the table of materials without a bound */
  const expectCounts = async (): Promise<string[]> => {
    const { knex } = service.database;
    const administrator = await service.signedIn('admin@demo.test');
    const [own] = await knex('materials').where({ site_id: north }).count({ n: '*' });
    const [atNorth, everywhere] = [await countsInTable({ site_id: north }), await countsInTable({})];
    expect(atNorth.map(({ value }) => value)).to.include.members(['operational', 'degraded', 'down']);
    expect(everywhere).not.to.deep.equal(atNorth);
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => void asked.push(sql);
    knex.on('query', listen);
    const path = '/materials/counts?by=status';
    expect((await manager.get(path)).body.data).to.deep.equal(atNorth);
    expect((await administrator.get(path)).body.data).to.deep.equal(everywhere);
    expect((await administrator.get(`${path}&site_id=${north}`)).body.data).to.deep.equal(atNorth);
    expect((await manager.get('/incidents/options/material_id')).body.meta.total).to.equal(Number(own?.n));
    knex.off('query', listen);
    return asked.filter((sql) => /count\(\*\).* from `materials`/.test(sql));
  };

  it('serve counts by an enumeration, and say how many there are to choose from', async () => {
    expect(await expectCounts()).to.deep.equal([]);
    const { knex } = service.database;
    const odd = { site_id: north, name: 'Tallied odd' };
    const [like] = await knex('materials').where({ site_id: north }).limit(1);
    const { zone_id, criticality, search_text, created_at, updated_at } = like;
    const own = { zone_id, criticality, search_text, created_at, updated_at, status: 'standby' };
    await knex('materials').insert({ ...own, ...odd, name_key: 'tallied odd' });
    expect(await expectCounts()).to.deep.equal([]);
    await knex('materials').where(odd).delete();
    expect(await expectCounts()).to.deep.equal([]);
  });

  it('leave out what they cannot tell of counts', async () => {
    const words = (await manager.get('/materials/counts?by=status&search=renamed')).body.data;
    expect(words.length).to.be.above(1);
    const one = (await manager.get('/materials/counts?by=status&status=down')).body.data;
    expect(one).to.deep.equal(
      (await countsInTable({ site_id: north })).filter(({ value }) => value === 'down'),
    );
  });

  it('are counted when asked for where nothing is kept, and anew from then on', async () => {
    const { knex } = service.database;
    await forgetTallies(knex, model);
    expect(await uncounted(knex, [model])).to.deep.equal(['materials']);
    expect(await expectCounts()).to.have.lengthOf(4);
    await knex('materials').where({ site_id: north, name: 'Tallied 00130 new' }).delete();
    await expectPages();
    expect([...(await countMissing(knex, [model])).keys()]).to.deep.equal([]);
    expect(await uncounted(knex, [model])).to.deep.equal([]);
    expect(await marks()).to.be.above(3);
    await expectPages();
    await expectCounted(knex);
  });

  // SQLite has one process that begins.
  const onServers = databaseKind === 'mysql' ? it : () => {};
  onServers('are counted anew once, where two begin at the same moment', async () => {
    const { knex, config } = service.database;
    const models = talliesOf(await createRegistry());
    const others = [openDatabase(config), openDatabase(config)];
    for (let round = 0; round < 3; round += 1) {
      for (const each of models) await forgetTallies(knex, each);
      const refused = await Promise.all(others.map((other) => countMissing(other, models)));
      expect(refused.map((each) => [...each])).to.deep.equal([[], []]);
      expect(await uncounted(knex, models)).to.deep.equal([]);
      await expectCounted(knex);
    }
    const said = await knex('tallies').where({ list: model.prefix }).count({ n: '*' });
    expect(Number(said[0]?.n), 'who came second counted nothing').to.equal(1);
    for (const other of others) await other.destroy();
  });

  it('are asked for together at a start, whichever of them is missing', async () => {
    const { knex } = service.database;
    const models = talliesOf(await createRegistry());
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => void asked.push(sql);
    knex.on('query', listen);
    expect(await uncounted(knex, models)).to.deep.equal([]);
    knex.off('query', listen);
    expect(asked, asked.join('\n')).to.have.lengthOf(2);
    // One of three triggers gone: whatever it would have counted is lost.
    const [one, other] = [models[0], models.find(({ path }) => path === 'zones')];
    if (!one || !other || one === other) throw new Error('There are too few that are counted.');
    await knex.raw('drop trigger ??', [`tally_${one.table}_${one.prefix.slice(-8)}_update`]);
    await knex('tallies').where({ list: other.prefix }).delete();
    const missing = models.map(({ path }) => path).filter((path) => [one.path, other.path].includes(path));
    expect(await uncounted(knex, models)).to.deep.equal(missing);
    expect([...(await countMissing(knex, models)).keys()]).to.deep.equal([]);
    expect(await uncounted(knex, models)).to.deep.equal([]);
    await expectCounted(knex);
  });

  it('are counted anew while somebody writes', async () => {
    const zone = await zoneOf('Tally E');
    const writing = async () => {
      for (let index = 0; index < 30; index += 1) {
        const { status } = await manager.post('/materials', { name: `While ${index}`, zone_id: zone });
        expect(status).to.equal(201);
      }
    };
    await Promise.all([writing(), countAnew(service.database.knex, model)]);
    await expectCounted(service.database.knex);
  });

  it('stay right when a site goes, whose journal stays', async () => {
    const administrator = await service.signedIn('admin@demo.test');
    const { body } = await administrator.post('/sites', { name: 'Tally site' });
    const id: number = body.data.id;
    await service.database
      .knex('activities')
      .where({ resource: 'site', record_id: id })
      .update({ site_id: id });
    expect((await administrator.delete(`/sites/${id}`)).status).to.equal(204);
    expect((await administrator.get(`/activities?site_id=${id}`)).body.meta.total).to.equal(0);
    await expectCounted(service.database.knex);
  });

  it('know nothing of counts of another shape', async () => {
    // A node of an earlier version reads no sums that are not its own.
    const other: TallyModel = { ...model, prefix: 'materials@00000000' };
    expect(await uncounted(service.database.knex, [other])).to.deep.equal(['materials']);
    expect(triggerSql(other, 'insert', false)).to.include('materials@00000000//');
  });
});

// SQLite knows no privileges.
const describeOnServers = databaseKind === 'mysql' ? describe : () => {};

describeOnServers('a database that refuses to count', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let url: URL;

  before(async () => {
    database = await createTestDatabase('blank');
    url = new URL(database.url);
    const user = `m${randomBytes(5).toString('hex')}`;
    const rights = 'select, insert, update, delete, create, drop, alter, index, references';
    await database.knex.raw(`create user ${user}@'%' identified by 'secret'`);
    await database.knex.raw(`grant ${rights} on ${url.pathname.slice(1)}.* to ${user}@'%'`);
    url.username = user;
    url.password = 'secret';
  });
  after(async () => {
    await database?.knex.raw(`drop user ${url.username}@'%'`);
    await database?.drop();
  });

  it('is told of by the command that migrates, and lists are right all the same', async () => {
    const env = { DATABASE_URL: url.href, APP_KEY: testAppKey, LOG_LEVEL: 'warn' };
    const { code, stdout } = await runEntry(['commands/migrate.ts'], { env });
    expect(stdout).to.match(/Totals of materials are not kept, which makes long lists slow\..*TRIGGER/);
    expect(code).to.equal(0);
    await runEntry(['commands/seed.ts'], { env });
    const node = await startProcess({ env });
    const client = node.client();
    await client.login('manager@demo.test');
    const [rows] = await database.knex('materials').where({ site_id: north }).count({ n: '*' });
    expect((await client.get('/materials')).body.meta.total).to.equal(Number(rows?.n));
    expect(node.stdout).to.include('run npm run migrate');
    await node.stop();
  });
});
