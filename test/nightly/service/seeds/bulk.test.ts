/** Bulk data: as much as asked for, the same each time, by the rules of the domain, for sites of its own. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { fillBulk } from '../../../../seeds/bulk/fill.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { anywhere } from '../../../harness/only-on.ts';
import { runEntry } from '../../../harness/process.ts';
import { startSignIn } from '../../../service/auth/fixture.ts';
import { type DemoLinks, type DemoRows, readDemo, readLinks } from '../../../service/seeds/demo-rows.ts';
import { lawsFor, type SeedLaws } from '../../../service/seeds/laws.ts';

const command = 'commands/seed/seed-bulk.ts';

async function checksum(knex: Knex): Promise<string> {
  const hash = createHash('sha256');
  for (const rows of Object.values(await readDemo(knex))) hash.update(JSON.stringify(rows));
  const links = await readLinks(knex);
  for (const pairs of [links.operatorsOf, links.companiesOf, links.materialsOf]) {
    hash.update(JSON.stringify([...pairs].sort(([left], [right]) => left - right)));
  }
  return hash.digest('hex');
}

describe('bulk data', () => {
  const databases: TestDatabase[] = [];
  const create = async (content: 'blank' | 'empty' | 'demo'): Promise<TestDatabase> => {
    const database = await createTestDatabase(content);
    databases.push(database);
    return database;
  };

  after(async () => {
    for (const database of databases) await database.drop();
  });

  describe('beside the demo', () => {
    let database: TestDatabase;
    let before_: DemoRows;
    let added: DemoRows;
    let links: DemoLinks;
    let laws: SeedLaws;
    let output: { code: number | null; stdout: string; stderr: string };

    before(async () => {
      database = await create('demo');
      before_ = await readDemo(database.knex);
      const env = { DATABASE_URL: database.url };
      output = await runEntry([command, '--materials', '4501', '--sites', '2'], { env });
      const now = await readDemo(database.knex);
      links = await readLinks(database.knex);
      laws = lawsFor(now, links);
      added = {
        ...now,
        sites: now.sites.slice(before_.sites.length),
        materials: now.materials.slice(before_.materials.length),
        maintenances: now.maintenances.slice(before_.maintenances.length),
        items: now.items.slice(before_.items.length),
        item_movements: now.item_movements.slice(before_.item_movements.length),
        zones: now.zones.slice(before_.zones.length),
      };
    });

    it('says what there is now, and how far it was meanwhile', () => {
      expect(output.code, output.stderr).to.equal(0);
      expect(output.stdout).to.match(/ now has Bulk 1 and Bulk 2: [\d,]+ rows \([\d,]+ per second\)/);
      expect(output.stdout)
        .to.match(/materials +4,501\n/)
        .and.match(/maintenances +9,002\n/);
      expect(output.stderr)
        .to.match(/^[^\n]*\d+ % {2}[\d,]+ rows/)
        .and.match(/100 % [^\n]*\n$/);
    });

    it('fills sites of its own, evenly', () => {
      expect(added.sites.map(({ name }) => name)).to.deep.equal(['Bulk 1', 'Bulk 2']);
      const shares = added.sites.map(
        ({ id }) => added.materials.filter(({ site_id }) => site_id === id).length,
      );
      expect(shares).to.deep.equal([2250, 2251]);
      expect([added.maintenances.length, added.items.length, added.item_movements.length]).to.deep.equal([
        9002, 181, 1810,
      ]);
    });

    it('stands in zones of its site, under names that are unique there', () => {
      const zones = new Map(added.zones.map((zone) => [zone.id, zone]));
      for (const { site_id, zone_id, id } of added.materials) {
        const zone = zones.get(zone_id);
        expect([zone?.site_id, Number(zone?.allow_material)], `material ${id}`).to.deep.equal([site_id, 1]);
      }
      const halls = added.zones.filter(({ parent_id }) => parent_id === null);
      expect(halls.map(({ allow_material }) => Number(allow_material))).to.deep.equal([0, 0]);
      const names = added.zones.map(({ site_id, name }) => `${site_id} ${name}`);
      expect(new Set(names).size).to.equal(names.length);
    });

    it('gives each material its two maintenances, in every state and by the rules', () => {
      const counts = new Map(added.materials.map(({ id }) => [id, 0]));
      for (const row of added.maintenances) {
        counts.set(row.material_id, (counts.get(row.material_id) ?? 0) + 1);
        expect(laws.maintenance(row), `maintenance ${row.id}`).to.deep.equal([]);
      }
      expect([...new Set(counts.values())]).to.deep.equal([2]);
      const states = new Set(added.maintenances.map(({ status }) => status));
      expect([...states].sort()).to.deep.equal(['canceled', 'completed', 'in_progress', 'planned']);
    });

    it('has ledgers that add up', () => {
      for (const item of added.items) expect(laws.ledger(item), item.name).to.deep.equal([]);
      for (const row of added.item_movements) {
        expect(laws.movement(row), `movement ${row.id}`).to.deep.equal([]);
      }
    });

    it('lets the administrator in, and makes no one its operator', async () => {
      const service = await startSignIn({ database });
      try {
        const admin = service.client();
        expect((await admin.login('admin@demo.test')).status).to.equal(200);
        const switched = await admin.patch('/user/site', { site_id: added.sites[0]?.id });
        expect(switched.status, switched.text).to.equal(200);
        expect(switched.body.data.roles).to.deep.equal(['administrator']);
        const operator = await service.client().login('bulk-operator@bulk.invalid', '!');
        expect(operator.status).to.equal(422);
      } finally {
        await service.stop();
      }
    });

    it('goes into the next site when run again', async () => {
      const env = { DATABASE_URL: database.url };
      const again = await runEntry([command, '--materials', '1'], { env });
      expect([again.code, again.stdout.includes(' now has Bulk 3: ')]).to.deep.equal([0, true]);
      const users = await database.knex('users').where('username', 'bulk-operator');
      expect(users.length).to.equal(1);
    });
  });

  it('is the same each time, also without the demo', async () => {
    const request = { materials: 300, sites: 2, now: new Date('2026-06-01T08:00:00Z') };
    const sums: string[] = [];
    for (const hour of [0, 12]) {
      const { knex } = await create('empty');
      const progress: number[] = [];
      const now = new Date(request.now.getTime() + hour * 3_600_000);
      await fillBulk(knex, { ...request, now }, (done) => progress.push(done));
      expect(progress).to.deep.equal(progress.toSorted((left, right) => left - right));
      expect(progress.at(-1)).to.be.closeTo(1, 1e-9);
      sums.push(await checksum(knex));
    }
    expect(sums[0]).to.equal(sums[1]);
  });

  const refused: readonly (readonly [string[], RegExp])[] = [
    [[], /^--materials is missing\. Use: npm run seed:bulk [^\n]+\n$/],
    [['--materials'], /^[^\n]*--materials[^\n]* Use: npm run seed:bulk [^\n]+\n$/],
    [['--materials', '0'], /^--materials is "0": give a whole number from 1 to 10,000,000\.\n$/],
    [['--materials', '1e3'], /^--materials is "1e3": give a whole number/],
    [['--materials', '10000001'], /^--materials is "10000001": give a whole number/],
    [['--materials', '5', '--sites', '6'], /^--sites is "6": give a whole number from 1 to 5\.\n$/],
    [['--materials', '5', 'more'], /^more is not understood\. Use: npm run seed:bulk [^\n]+\n$/],
    [['--rows', '5'], /^Unknown option '--rows'\. Use: npm run seed:bulk [^\n]+\n$/],
  ];
  for (const [args, sentence] of refused) {
    anywhere.it(`refuses ${args.join(' ') || 'no arguments'} in one sentence`, async () => {
      const { url, knex } = databases[0] ?? (await create('demo'));
      const [count] = await knex('sites').count({ sites: '*' });
      const { code, stdout, stderr } = await runEntry([command, ...args], { env: { DATABASE_URL: url } });
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.match(sentence);
      expect(await knex('sites').count({ sites: '*' })).to.deep.equal([count]);
    });
  }

  it('refuses a schema that is not up to date', async () => {
    const { url } = await create('blank');
    const { code, stderr } = await runEntry([command, '--materials', '1'], { env: { DATABASE_URL: url } });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^[^\n]* lacks \d+ migrations: run npm run migrate first\.\n$/);
  });

  it('refuses a schema that lacks one migration', async () => {
    const { url, knex } = await create('empty');
    const last = await knex('knex_migrations').orderBy('id', 'desc').first('id');
    await knex('knex_migrations').where({ id: last.id }).delete();
    const { stderr } = await runEntry([command, '--materials', '1'], { env: { DATABASE_URL: url } });
    expect(stderr).to.match(/^[^\n]* lacks 1 migration: run npm run migrate first\.\n$/);
  });
});
