/** A resource under another name, path and table: its rows, and everything that refers to it by name, follow. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { countersOf, countMissing, uncounted } from '../../../../../../engine/counters/setup.ts';
import type { AnyDefinition, FormerNames } from '../../../../../../engine/definition/definition.ts';
import { describeIndexes } from '../../../../../../engine/features/schema/introspect.ts';
import { BelongsTo, defineResource, Enum, Nullable, Text } from '../../../../../../engine/index.ts';
import { expectCounted } from '../../../../../../package/testing/laws/counters.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../../../harness/database.ts';
import { serveDefinitions } from '../../../../../harness/definitions-folder.ts';
import { Drafts } from '../../../../../harness/drafts.ts';
import { schemaText } from '../../../../../harness/mortal-database.ts';

const kept = { scope: 'site', operations: ['list', 'view', 'create', 'update', 'delete'] } as const;

const named = (names: {
  name: string;
  path: string;
  table: string;
  renamedFrom?: string | FormerNames;
}): AnyDefinition =>
  defineResource({
    ...{ ...kept, ...names },
    fields: {
      name: Text({ max: 80 }),
      zone_id: Nullable(BelongsTo('zones')),
      part_of_id: Nullable(BelongsTo(names.path, { tree: true })),
      state: Enum(['good', 'worn'], { default: 'good' }),
    },
    filters: ['zone_id', 'state'],
    search: ['name'],
    sort: ['name', 'state'],
    defaultSort: 'name',
    unique: [['site_id', 'name']],
  });

const loanOf = (path: string): AnyDefinition =>
  defineResource({
    ...{ ...kept, name: 'loan', path: 'loans', table: 'loans' },
    fields: { name: Text(), tool_id: BelongsTo(path) },
    ...{ filters: ['tool_id'], sort: ['name'], defaultSort: 'name' },
  });

const tool = { name: 'tool', path: 'tools', table: 'tools' };
const device = { name: 'device', path: 'devices', table: 'devices' };
const first = [named(tool), loanOf('tools')];
const untold = [named(device), loanOf('devices')];
const told = [named({ ...device, renamedFrom: 'tool' }), loanOf('devices')];

const moment = '2026-01-31 08:00:00.000';
const base = { version: 1, site_id: 2, created_at: moment, updated_at: moment };

describe('a resource that is renamed', () => {
  let drafts: Drafts;
  let database: TestDatabase;
  let knex: Knex;
  before(async () => {
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
    knex = database.knex;
  });
  after(async () => {
    await drafts?.end();
    await database?.drop();
  });

  const change = async (definitions: readonly AnyDefinition[], on = drafts, to = knex) => {
    const run = await on.run((await on.draft(definitions))?.source ?? '');
    const migration = await run(to);
    expect(await on.lacks(definitions)).to.deep.equal([]);
    return migration;
  };
  const count = async (definitions: readonly AnyDefinition[]) => {
    const models = countersOf(await drafts.registry(definitions));
    expect([...(await countMissing(knex, models)).values()]).to.deep.equal([]);
    expect(await uncounted(knex, models)).to.deep.equal([]);
    await expectCounted(knex);
  };
  /** What knows it by its name. */
  const known = async () => ({
    permissions: await knex('role_permissions')
      .where('permission', 'like', 'tool.%')
      .orWhere('permission', 'like', 'device.%')
      .orderBy(['role_id', 'permission'])
      .pluck('permission'),
    history: await knex('activities').whereIn('resource', ['tool', 'device']).pluck('resource'),
    tasks: await knex('task_leases').where('name', 'like', '%.recall').pluck('name'),
    comments: await knex('comments').where({ record_id: 7, body: 'Blunt' }).pluck('resource'),
    keys: (await knex('idempotency_keys').orderBy('id').select('path', 'headers')).map(Object.values),
    lists: (await knex('tallies').distinct('list').pluck('list'))
      .map((list: string) => list.split('@')[0])
      .filter((path: string | undefined) => path === 'tools' || path === 'devices').length,
  });

  it('begins with rows, rights and a history', async () => {
    await change(first);
    const axe = { ...base, name: 'Axe', name_key: 'axe', search_text: 'axe', state: 'worn' };
    await knex('tools').insert({ id: 7, ...axe });
    await knex('tools').insert({
      ...axe,
      name: 'Head',
      name_key: 'head',
      search_text: 'head',
      part_of_id: 7,
    });
    await knex('loans').insert({ ...base, name: 'Ann', name_key: 'ann', tool_id: 7 });
    const [one, two] = await knex('roles').orderBy('id').limit(2).pluck('id');
    const permission = (role_id: number, name: string) => ({ role_id, permission: name });
    await knex('role_permissions').insert([
      ...[permission(one, 'tool.view'), permission(one, 'tool.create')],
      ...[permission(two, 'tool.view'), permission(two, 'device.view')],
    ]);
    const entry = { ...base, name: 'Axe', resource: 'tool', record_id: 7, action: 'created', changes: '{}' };
    await knex('activities').insert(entry);
    await knex('task_leases').insert({ name: 'tool.recall', due_at: 0, failures: 0 });
    const said = { name: 'Blunt', body: 'Blunt', search_text: 'blunt' };
    await knex('comments').insert({ ...base, ...said, resource: 'tools', record_id: 7 });
    const key = (path: string, at: number) => ({
      ...{ user_id: 1, key: `k${at}`, method: 'POST', path, body_hash: 'x', status: 201, body: '{}' },
      ...{ headers: JSON.stringify({ Location: `http://h${path}/7` }), created_at: moment },
    });
    const paths = ['/api/v1/tools', '/api/v1/tools/7/lend', '/api/v1/toolsets'];
    await knex('idempotency_keys').insert(paths.map(key));
    await count(first);
  });

  it('is told where nothing says so, and no draft is written over its table', async () => {
    expect(await drafts.lacks(untold)).to.deep.include(
      'table: there is no table “devices”, while “tools” is of no definition any more, and loans.tool_id refers to it.',
    );
    expect(await drafts.draft(untold)).to.equal(null);
  });

  it('has its rows, rights, history and keys follow, and takes that back', async () => {
    const before = await known();
    const rows = await knex('tools').orderBy('id');
    const migration = await change(told);
    const now = {
      permissions: ['device.create', 'device.view', 'device.view'],
      history: ['device'],
      tasks: ['device.recall'],
      comments: ['devices'],
      keys: [
        ['/api/v1/devices', '{"Location":"http://h/api/v1/devices/7"}'],
        ['/api/v1/devices/7/lend', '{"Location":"http://h/api/v1/devices/7/lend/7"}'],
        ['/api/v1/toolsets', '{"Location":"http://h/api/v1/toolsets/7"}'],
      ],
    };
    const { lists: _lists, ...others } = await known();
    expect(others).to.deep.equal(now);
    expect(await knex('devices').orderBy('id')).to.deep.equal(rows);
    await count(told);
    expect(await knex.schema.hasTable('tools')).to.equal(false);
    const refused = await knex('loans')
      .insert({ ...base, name: 'B', name_key: 'b', tool_id: 99 })
      .catch((error: Error) => error.message);
    expect(refused).to.match(/foreign key/i);
    await knex.transaction(async (trx) => migration.down?.(trx));
    expect(await knex('tools').orderBy('id')).to.deep.equal(rows);
    // A role that had both has one of them afterwards.
    const { permissions, lists: _kept, ...back } = await known();
    expect(permissions).to.deep.equal(['tool.create', 'tool.view', 'tool.view']);
    const { permissions: _had, lists: _were, ...was } = before;
    expect(back).to.deep.equal(was);
    await knex.transaction(async (trx) => migration.up(trx));
    await count(told);
    expect(await drafts.draft(told)).to.equal(null);
  });

  it('is told to authors as it is drafted', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../../../docs/authors.md'), 'utf8');
    const [, shown = ''] =
      /^```ts\n(\/\*\* The earlier names of the resources of these tables[\s\S]*?)^```$/m.exec(page) ?? [];
    const global = { scope: 'global', operations: kept.operations, fields: { name: Text() } } as const;
    const more = { sort: ['name'], defaultSort: 'name', unique: [['name']] } as const;
    const other = await Drafts.begin();
    await other.run((await other.draft([defineResource({ ...global, ...more, ...tool })]))?.source ?? '');
    const renamedFrom = 'tool';
    const source = (await other.draft([defineResource({ ...global, ...more, ...device, renamedFrom })]))
      ?.source;
    expect(source?.replace(/\n\nexport async function down[\s\S]*$/, '\n').endsWith(shown), source).to.equal(
      true,
    );
    expect(shown.length).to.be.above(100);
    await other.end();
  });

  it('has the tables that it would have had from the beginning', async () => {
    const other = await Drafts.begin();
    const fresh = await createTestDatabase('demo');
    await change(untold, other, fresh.knex);
    const [made, renamed] = [await describeIndexes(fresh.knex), await describeIndexes(knex)];
    for (const table of ['devices', 'loans']) {
      const { indexes = [], ...rest } = renamed.get(table) ?? {};
      const { indexes: wanted = [], ...shall } = made.get(table) ?? {};
      const byName = (one: { name: string }, two: { name: string }) => (one.name < two.name ? -1 : 1);
      expect([...indexes].sort(byName), table).to.deep.equal([...wanted].sort(byName));
      expect(rest, table).to.deep.equal(shall);
    }
    // The names of foreign keys, too, of which there is one of each in a server's database.
    const linesOf = async (of: Knex) => (await schemaText(of)).devices?.split(/,?\n/).sort();
    if (databaseKind === 'mysql') expect(await linesOf(knex)).to.deep.equal(await linesOf(fresh.knex));
    await other.end();
    await fresh.drop();
  });

  it('is served', async () => {
    const { service, end } = await serveDefinitions(database, told);
    const client = await service.signedIn('admin@demo.test');
    const { body } = await client.get('/devices?search=axe');
    expect(body.data.map(({ id }: { id: number }) => id)).to.deep.equal([7]);
    const history = await client.get('/activities?resource=device&record_id=7');
    expect([history.status, history.body.data.length]).to.deep.equal([200, 1]);
    await client.patch('/user/site', { site_id: 2 });
    expect((await client.post('/devices', { name: 'Axe' })).status).to.equal(422);
    expect((await client.post('/devices', { name: 'Saw' })).status).to.equal(201);
    expect((await client.get('/devices?search=saw')).body.data).to.have.lengthOf(1);
    expect((await client.get('/tools')).status).to.equal(404);
    await end();
  });

  it('follows by its name alone, once', async () => {
    const machine = { ...device, name: 'machine', path: 'machines' };
    expect(await drafts.lacks([named(machine), loanOf('machines')])).to.deep.equal([]);
    const renamedFrom = { name: 'device', path: 'devices' };
    const said = [named({ ...machine, renamedFrom }), loanOf('machines')];
    expect(await drafts.lacks(said)).to.deep.equal([
      'renamedFrom: no migration says that “devices” was the table of “device” before.',
    ]);
    await change(said);
    expect((await known()).permissions).to.deep.equal([]);
    expect(await knex('role_permissions').where('permission', 'like', 'machine.%')).to.have.lengthOf(3);
    expect(await drafts.draft(said)).to.equal(null);
  });
});
