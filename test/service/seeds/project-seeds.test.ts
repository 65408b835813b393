/** Seeds and roles of a project: put in once, whole, by the checks of every row; refused with file and row. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createAuth } from '../../../auth/index.ts';
import { createFileStore } from '../../../engine/features/files/store/store.ts';
import { buildEngine } from '../../../engine/features/index.ts';
import { createMailer } from '../../../service/outbox/mail/mail.ts';
import { findProject } from '../../../service/project/project.ts';
import { createRegistry } from '../../../service/project/registry.ts';
import { type SetUp, setUp } from '../../../service/project/seeds.ts';
import { dropAtExit, keepUntilExit } from '../../harness/at-exit.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { lentServices } from '../../harness/lent.ts';

/** What every seed here begins with: a site, and what is at it. */
const begin = `
  const { id } = await rows('sites').create({ name: 'Depot', timezone: 'Europe/Zurich', is_headquarters: true });
  const zones = async (work) => at(id, (there) => work(there.rows('zones')));
`;

describe('seeds of a project', () => {
  let folder: string;
  let database: TestDatabase;
  let run: (wanted?: {
    seeds: boolean;
    roles?: Record<string, readonly string[]>;
    files?: string | null;
  }) => Promise<SetUp>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-seeds-'));
    keepUntilExit(folder);
    database = await createTestDatabase('empty');
    const { knex: db, config: settings } = database;
    const registry = await createRegistry();
    const governed = [...registry.values()];
    const log = { info() {}, warn() {}, error() {} };
    const mailer = createMailer(settings);
    const auth = createAuth({ database: db, settings, log, mailer, resources: () => governed });
    const parts = buildEngine({
      ...{ db, registry, services: lentServices(auth, settings, registry), journalTable: 'activities' },
      ...{ baseUrl: '', locales: settings.locales, currency: null, report: () => {} },
    });
    const product = await findProject();
    run = ({ seeds, roles = {}, files = null } = { seeds: true }) => {
      const project = { ...product, options: { roles }, seedFolders: { base: [], own: [folder] } };
      return setUp(
        project,
        {
          ...{ db, parts, systemActor: auth.systemActor, filesFolder: files },
          now: new Date('2026-03-01T08:00:00Z'),
        },
        { seeds },
      );
    };
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
    dropAtExit(folder);
  });

  const write = (name: string, body: string) =>
    writeFile(
      join(folder, name),
      `export default { run: async ({ db, rows, at, roles, now, keepFile }) => {${begin}${body}} };`,
    );
  const refusal = async () => String(await run().catch((error: unknown) => error));
  const countOf = async (table: string) => Number((await database.knex(table).count({ n: '*' }))[0]?.n);

  for (const place of ['the database', 'a folder']) {
    it(`store files in ${place}, and count the rows that have them`, async () => {
      await write(
        '01-files.mjs',
        `const zone = await zones((rows) => rows.create({ name: 'Yard' }));
        const kept = await keepFile(id, 'plan.html', Buffer.from('x'.repeat(300_000)).fill('%PDF-1.7', 0, 8));
        await rows('attachments').load([{ ...kept, site_id: id, resource: 'zones', record_id: zone.id }]);`,
      );
      const files = place === 'a folder' ? folder : null;
      await run({ seeds: true, files });
      const [row] = await database.knex('attachments').select('name', 'type', 'size', 'sha256');
      expect(row).to.include({ name: 'plan.html.pdf', type: 'application/pdf', size: 300_000 });
      const [ledger] = await database.knex('files').select('name', 'uses', 'size', 'site_id');
      expect(ledger).to.include({ name: row.sha256, uses: 1, size: 300_000 });
      const store = createFileStore(database.knex, files);
      const read = store.read({ siteId: ledger.site_id, sha256: row.sha256 }, { start: 0, end: 299_999 });
      let size = 0;
      for await (const piece of read) size += piece.length;
      expect(size).to.equal(300_000);
    });
  }

  it('are run once, in the order of their names, by the checks of every row', async () => {
    await write(
      '01-places.mjs',
      `await zones((rows) => rows.createAll([{ name: ' Warehouse ' }, { name: 'Yard' }]));`,
    );
    await writeFile(
      join(folder, '02-machines.mjs'),
      `export default { run: async ({ rows, at }) => {
        const [zone] = await rows('zones').find({ name: 'Yard' });
        const made = await at(zone.site_id, ({ rows }) => rows('materials').load([
          { name: 'Pump', zone_id: zone.id, id: 70, purchase_price: 12.5, created_at: '2024-05-01T10:00:00+02:00' },
          { name: 'Mill', zone_id: zone.id, status: 'down' },
        ]));
        await at(zone.site_id, async ({ rows, now }) => {
          const [{ id: material_id }] = await rows('materials').find({ name: 'Mill' });
          await rows('maintenances').load([{ name: 'Done', material_id, type: 'preventive', status: 'completed', resolved_at: now }]);
        });
        if (made !== 2) throw new Error('Two were given.');
      } };`,
    );
    expect((await run()).seeds).to.deep.equal(['01-places.ts', '02-machines.ts']);
    const zones = await database.knex('zones').orderBy('id').select('name', 'name_key', 'version');
    expect(zones).to.deep.equal([
      { name: 'Warehouse', name_key: 'warehouse', version: 1 },
      { name: 'Yard', name_key: 'yard', version: 1 },
    ]);
    const [pump, mill] = await database.knex('materials').orderBy('name_key', 'desc');
    expect(pump).to.include({
      id: 70,
      name_key: 'pump',
      purchase_price: 1250,
      status: 'operational',
      version: 1,
    });
    expect(pump).to.include({ search_text: 'pump', created_at: '2024-05-01 08:00:00.000' });
    expect(mill).to.include({ status: 'down', created_at: '2026-03-01 08:00:00.000', created_by_id: null });
    // What is created stands in the history; what is loaded is history.
    expect(await database.knex('activities').orderBy('id').pluck('resource')).to.deep.equal([
      'site',
      'zone',
      'zone',
    ]);
    expect((await run()).seeds).to.deep.equal([]);
    expect(await countOf('zones')).to.equal(2);
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    [
      `await zones((r) => r.createAll([{ name: 'A' }, { name: 'B', hue: 1 }]));`,
      /row 2 of zones: hue: There is no/,
    ],
    [`await zones((r) => r.createAll([{ name: 'A' }, { name: 'A' }]));`, /row 2 of zones: name: /],
    [
      `await zones((r) => r.load([{ name: 'A' }, { name: 'B', allow_material: 'yes' }]));`,
      /row 2 of zones: allow_material: /,
    ],
    [`await zones((r) => r.load([{ name: 'A' }, {}]));`, /row 2 of zones: name: The name is required\.$/],
    [
      `await zones((r) => r.load([{ name: 'A' }, { name: 'B' }, { name: 'A' }]));`,
      /row 3 of zones: Another row has/,
    ],
    [
      `await zones((r) => r.load([{ name: 'A' }])); await zones((r) => r.load([{ name: 'B', parent_id: 999 }]));`,
      /row 2 of zones: It refers to a row/,
    ],
    [
      `await zones((r) => r.load([{ name: 'A', created_at: 'yesterday' }]));`,
      /row 1 of zones: created_at: It is no moment/,
    ],
    [`await zones((r) => r.load([{ name: 'A', id: 0.5 }]));`, /row 1 of zones: id: It is no id/],
    [`await rows('zones').load([{ name: 'A' }]);`, /row 1 of zones: site_id: Rows of sites/],
    [
      `await rows('companies').load([{ name: 'A', types: ['item_provider'] }, { name: 'B', types: ['friend'] }]);`,
      /row 2 of companies: types\.0: /,
    ],
    [`await at(999, async () => {});`, /there is no site 999/],
    [`await rows('gnomes').createAll([{}]);`, /gnomes/],
    [`await roles.id('nurse');`, /There is no role “nurse”/],
  ];
  for (const [body, message] of wrong) {
    it(`are refused, with file and row: ${body}`, async () => {
      await write('01-wrong.mjs', body);
      const told = await refusal();
      expect(told).to.match(message);
      if (/row \d/.test(String(message))) expect(told).to.include('01-wrong.mjs, row ');
      expect([await countOf('sites'), await countOf('zones'), await countOf('seed_runs')]).to.deep.equal([
        0, 0, 0,
      ]);
    });
  }

  it('are refused where a file exports none', async () => {
    await writeFile(join(folder, '01-knex.mjs'), 'export async function seed() {}');
    expect(await refusal()).to.match(/01-knex\.mjs is no seed: its default export is to be defineSeed/);
  });

  it('take rows as they come: few of many are held at a time', async () => {
    await write(
      '01-many.mjs',
      `await zones((r) => r.load((async function* () {
        for (let number = 0; number < 401; number += 1) yield { name: 'Zone ' + number };
        const [{ n }] = await db('zones').count({ n: '*' });
        if (Number(n) < 400) throw new Error('None of them is stored yet.');
      })()));`,
    );
    await run();
    expect(await countOf('zones')).to.equal(401);
  });

  it('find and give the roles of the configuration', async () => {
    await write(
      '01-people.mjs',
      `const user = await rows('users').create({
        first_name: 'Ann', last_name: 'Bee', username: 'ann', email: 'ann@a.test', password: 'a long passphrase', locale: 'en',
      });
      await roles.give(user.id, 'Nurse', id);
      await roles.give(user.id, 'nurse', id);
      if ((await roles.id('nurse')) !== 1) throw new Error('It is the first.');`,
    );
    await run({ seeds: true, roles: { nurse: ['zone.view'] } });
    const held = await database
      .knex('membership_roles')
      .join('memberships', 'memberships.id', 'membership_id')
      .join('users', 'users.id', 'user_id')
      .select('role_id', 'site_id', 'current_site_id', 'username');
    const site = Number((await database.knex('sites').first('id'))?.id);
    expect(held).to.deep.equal([{ role_id: 1, site_id: site, current_site_id: site, username: 'ann' }]);
  });

  describe('roles of the configuration', () => {
    const permissionsOf = (name: string) =>
      database
        .knex('role_permissions')
        .join('roles', 'roles.id', 'role_id')
        .where({ name })
        .orderBy('permission')
        .pluck('permission');
    const roles = { nurse: ['zone.*', 'material.view', 'zone.view'], chief: ['*'] };

    it('are made once, with all permissions of a resource for its name and a star', async () => {
      expect((await run({ seeds: false, roles })).roles).to.deep.equal(['role nurse', 'role chief']);
      const all = ['create', 'delete', 'update', 'view', 'viewAny'].map((one) => `zone.${one}`);
      expect(await permissionsOf('nurse')).to.deep.equal(['material.view', ...all]);
      expect(await permissionsOf('chief')).to.deep.equal(['*']);
      const [role] = await database.knex('roles').where({ name: 'nurse' });
      expect(role).to.include({ name_key: 'nurse', search_text: 'nurse', version: 1 });
    });

    it('belong to administrators from then on: what they changed, renamed or deleted stays so', async () => {
      await run({ seeds: false, roles: { ...roles, cook: ['zone.view'] } });
      const id = async (name: string) => (await database.knex('roles').where({ name }).first('id'))?.id;
      await database
        .knex('role_permissions')
        .where({ role_id: await id('nurse') })
        .delete();
      await database.knex('roles').where({ name: 'chief' }).update({ name: 'boss', name_key: 'boss' });
      await database
        .knex('role_permissions')
        .where({ role_id: await id('cook') })
        .delete();
      await database.knex('roles').where({ name: 'cook' }).delete();
      const again = { ...roles, nurse: ['*'], cook: ['zone.view'], porter: ['zone.view'] };
      expect((await run({ seeds: false, roles: again })).roles).to.deep.equal(['role porter']);
      expect(await permissionsOf('nurse')).to.deep.equal([]);
      expect(await database.knex('roles').orderBy('id').pluck('name')).to.deep.equal([
        'nurse',
        'boss',
        'porter',
      ]);
    });

    it('leave a role alone that a person has made by that name', async () => {
      const now = '2026-01-01 00:00:00.000';
      await database
        .knex('roles')
        .insert({ name: 'Nurse', name_key: 'nurse', search_text: 'nurse', created_at: now, updated_at: now });
      await run({ seeds: false, roles });
      expect(await permissionsOf('Nurse')).to.deep.equal([]);
    });

    it('stop the start where no definition has a permission, with those there are', async () => {
      const told = String(
        await run({ seeds: false, roles: { nurse: ['zone.fly'], cook: ['soup.*'] } }).catch((error) => error),
      );
      expect(told).to.match(
        /millwright\.config\.ts, roles\.nurse: there is no permission “zone\.fly”\. Use some of zone\.viewAny, .*zone\.\* for all/,
      );
      expect(told).to.match(/roles\.cook: there is no permission “soup\.\*”\. Resources are .*zone/);
      expect(await countOf('roles')).to.equal(0);
    });
  });
});
