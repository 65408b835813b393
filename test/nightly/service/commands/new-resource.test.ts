/** The way of a developer who adds a resource, in a copy of the project: a definition, and the commands. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Client, Reply } from '../../../harness/client.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../harness/database.ts';
import { anywhere, onlyOn } from '../../../harness/only-on.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { copyProject, type ProjectCopy } from '../../../harness/project-copy.ts';

const head = `
import { BelongsTo, DateOnly, Decimal, defineResource, Enum, Instant, Integer, ManyToMany, Minutes, Money, Nullable, Text } from '../engine/index.ts';

/** Hand tools, and where they hang. */
export default defineResource({
  name: 'tool', path: 'tools', table: 'tools', scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
`;

const first = `${head}
  fields: {
    name: Text(),
    zone_id: Nullable(BelongsTo('zones')),
    state: Enum(['good', 'worn', 'broken'], { default: 'good' }),
    price: Nullable(Money()),
    box: Nullable(Text({ max: 40 })),
    material_ids: ManyToMany('materials', { table: 'tool_materials', own: 'tool_id', other: 'material_id' }),
  },
  filters: ['zone_id', 'state'],
  filtersThrough: { material_id: 'material_ids' },
  search: ['name'],
  sort: ['name', 'state', 'box', 'created_at'],
  defaultSort: 'name',
  unique: [['site_id', 'name']],
});
`;

/** With fields more and one less, another value, another order, and nothing unique. */
const second = `${head}
  fields: {
    name: Text(),
    zone_id: Nullable(BelongsTo('zones')),
    lent_to_id: Nullable(BelongsTo('users')),
    state: Enum(['good', 'lost', 'worn', 'broken'], { default: 'good' }),
    condition: Enum(['sound', 'doubtful'], { default: 'doubtful' }),
    box: Nullable(Text({ max: 40 })),
    notes: Nullable(Text({ max: 2000 })),
    maker: Text({ default: "O'Neil" }),
    quantity: Integer({ default: 1 }),
    worth: Money({ default: 12.5 }),
    weight: Decimal({ scale: 3, default: 0.125 }),
    check_minutes: Nullable(Minutes()),
    bought_on: Nullable(DateOnly()),
    checked_at: Instant({ default: 'now' }),
    material_ids: ManyToMany('materials', { table: 'tool_materials', own: 'tool_id', other: 'material_id' }),
  },
  filters: ['zone_id', 'state', 'lent_to_id'],
  filtersThrough: { material_id: 'material_ids' },
  search: ['name', 'notes'],
  sort: ['name', 'state', 'condition', 'maker', 'bought_on', 'created_at'],
  defaultSort: 'name',
});
`;

const third = second.replace("'worn', ", '');

const words = `  tool: {
    title: { one: 'outil', many: 'outils' },
    fields: { name: 'nom', zone_id: 'zone', state: 'état', price: 'prix', box: 'caisse', material_ids: 'matériels' },
    values: { state: { good: 'en bon état', worn: 'usé', broken: 'cassé' } },
  },
`;

/** Tables and columns, and what is in them. */
async function shapeOf(knex: Knex): Promise<Record<string, string[]>> {
  const sql =
    databaseKind === 'sqlite'
      ? "select m.name as t, c.name as c from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'table'"
      : 'select table_name as t, column_name as c from information_schema.columns where table_schema = database()';
  const answer = await knex.raw(sql);
  const rows: readonly { t: string; c: string }[] = databaseKind === 'sqlite' ? answer : answer[0];
  const shape: Record<string, string[]> = {};
  for (const { t, c } of rows) shape[t] = [...(shape[t] ?? []), c].sort();
  return shape;
}

describe('adding a resource', () => {
  let project: ProjectCopy;
  let database: TestDatabase;
  let service: ServiceProcess | undefined;
  let api: Client;

  before(async () => {
    database = await createTestDatabase('blank');
    project = await copyProject({ DATABASE_URL: database.url, TEST_RESOURCE: 'tools' });
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
    await project?.remove();
  });

  const migrator = () => ({ directory: join(project.root, 'migrations') });
  const up = () => database.knex.migrate.latest(migrator());
  const down = () => database.knex.migrate.down(migrator());
  const latest = async () =>
    (await readdir(join(project.root, 'migrations')))
      .filter((one) => one.endsWith('.ts'))
      .sort()
      .at(-1) ?? '';
  const start = async () => {
    service = await startProcess({
      project: project.root,
      env: { DATABASE_URL: database.url, SEED_DEMO: 'false' },
    });
    api = service.client();
    await api.login('admin@demo.test');
    const [plant] = data(await api.get('/sites?search=north'));
    data(await api.patch('/user/site', { site_id: plant.id }));
  };
  const stop = async () => {
    await service?.stop();
    service = undefined;
  };
  const data = ({ status, text, body }: Reply, wanted = 200) => {
    expect(status, text).to.equal(wanted);
    return body.data;
  };
  const names = async (query: string) =>
    data(await api.get(`/tools?${query}`)).map((row: { name: string }) => row.name);

  anywhere.it('begins with a definition that only needs a migration and words', async () => {
    expect(await project.run('commands/resource-new.ts', 'tools')).to.match(
      /^resources\/tools\.ts is written\./,
    );
    const again = await project.attempt('commands/resource-new.ts', 'tools');
    expect(again).to.deep.equal({ failed: true, told: 'resources/tools.ts exists already.\n' });
    const { told } = await project.attempt('commands/check-resources.ts');
    expect(told).to.equal(
      'resources/tools.ts, table: there is no table “tools”. Draft its migration: npm run migration:new.\n' +
        "resources/tools.ts, words: locales/fr/words.ts has none for it. Add there: tool: { title: { one: '…', many: '…' }, " +
        "fields: { name: '…', description: '…', status: '…' }, values: { status: { open: '…', done: '…' } } }, " +
        "or `'tool': 'english'` to show this resource in English on purpose.\n",
    );
  });

  it('goes on with a migration that takes itself back', async () => {
    await up();
    const before = await shapeOf(database.knex);
    await project.write('resources/tools.ts', first);
    const told = await project.run('commands/migration-new.ts');
    expect(told).to.match(
      /^migrations\/\d{14}_tools\.ts is written\. Read it, then run it: npm run migrate\n/,
    );
    await up();
    const after = await shapeOf(database.knex);
    const added = Object.keys(after).filter((table) => !(table in before));
    // SQLite keeps the index of the search in tables of its own.
    const own = added.filter((table) => !table.startsWith('tools_search'));
    expect(own).to.have.members(['tools', 'tool_materials']);
    expect(added.length > own.length).to.equal(databaseKind === 'sqlite');
    await down();
    expect(await shapeOf(database.knex)).to.deep.equal(before);
    expect(await project.run('commands/migrate.ts')).to.contain(await latest());
    expect(await shapeOf(database.knex)).to.deep.equal(after);
    expect(await project.run('commands/migration-new.ts')).to.equal(
      'The migrations create all tables that the definitions need.\n',
    );
  });

  anywhere.it('is sound with words in French', async () => {
    const french = await project.read('locales/fr/words.ts');
    await project.write('locales/fr/words.ts', french.replace(/^};$/m, `${words}};`));
    expect(await project.run('commands/check-resources.ts', '--strict')).to.match(
      /^\d+ definitions are correct\.\n$/,
    );
  });

  it('serves the resource, with rows, filters, orders and references', async () => {
    await project.run('commands/seed/seed.ts');
    await start();
    const { id: zone_id } = data(await api.post('/zones', { name: 'Tool room' }), 201);
    const [{ id: material }] = data(await api.get('/materials?per_page=1'));
    const hammer = { name: 'Hammer', zone_id, box: 'C', price: 12.5, material_ids: [material] };
    const made = data(await api.post('/tools', hammer), 201);
    expect(made).to.deep.include({ ...hammer, state: 'good', zone: { id: zone_id, name: 'Tool room' } });
    data(await api.post('/tools', { name: 'Axe', state: 'broken', box: 'A' }), 201);
    data(await api.post('/tools', { name: 'Saw', state: 'worn', box: 'B' }), 201);
    expect(await names('')).to.deep.equal(['Axe', 'Hammer', 'Saw']);
    expect(await names('sort=box')).to.deep.equal(['Axe', 'Saw', 'Hammer']);
    expect(await names('sort=state')).to.deep.equal(['Hammer', 'Saw', 'Axe']);
    expect(await names('state=worn,broken&sort=-name')).to.deep.equal(['Saw', 'Axe']);
    expect(await names(`material_id=${material}`)).to.deep.equal(['Hammer']);
    expect(await names('search=ham')).to.deep.equal(['Hammer']);
    const taken = await api.post('/tools', { name: 'Axe' });
    expect(taken.body.errors).to.deep.equal({ name: ['The name has already been taken.'] });
  });

  anywhere.it('gives its permissions to administrators', async () => {
    const { permissions } = data(await api.get('/user'));
    const own = permissions.filter((permission: string) => permission.startsWith('tool.'));
    expect(own).to.deep.equal(['create', 'delete', 'update', 'view', 'viewAny'].map((one) => `tool.${one}`));
    expect((await service?.client().get('/tools'))?.status).to.equal(401);
  });

  anywhere.it('describes it to programs and to forms', async () => {
    const document = (await api.get('/api/v1/openapi.json')).body;
    expect(Object.keys(document.paths['/api/v1/tools'])).to.include.members(['get', 'post']);
    expect(document.components.schemas.ToolCreate.required).to.deep.equal(['name']);
    data(await api.patch('/user/locale', { locale: 'fr' }));
    const tool = data(await api.get('/resources')).find(({ name }: { name: string }) => name === 'tool');
    expect(JSON.stringify(tool)).to.contain('Outils').and.to.contain('En bon état');
    data(await api.patch('/user/locale', { locale: 'en' }));
    await project.run('commands/client.ts');
    expect(await project.read('package/client/schema.d.ts')).to.contain('"/api/v1/tools/{id}"');
  });

  const embedded = onlyOn('sqlite', 'what differs is tested with the resources that ship');
  embedded.it('passes the tests that every resource has to pass', async () => {
    const told = await project.run('node_modules/mocha/bin/mocha.js', 'test/service/conformance');
    expect(Number(/^(\d+) passed, 0 failed/m.exec(told)?.[1]), told.slice(-2000)).to.be.above(80);
  });

  it('changes with its definition, also where there are rows', async () => {
    await stop();
    const [before, rows] = [await shapeOf(database.knex), await database.knex('tools').orderBy('id')];
    const pairs = await database.knex('tool_materials');
    await project.write('resources/tools.ts', second);
    const told = await project.run('commands/migration-new.ts');
    expect(told).to.contain('_change_tools.ts is written.').and.to.contain('npm run reindex');
    expect(told).to.contain('No definition has “price” of “tools”. The column stays, with its data.');
    const values = "tools: { state: ['good', 'lost', 'worn', 'broken']";
    expect(told).to.contain(
      `Left to you: resources/tools.ts, fields.state: no migration says that “state” of “tools” may have “lost”. Write a migration with \`export const values = { ${values} } }\`.`,
    );
    const reranked = /Write a migration: `(await rerank\(.*\))`\./.exec(told)?.[1] ?? '';
    const file = `migrations/${await latest()}`;
    const source = await project.read(file);
    const written = source
      .replace(/^(export const values = \{\s*)tools: \{/m, `$1${values},`)
      .replace(/^import /m, "import { rerank } from './columns/changes.ts';\nimport ")
      .replace(/ up\(.*\n/, `$&  ${reranked};\n`)
      .replace(/ down\(.*\n/, `$&  ${reranked.replace("'lost', ", '')};\n`);
    await project.write(file, written);
    await up();
    const after = await shapeOf(database.knex);
    expect(after.tools).to.include.members([
      'lent_to_id',
      'condition',
      'condition_rank',
      'maker_key',
      'price',
    ]);
    expect(after.tools).to.not.include('box_key');
    await down();
    expect(await shapeOf(database.knex)).to.deep.equal(before);
    const kept = await database.knex('tools').orderBy('id');
    // The folded copy is for `npm run reindex` to fill again.
    expect(kept.map((row) => ({ ...row, box_key: null }))).to.deep.equal(
      rows.map((row) => ({ ...row, box_key: null })),
    );
    expect(await database.knex('tool_materials')).to.deep.equal(pairs);
    await up();
    expect(await shapeOf(database.knex)).to.deep.equal(after);
    expect(pairs).to.have.lengthOf(1);
    expect(await database.knex('tool_materials')).to.deep.equal(pairs);
    const { told: checked } = await project.attempt('commands/check-resources.ts');
    expect(checked.replace(/^.*locales\/fr\/words\.ts.*\n/gm, '')).to.match(
      /^\d+ definitions are correct\.\n$/,
    );
  });

  it('serves the rows with what they have been given', async () => {
    await project.run('commands/reindex.ts');
    await start();
    const [axe] = data(await api.get('/tools?search=axe'));
    expect(axe).to.deep.include({
      maker: "O'Neil",
      quantity: 1,
      worth: 12.5,
      condition: 'doubtful',
      notes: null,
    });
    expect(axe.checked_at).to.equal(axe.created_at);
    expect(axe).to.not.have.property('price');
    data(
      await api.post('/tools', { name: 'Axe', state: 'lost', notes: 'second one', bought_on: '2026-01-31' }),
      201,
    );
    expect(await names('sort=state,name')).to.deep.equal(['Hammer', 'Axe', 'Saw', 'Axe']);
    expect(await names('search=second')).to.deep.equal(['Axe']);
    expect(await names('sort=-bought_on,name&per_page=1')).to.deep.equal(['Axe']);
  });

  it('leaves to its author where rows go whose value is taken out of an enumeration', async () => {
    await stop();
    await project.write('resources/tools.ts', third);
    const check = await project.attempt('commands/check-resources.ts');
    expect(check.told).to.contain(
      'resources/tools.ts, fields.state: no longer has “worn”, but rows may have it in “state” of “tools”.',
    );
    const env = { DATABASE_URL: database.url, SEED_DEMO: 'false', LOG_LEVEL: 'warn' };
    const refused = await startProcess({ project: project.root, env }).catch((error: Error) => error.message);
    expect(refused).to.match(
      /fields\.state: does not allow “worn”, which “state” of “tools” has in 1 row\. Say in a migration what they become/,
    );
    const drafted = await project.attempt('commands/migration-new.ts');
    expect([drafted.failed, drafted.told]).to.deep.equal([
      true,
      'Write the rest yourself, in a migration or in the definition:\n' +
        '  resources/tools.ts, sort.state: “tools” has the order good, lost, worn, broken, but the definition has good, lost, broken. ' +
        "Write a migration: `await rerank(knex, 'tools', 'state', ['good', 'lost', 'broken'], [['site_id', 'state_rank', 'id']])`.\n" +
        '  resources/tools.ts, fields.state: no longer has “worn”, but rows may have it in “state” of “tools”. ' +
        "Write a migration with `export const values = { tools: { state: ['good', 'lost', 'broken'] } }`, which gives those rows another one.\n",
    ]);
    await project.write(
      `migrations/${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_worn_tools.ts`,
      `import type { Knex } from 'knex';
import { rerank } from './columns/changes.ts';
export const values = { tools: { state: ['good', 'lost', 'broken'] } };
export async function up(knex: Knex): Promise<void> {
  await knex('tools').where({ state: 'worn' }).update({ state: 'broken' });
  await rerank(knex, 'tools', 'state', ['good', 'lost', 'broken'], [['site_id', 'state_rank', 'id']]);
}
export async function down(): Promise<void> {}
`,
    );
    expect(await project.run('commands/migrate.ts', '--yes')).to.match(
      /^Migrations that have run on .* \(1\):/m,
    );
    const states = () => database.knex('tools').orderBy('id').select('state', 'state_rank');
    expect((await states()).map((row) => ({ ...row }))).to.deep.equal([
      { state: 'good', state_rank: 0 },
      { state: 'broken', state_rank: 2 },
      { state: 'broken', state_rank: 2 },
      { state: 'lost', state_rank: 1 },
    ]);
    // As a service of the version before may still do.
    await database.knex('tools').where({ state: 'lost' }).update({ state: 'worn' });
    expect(await project.run('commands/migrate.ts')).to.match(
      /up to date: nothing to do\.\nresources\/tools\.ts, fields\.state: does not allow “worn”, which “state” of “tools” has in 1 row\./,
    );
  });

  it('stops at a column that only a person can fill', async () => {
    await stop();
    await project.write(
      'resources/tools.ts',
      third.replace('name: Text(),', 'name: Text(),\n    owner: Text(),'),
    );
    expect(await project.run('commands/migration-new.ts')).to.contain('into the first lines of `up`');
    const { failed, told } = await project.attempt('commands/migrate.ts');
    // The test itself is connected to it.
    expect([failed, told.replace(/^.* is in use\. .*\n/, '')]).to.deep.equal([
      true,
      `The migration ${await latest()} failed: “tools” may have rows, and “owner” is required: ` +
        'write their value below, then remove this line.\n',
    ]);
  });
});
