/** The start of counting, again or on a database full of rows: lists are right before, meanwhile and afterwards. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import {
  countAllAnew,
  countAnew,
  countersOf,
  countMissing,
  forgetCounters,
  uncounted,
} from '../../../../../engine/counters/setup.ts';
import { openDatabase } from '../../../../../engine/database/open.ts';
import { expectCounted } from '../../../../../package/testing/laws/counters.ts';
import { createRegistry } from '../../../../../service/project/registry.ts';
import {
  expectCounts,
  north,
  startTallyWorld,
  type TallyWorld,
} from '../../../../database/engine/counters/world.ts';
import { createTestDatabase, type TestDatabase, testAppKey } from '../../../../harness/database.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { runEntry, startProcess } from '../../../../harness/process.ts';

describe('lists that begin to be counted', () => {
  let world: TallyWorld;

  before(async () => {
    world = await startTallyWorld();
  });
  after(() => world?.service.stop());

  it('are counted at each request if no count is stored, and stored from then on', async () => {
    const { knex } = world.service.database;
    await forgetCounters(knex, world.model);
    expect(await uncounted(knex, [world.model])).to.deep.equal(['materials']);
    expect(await expectCounts(world)).to.have.lengthOf(6);
    await knex('materials').where({ site_id: north, name: 'Tallied 00000' }).delete();
    await world.expectPages();
    expect([...(await countMissing(knex, [world.model])).keys()]).to.deep.equal([]);
    expect(await uncounted(knex, [world.model])).to.deep.equal([]);
    await world.expectPages();
    await expectCounted(knex);
  });

  const onServers = onlyOn('mysql', 'SQLite has one process that begins');
  onServers.it('are counted anew once, where two begin at the same moment', async () => {
    const { knex, config } = world.service.database;
    const models = countersOf(await createRegistry());
    const others = [openDatabase(config), openDatabase(config)];
    for (let round = 0; round < 3; round += 1) {
      for (const each of models) await forgetCounters(knex, each);
      const refused = await Promise.all(others.map((other) => countMissing(other, models)));
      expect(refused.map((each) => [...each])).to.deep.equal([[], []]);
      expect(await uncounted(knex, models)).to.deep.equal([]);
      await expectCounted(knex);
    }
    const said = await knex('tallies').where({ list: world.model.prefix }).count({ n: '*' });
    expect(Number(said[0]?.n), 'who came second counted nothing').to.equal(1);
    // As two who reindex, or one beside a node that starts.
    const again = await Promise.allSettled([
      countAllAnew(others[0] ?? knex, models),
      countAllAnew(others[1] ?? knex, models),
      countMissing(knex, models),
    ]);
    expect(again.map(({ status }) => status)).to.deep.equal(Array(3).fill('fulfilled'));
    expect(await uncounted(knex, models)).to.deep.equal([]);
    await expectCounted(knex);
    for (const other of others) await other.destroy();
  });

  it('are asked for together at a start, whichever of them is missing', async () => {
    const { knex } = world.service.database;
    const models = countersOf(await createRegistry());
    const asked = await world.heard(async () => {
      expect(await uncounted(knex, models)).to.deep.equal([]);
    });
    expect(asked, asked.join('\n')).to.have.lengthOf(2);
    // One of three triggers is missing: what it would have counted is lost.
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

  it('are counted again while others write', async () => {
    const zone = await world.zoneOf('Tally E');
    const writing = async () => {
      for (let index = 0; index < 30; index += 1) {
        const { status } = await world.manager.post('/materials', { name: `While ${index}`, zone_id: zone });
        expect(status).to.equal(201);
      }
    };
    await Promise.all([writing(), countAnew(world.service.database.knex, world.model)]);
    await expectCounted(world.service.database.knex);
  });
});

const withPrivileges = onlyOn('mysql', 'SQLite knows no privileges');

withPrivileges.describe('a database that refuses to count', () => {
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
    expect(stdout).to.match(
      /The database refuses triggers, so totals of .* and \d+ others are counted at each request.*TRIGGER/,
    );
    expect(stdout).to.include('GRANT TRIGGER');
    expect(code).to.equal(0);
    await runEntry(['commands/seed/seed.ts'], { env });
    const node = await startProcess({ env });
    const client = node.client();
    await client.login('manager@demo.test');
    const [rows] = await database.knex('materials').where({ site_id: north }).count({ n: '*' });
    expect((await client.get('/materials')).body.meta.total).to.equal(Number(rows?.n));
    expect(node.stdout).to.include('run npm run migrate');
    await node.stop();
  });
});
