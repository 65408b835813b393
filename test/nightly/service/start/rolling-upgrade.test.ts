/**
 * A service of the version before on a database that the next version has migrated: what a migration may do under it, what it may not,
 * and what both make of each other's rows. The version before is this one; the next one has its definitions, changed.
 */
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { examine } from '../../../../commands/doctor/examine.ts';
import { draftMigration } from '../../../../commands/drafts/draft.ts';
import { findWrongCounts } from '../../../../commands/stored/verify.ts';
import { countersOf, countMissing } from '../../../../engine/counters/setup.ts';
import { migrateDatabase } from '../../../../engine/database/migrate.ts';
import { migrations, openDatabase } from '../../../../engine/database/open.ts';
import { migratedSchema } from '../../../../engine/features/schema/introspect.ts';
import { enumerationsOf } from '../../../../engine/features/schema/values.ts';
import type { Registry } from '../../../../engine/model/resource.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import { foreseeUpgrade, requireNoObstacles } from '../../../../service/start/migrate.ts';
import { prepareDatabase } from '../../../../service/start/prepare-database.ts';
import { Client } from '../../../harness/client.ts';
import {
  createTestDatabase,
  databaseKind,
  type TestDatabase,
  testAppKey,
} from '../../../harness/database.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const columns = resolve(import.meta.dirname, '../../../../migrations/columns');

const tools = `import { BelongsTo, defineResource, Nullable, Text } from '../engine/index.ts';
export default defineResource({
  name: 'tool', path: 'tools', table: 'tools', scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: { name: Text(), zone_id: Nullable(BelongsTo('zones')) },
  sort: ['name'], defaultSort: 'name',
});
`;

/** A table, a value, columns that may be left out, an order and a filter more; the totals are counted in another shape. */
const more: readonly (readonly [string, string])[] = [
  ["'high', 'critical'], {", "'high', 'critical', 'catastrophic'], {"],
  [
    '    description: Nullable(Text({ max: 5000, multiline: true })),\n',
    '    description: Nullable(Text({ max: 5000, multiline: true })),\n' +
      "    hint: Nullable(Text()),\n    hours: Nullable(Integer()),\n    cause: Enum(['wear', 'misuse'], { default: 'wear' }),\n",
  ],
  ["  filters: [\n    'material_id',", "  filters: ['cause', 'hours', 'material_id',"],
  ["  sort: ['severity',", "  sort: ['name', 'severity',"],
  ['import {\n  BelongsTo,', 'import { Integer, BelongsTo,'],
];

/** Columns that get shorter, of another kind, and required: no draft does that by itself. */
const narrower = `
  await knex.raw('alter table cleanings drop column description');
  await knex.raw('alter table cleanings add column description varchar(40)');
  await knex.raw('alter table materials drop column in_service_date');
  await knex.raw('alter table materials add column in_service_date datetime');
  await knex.raw('alter table materials drop column model');
  await knex.raw("alter table materials add column model varchar(255) not null default ''");
`;

/** A draft with what it leaves to its author: the values of an enumeration, and their order. */
function withValues(source: string): string {
  const [, rerank = ''] = /`(await rerank\(.*?\))`/.exec(source) ?? [];
  const [, severity = ''] = /`export const values = \{ incidents: \{ (severity: \[.*?\])/.exec(source) ?? [];
  const known = source.includes('\nexport const values')
    ? source.replace(/^(export const values = \{\s*incidents: \{)/m, `$1 ${severity},`)
    : source.replace(/^export async/m, `export const values = { incidents: { ${severity} } };\n$&`);
  return known
    .replace(/^import /m, "import { rerank } from './columns/changes.ts';\nimport ")
    .replace(/ up\(.*\n/, `$&  ${rerank};\n`);
}

/** A version that is to come: its definitions, and the migration that brings a database to it. */
interface NextVersion {
  readonly folder: string;
  readonly registry: Registry;
  readonly migration: string;
  /** Whether migrations are found by this process: while they are, it is of that version. */
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
}

async function makeNext(
  edits: readonly (readonly [string, string])[],
  write: (source: string) => string = (source) => source,
): Promise<NextVersion> {
  const folder = await copyDefinitions();
  const file = join(folder, 'incidents.ts');
  const text = edits.reduce(
    (made, [from, to]) => {
      if (!made.includes(from)) throw new Error(`incidents.ts does not say ${from}`);
      return made.replace(from, to);
    },
    await readFile(file, 'utf8'),
  );
  await writeFile(file, text);
  await writeFile(join(folder, 'tools.ts'), tools);
  const own = join(folder, 'migrations');
  await mkdir(own);
  await symlink(columns, join(own, 'columns'));
  const registry = await createRegistry(folder);
  const migration = '29990101000000_next.ts';
  await writeFile(
    join(own, migration),
    write(draftMigration(registry, await migratedSchema())?.source ?? ''),
  );
  const take: NextVersion['take'] = async (work) => {
    const before = migrations.folders;
    migrations.folders = [...before, own];
    try {
      return await work();
    } finally {
      migrations.folders = before;
    }
  };
  return { folder, registry, migration, take };
}

describe('a rolling upgrade', () => {
  let database: TestDatabase;
  let next: NextVersion;
  let older: Service;
  let newer: Service;
  let here: Client;
  let there: Client;
  let material: number;

  before(async () => {
    database = await createTestDatabase('demo');
    next = await makeNext(more, withValues);
    older = await startService({ database });
    // No client of the version before knows what the next one answers.
    here = new Client(older.url, { origin: database.config.frontendUrl });
    expect((await here.login('manager@demo.test')).status).to.equal(200);
    material = (await here.get('/materials?per_page=1')).body.data[0].id;
  });
  after(async () => {
    here?.close();
    there?.close();
    await older?.stop();
    await newer?.stop();
    if (next) await rm(next.folder, { recursive: true, force: true });
    await database?.drop();
  });

  const incident = (name: string) => ({ name, material_id: material, severity: 'low' });

  it('is foreseen: what it leaves empty, and that no service must stop', async () => {
    const state = { pending: [next.migration], unknown: [] };
    expect(await next.take(() => foreseeUpgrade(state))).to.deep.equal({
      obstacles: [],
      unfilled: ['incidents.name_key'],
    });
  });

  it('migrates while the version before answers', async () => {
    let over = false;
    let written = 0;
    // An embedded database has one process. A writer would wait in the same thread that migrates.
    const work = async (client: Client, lane: number) => {
      while (!over && databaseKind === 'mysql') {
        const made = await client.post('/incidents', incident(`Meanwhile ${lane} ${written}`));
        expect(made.status, made.text).to.equal(201);
        const path = `/incidents/${made.body.data.id}`;
        const changed = await client.patch(path, { severity: 'high' });
        expect(changed.status, changed.text).to.equal(200);
        const listed = await client.get('/incidents?sort=-severity&per_page=5');
        expect(listed.status, listed.text).to.equal(200);
        written += 1;
      }
    };
    const working = Promise.all([work(here, 1), work(here, 2)]);
    const own = openDatabase(database.config);
    try {
      await next.take(() => migrateDatabase(own));
      expect([...(await countMissing(own, countersOf(next.registry)))]).to.deep.equal([]);
    } finally {
      over = true;
      await own.destroy();
    }
    await working;
    newer = await startService({ database, resources: next.folder });
    there = new Client(newer.url, { origin: database.config.frontendUrl });
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect((await there.get('/user')).status).to.equal(200);
  });

  it('has each version read and change what the other one writes', async () => {
    const old = (await here.post('/incidents', incident('Of the version before'))).body.data;
    const seen = await there.get(`/incidents/${old.id}`);
    expect([seen.body.data.hint, seen.body.data.cause]).to.deep.equal([null, 'wear']);
    const body = { ...incident('Of the next'), severity: 'catastrophic', hint: 'kept', cause: 'misuse' };
    const made = await there.post('/incidents', body);
    expect(made.status, made.text).to.equal(201);
    const path = `/incidents/${made.body.data.id}`;
    const read = await here.get(path);
    expect([read.status, read.body.data.severity]).to.deep.equal([200, 'catastrophic']);
    // A form that one version has filled is sent to the other.
    const tag = { 'If-Match': String(made.headers.etag) };
    const renamed = await here.patch(path, { name: 'Renamed by the version before' }, tag);
    expect(renamed.status, renamed.text).to.equal(200);
    expect((await there.patch(path, { name: 'Late' }, tag)).status).to.equal(412);
    const now = (await there.get(path)).body.data;
    expect([now.name, now.hint, now.cause]).to.deep.equal([
      'Renamed by the version before',
      'kept',
      'misuse',
    ]);
    expect((await here.patch(path, { severity: 'catastrophic' })).status).to.equal(422);
    expect((await here.delete(path)).status).to.equal(204);
    expect((await there.get(path)).status).to.equal(404);
  });

  it('has totals of both right, for writes of both', async () => {
    for (const client of [here, there]) await client.post('/incidents', incident('Counted'));
    const [row] = await database.knex('incidents').where({ site_id: 2 }).count({ n: '*' });
    for (const client of [here, there])
      expect((await client.get('/incidents?per_page=1')).body.meta.total).to.equal(Number(row?.n));
    for (const model of countersOf(next.registry))
      expect(await findWrongCounts(database.knex, model)).to.deep.equal([]);
  });

  it('has the version before show what it does not know: rights, entries of the journal, and those of other resources', async () => {
    const [admin, beside] = [older, newer].map(
      ({ url }) => new Client(url, { origin: database.config.frontendUrl }),
    );
    if (!admin || !beside) throw new Error('There are two services.');
    await admin.login('admin@demo.test');
    for (const [name, value] of admin.cookies) beside.cookies.set(name, value);
    const role = await beside.post('/roles', {
      name: 'toolsmith',
      permissions: ['tool.create', 'zone.view'],
    });
    expect(role.status, role.text).to.equal(201);
    expect((await there.get('/tools')).status).to.equal(403);
    const tool = await beside.post('/tools', { name: 'Saw' });
    expect(tool.status, tool.text).to.equal(201);
    for (const path of [
      `/roles/${role.body.data.id}`,
      '/roles',
      '/activities?per_page=5',
      '/activities?format=csv',
    ]) {
      const { status, text } = await admin.get(path);
      expect(status, `${path}: ${text}`).to.equal(200);
    }
    const renamed = await admin.patch(`/roles/${role.body.data.id}`, { name: 'smith' });
    expect(renamed.status, renamed.text).to.equal(200);
    expect((await beside.get(`/roles/${role.body.data.id}`)).body.data.permissions).to.include('tool.create');
    expect((await admin.get('/tools')).status).to.equal(404);
    admin.close();
    beside.close();
  });

  it('lets the version before start, and tells that it is of before', async () => {
    const { later, migrations: run } = await prepareDatabase(database.knex, database.config);
    expect([later, run]).to.deep.equal([[next.migration], []]);
    const checks = await examine({
      environment: { DATABASE_URL: database.url, APP_KEY: testAppKey, PORT: '1' },
      settingsFile: '/no such folder/.env',
      loadRegistry: createRegistry,
    });
    const told = checks.filter(({ what }) => what === 'migrations' || what === 'tables');
    expect(told.map(({ state }) => state)).to.deep.equal(['warning', 'fine']);
    expect(checks.filter(({ state, what }) => state === 'fault' && what !== 'disk')).to.deep.equal([]);
  });

  it('lets the version before show values of enumerations that it does not know, in every resource', async () => {
    const registry = await createRegistry();
    const admin = new Client(older.url, { origin: database.config.frontendUrl });
    await admin.login('admin@demo.test');
    for (const [path, resource] of registry) {
      const enumerations = enumerationsOf(resource).filter(({ table }) => table === resource.table);
      const row = await database
        .knex(resource.table)
        .where({ site_id: 2 })
        .first('id')
        .catch(() => undefined);
      if (enumerations.length === 0 || row === undefined) continue;
      const unknown = Object.fromEntries(enumerations.map(({ column }) => [column, 'of_later']));
      await database.knex(resource.table).where({ id: row.id }).update(unknown);
      const by = enumerations.find(({ field }) => resource.filters.has(field));
      const paths = [`/${path}?per_page=100`, `/${path}?format=csv`, `/${path}/${row.id}`];
      if (by) paths.push(`/${path}/counts?by=${by.field}`);
      for (const one of paths) {
        const { status, text } = await here.get(one);
        expect(status, `${one}: ${text}`).to.equal(200);
      }
      const renamed = await here.patch(`/${path}/${row.id}`, {});
      expect(renamed.status, `${path}: ${renamed.text}`).to.be.below(500);
    }
    admin.close();
  });

  it('is foreseen where the version before has to be ended, which then does not start', async () => {
    const ending = await makeNext(
      [
        ['name: Text(),', "title: Text({ renamedFrom: 'name' }),"],
        ["search: ['name',", "search: ['title',"],
        ["'high', 'critical'], {", "'high'], {"],
        ["tones: { high: 'warn', critical: 'bad' }", "tones: { high: 'warn' }"],
        ["  search: ['title',", "  display: 'title',\n  search: ['title',"],
        ["unique: [['maintenance_step_id']", "unique: [['maintenance_step_id'], ['site_id', 'material_id']"],
        ['    started_at: Instant', '    code: Text({ max: 20 }),\n    started_at: Instant'],
        [
          "create: 'maintenances',\n        with: { name: 'name',",
          "create: 'maintenances',\n        with: { name: 'title',",
        ],
      ],
      (source) =>
        withValues(source.replace(/^ *throw new Error\([\s\S]*?\);\n/gm, '')).replace(
          / up\(.*\{\n/,
          `$&${narrower}`,
        ),
    );
    try {
      const state = { pending: [ending.migration], unknown: [] };
      const effects = await ending.take(() => foreseeUpgrade(state));
      expect(effects?.obstacles).to.have.members([
        '“incidents” has no “name” any more',
        '“incidents” wants a “title”, which it does not write',
        '“incidents” wants a “code”, which it does not write',
        '“severity” of “incidents” may not be “critical” any more',
        '“description” of “cleanings” holds no more than 40 characters from now on',
        '“in_service_date” of “materials” holds moments in place of days from now on',
        '“model” of “materials” must have a value from now on',
        '“incidents” has each material_id, site_id once from now on, which it does not know',
      ]);
      expect(await ending.take(() => requireNoObstacles(state, database.config)).catch(String)).to.match(
        /is in use, and no service of the version before .* \(.*“incidents” has no “name” any more; .*-- --yes\.$/,
      );
    } finally {
      await rm(ending.folder, { recursive: true, force: true });
    }
    await database.knex.schema.alterTable('incidents', (t) => t.renameColumn('description', 'details'));
    const refused = await prepareDatabase(database.knex, database.config).catch(String);
    expect(refused).to.match(
      /was made by another version .* \(it has had 29990101000000_next\.ts; “incidents” has no “description” any more\)/,
    );
  });
});
