/** Entries of counted lists that are folded into marks: the lists stay the same while others fold and write. */
import { expect } from 'chai';
import { counterName } from '../../../../../engine/counters/counter.ts';
import { createCounterWorker, maxWritten } from '../../../../../engine/counters/worker.ts';
import { openDatabase } from '../../../../../engine/database/open.ts';
import { dialectOf } from '../../../../../engine/database/query.ts';
import { expectCounted } from '../../../../../package/testing/laws/counters.ts';
import {
  createMaterials,
  many,
  modelOf,
  mostWaiting,
  north,
  startTallyWorld,
  type TallyWorld,
} from '../../../../database/engine/counters/world.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { type Service, serveDemo, startService } from '../../../../harness/service.ts';
import { until } from '../../../../harness/until.ts';

const onServers = onlyOn('mysql', 'SQLite has one writer at a time');

/** Much less than a node writes before it folds: nothing but what it wrote meanwhile. */
const few = maxWritten / 2;

/** How many entries wait once so many rows have been written: none where sums are changed where they stand. */
const waitingAfter = ({ database: { knex } }: Service, rows: number): number =>
  dialectOf(knex).trigger.addsInPlace ? 0 : rows;

/** Waits until no list has more than a few entries. */
const untilFolded = ({ database: { knex } }: Service): Promise<void> =>
  until('lists are folded', async () => (await mostWaiting(knex)) <= few, { everyMs: 50 });

describe('counted lists that are folded', () => {
  let world: TallyWorld;

  before(async () => {
    world = await startTallyWorld();
  });
  after(() => world?.service.stop());

  it('show the same while the node that wrote much folds them', async () => {
    const { database } = world.service;
    expect(await mostWaiting(database.knex)).to.be.at.least(waitingAfter(world.service, many));
    await createMaterials(world.manager, await world.zoneOf('Tally W'), maxWritten);
    for (let round = 0; round < 50 && (await mostWaiting(database.knex)) > few; round += 1) {
      await world.expectPages();
    }
    await untilFolded(world.service);
    await world.expectPages();
    await expectCounted(database.knex);
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

  onServers.it('are folded while somebody has written and not committed yet', async () => {
    const { knex, config } = world.service.database;
    await world.fold();
    await createMaterials(world.manager, await world.zoneOf('Tally U'), 300);
    const other = openDatabase(config);
    const writer = await other.transaction();
    try {
      const [like] = await knex('zones').where({ site_id: north }).limit(1);
      await writer('zones').insert({ ...like, id: undefined, name: 'Not yet', name_key: 'not yet' });
      await world.fold();
      const loose = { list: counterName(world.model, '', north), mark: 0 };
      expect(await knex('tallies').where(loose)).to.deep.equal([]);
    } finally {
      await writer.rollback();
      await other.destroy();
    }
    await expectCounted(knex);
  });
});

describe('a node that writes many rows', () => {
  const { service, manager } = serveDemo(['manager']);
  let zone: number;

  before(async () => {
    zone = (await manager.post('/zones', { name: 'Written to' })).body.data.id;
  });

  it('folds their lists, and no sooner, even if no request reads one', async () => {
    const { knex } = service.database;
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => void asked.push(sql);
    knex.on('query', listen);
    await createMaterials(manager, zone, maxWritten - 100);
    knex.off('query', listen);
    expect(asked.filter((sql) => sql.includes('`tallies`'))).to.deep.equal([]);
    expect(await mostWaiting(knex)).to.be.at.least(waitingAfter(service, maxWritten - 100));
    await createMaterials(manager, zone, 200);
    await untilFolded(service);
    await expectCounted(knex);
    const [own] = await knex('materials').where({ site_id: north }).count({ n: '*' });
    expect((await manager.get('/materials?page=7')).body.meta.total).to.equal(Number(own?.n));
  });

  it('folds beside another one that does, and both lose nothing', async () => {
    const { database } = service;
    const failed: string[] = [];
    const listen = ({ message }: Error) => void failed.push(message);
    database.knex.on('query-error', listen);
    const other = await startService({ database });
    try {
      const there = await other.signedIn('manager@demo.test');
      await Promise.all([manager, there].map((client) => createMaterials(client, zone, 2 * maxWritten)));
      await untilFolded(service);
    } finally {
      database.knex.off('query-error', listen);
      await other.stop();
    }
    expect(failed).to.deep.equal([]);
    await expectCounted(database.knex);
  });

  // On SQLite a process that keeps a lock keeps all writers waiting.
  onServers.it('answers all the same while somebody keeps it from folding', async () => {
    const { knex, config } = service.database;
    const other = openDatabase(config);
    const holder = await other.transaction();
    const names = await Promise.all(['materials', 'activities'].map(modelOf));
    await holder('tallies')
      .whereIn(
        'list',
        names.map(({ prefix }) => prefix),
      )
      .forUpdate();
    try {
      await createMaterials(manager, zone, maxWritten + 100);
      expect(await mostWaiting(knex)).to.be.above(maxWritten);
      await expectCounted(knex);
    } finally {
      await holder.rollback();
      await other.destroy();
    }
    await createMaterials(manager, zone, maxWritten);
    await untilFolded(service);
    await expectCounted(knex);
  });

  it('goes on asking where the database refuses, and tells so each time', async () => {
    const { config } = service.database;
    const model = await modelOf('materials');
    const closed = openDatabase(config);
    const told: unknown[] = [];
    const keeper = createCounterWorker(closed, [model], (error) => void told.push(error));
    await closed.destroy();
    const write = (table: string, rows: number) => {
      for (let row = 0; row < rows; row += 1) keeper.wrote(table, north);
    };
    // Lists are folded one after the other: once this one has been, so has all that was asked for before it.
    const expectTold = async (times: number) => {
      keeper.noted(model, 'the last', maxWritten);
      await until('the last list has been told of', () => told.length >= times, { tell: () => String(told) });
      expect(told, String(told)).to.have.lengthOf(times);
    };
    write('materials', maxWritten - 1);
    write('users', maxWritten);
    await expectTold(1);
    for (const round of [1, 2, 3]) {
      write('materials', round === 1 ? 1 : maxWritten);
      await expectTold(1 + 2 * round);
    }
    expect(told[0]).to.be.an('error');
  });
});
