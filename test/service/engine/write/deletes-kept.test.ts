/** Rows that are deleted and kept: they do not prevent the deletion of rows that they referred to, or the refusal names them. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AnyDefinition } from '../../../../engine/definition/definition.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { createTable, reference } from '../../../../migrations/columns/index.ts';
import type { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { Drafts } from '../../../harness/drafts.ts';
import { type Service, startService } from '../../../harness/service.ts';

const operations = "operations: ['list', 'view', 'create', 'update', 'delete']";
const order = "sort: ['name'], defaultSort: 'name'";

/** Gauges are deleted softly; racks, to which they refer in every way, go for good. */
const definitions: Readonly<Record<string, string>> = {
  'racks.ts': `import { CountThrough, defineResource, Text } from '../engine/index.ts';
export default defineResource({
  name: 'rack', path: 'racks', table: 'racks', scope: 'site', ${operations},
  fields: { name: Text(), spare_count: CountThrough('gauge_racks', 'rack_id') }, ${order}, sums: ['spare_count'],
  restrictDelete: [{ table: 'rack_labels', column: 'rack_id', what: 'rack labels', one: 'rack label' }],
});
`,
  'gauges.ts': `import { BelongsTo, defineResource, ManyToMany, Nullable, Text } from '../engine/index.ts';
export default defineResource({
  name: 'gauge', path: 'gauges', table: 'gauges', scope: 'site', ${operations}, softDelete: true,
  fields: {
    name: Text(),
    rack_id: Nullable(BelongsTo('racks')),
    home_id: BelongsTo('racks'),
    first_id: BelongsTo('racks'),
    spare_ids: ManyToMany('racks', { table: 'gauge_racks', own: 'gauge_id', other: 'rack_id' }),
  },
  ${order},
});
`,
  'readings.ts': `import { BelongsTo, defineResource, Text } from '../engine/index.ts';
export default defineResource({
  name: 'reading', path: 'readings', table: 'readings', scope: 'site', ${operations},
  fields: { name: Text(), gauge_id: BelongsTo('gauges', { include: ['rack', 'home'] }) }, ${order},
});
`,
};

const changed = (nullness: string) => `import { changeColumn } from './columns/change.ts';
import { reference } from './columns/index.ts';
export const up = (knex) => changeColumn(knex, 'gauges', (t) => reference(t, 'first_id', 'racks').${nullness}());
`;

describe('what is deleted softly', () => {
  let folder: string;
  let drafts: Drafts;
  let own: AnyDefinition[];
  let database: TestDatabase;
  let service: Service | undefined;
  let client: Client;
  /** A rack that every gauge has, and that is never deleted. */
  let shared: number;

  before(async () => {
    folder = await copyDefinitions();
    for (const [file, source] of Object.entries(definitions)) await writeFile(join(folder, file), source);
    const loaded = await loadDefinitions(folder);
    own = loaded.flatMap(({ file, definition }) =>
      Object.keys(definitions).some((name) => file.endsWith(`/${name}`)) ? [definition] : [],
    );
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
    const run = await drafts.run((await drafts.draft(own))?.source ?? '');
    // The table of labels is made below.
    expect((await drafts.lacks(own)).filter((line) => !line.includes('rack_labels'))).to.deep.equal([]);
    await run(database.knex);
    // As tables were before, in which a deleted row cannot let go; and one that no definition knows.
    const close = await drafts.run(changed('notNullable'));
    await close(database.knex);
    await createTable(database.knex, 'rack_labels', (t) => {
      reference(t, 'rack_id', 'racks').notNullable();
      t.primary(['rack_id']);
    });
    service = await startService({ database, resources: folder });
    client = await service.signedIn('admin@demo.test');
    shared = await make('racks', {});
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
    await drafts?.end();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  let serial = 0;
  async function make(path: string, values: Readonly<Record<string, unknown>>): Promise<number> {
    serial += 1;
    const reply = await client.post(`/${path}`, { name: `No. ${serial}`, ...values });
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data.id;
  }

  const gauge = (values: Readonly<Record<string, unknown>>) =>
    make('gauges', { home_id: shared, first_id: shared, ...values });

  async function drop(path: string): Promise<void> {
    const reply = await client.delete(path);
    expect(reply.status, reply.text).to.equal(204);
  }

  /** Why a rack cannot be deleted, once it is known that the list says so, too; null where it is deleted. */
  async function refusal(rack: number): Promise<string | null> {
    const [{ can }] = (await client.get(`/racks?id=${rack}&with=can`)).body.data;
    const reply = await client.delete(`/racks/${rack}`);
    expect(reply.status, reply.text).to.equal(can.delete ? 204 : 409);
    return reply.status === 409 ? reply.body.message : null;
  }

  it('lets go of what it referred to, once that is deleted', async () => {
    const rack = await make('racks', {});
    const other = await make('racks', {});
    const id = await gauge({ rack_id: rack, home_id: rack, spare_ids: [rack, other] });
    const reading = await make('readings', { gauge_id: id });
    expect(await refusal(rack)).to.equal('It cannot be deleted while these depend on it: 1 gauge.');
    await drop(`/gauges/${id}`);
    const tried = await client.send('DELETE', `/racks/${rack}`, undefined, { Prefer: 'dry-run' });
    expect(tried.status).to.equal(204);
    const before = (await client.get(`/readings/${reading}`)).body.data.gauge;
    expect([before.rack.id, before.home.id], 'until then it refers to it').to.deep.equal([rack, rack]);

    expect(await refusal(rack)).to.equal(null);
    const { name } = before;
    const after = (await client.get(`/readings/${reading}`)).body.data;
    expect(after.gauge).to.deep.equal({ id, name, rack: null, home: null });
    const pairs = await database.knex('gauge_racks').where({ gauge_id: id }).pluck('rack_id');
    expect(pairs, 'the other one is there still').to.deep.equal([other]);
    const { data } = (await client.get(`/activities?resource=gauge&record_id=${id}&sort=created_at`)).body;
    expect(data.map(({ action }: { action: string }) => action)).to.deep.equal(['create', 'delete']);
    const { rack_id, home_id, spare_ids } = data[1].changes;
    expect([rack_id, home_id, spare_ids]).to.deep.equal([
      [rack, null],
      [rack, null],
      [[rack, other], null],
    ]);
  });

  it('is named where its table does not let it go', async () => {
    const rack = await make('racks', {});
    const [first, second] = [await gauge({ first_id: rack }), await gauge({ first_id: rack })];
    const last = await gauge({ home_id: rack });
    await drop(`/gauges/${first}`);
    const head = 'It cannot be deleted while these depend on it:';
    expect(await refusal(rack)).to.equal(`${head} 2 gauges.`);
    await drop(`/gauges/${last}`);
    expect(await refusal(rack)).to.equal(`${head} 1 gauge.`);
    await drop(`/gauges/${second}`);
    expect((await client.delete(`/racks/${rack}`)).body.message).to.equal(`${head} 2 deleted gauges.`);
    await client.patch('/user/locale', { locale: 'fr' });
    const french = await client.delete(`/racks/${rack}`);
    await client.patch('/user/locale', { locale: 'en' });
    expect(french.body.message).to.match(/: 2 gauges à l’état supprimé\.$/);
  });

  it('holds nothing by its lists, which hold something while it is there', async () => {
    const rack = await make('racks', {});
    const id = await gauge({ spare_ids: [rack] });
    await drop(`/gauges/${await gauge({ spare_ids: [rack] })}`);
    expect((await client.get(`/racks/${rack}`)).body.data.spare_count).to.equal(1);
    const [summed] = (await client.get(`/racks/counts?id=${rack}&sum=spare_count`)).body.data;
    expect(summed).to.deep.equal({ count: 1, sums: { spare_count: 1 } });
    expect(await refusal(rack)).to.equal('It cannot be deleted while these depend on it: 1 gauge.');
    await drop(`/gauges/${id}`);
    expect(await refusal(rack)).to.equal(null);
  });

  it('holds no site', async () => {
    const site = await make('sites', {});
    const id = await gauge({});
    await database.knex('gauges').where({ id }).update({ site_id: site });
    const held = await client.delete(`/sites/${site}`);
    expect([held.status, held.body.message]).to.deep.equal([
      409,
      'It cannot be deleted while these depend on it: 1 gauge.',
    ]);
    await database.knex('gauges').where({ id }).update({ live: null });
    await drop(`/sites/${site}`);
  });

  it('is no matter of tables that no definition knows: a rule names those', async () => {
    const rack = await make('racks', {});
    await database.knex('rack_labels').insert({ rack_id: rack });
    expect(await refusal(rack)).to.equal('It cannot be deleted while these depend on it: 1 rack label.');
  });

  it('can let go everywhere once a migration lets the column be null', async () => {
    const id = await gauge({});
    await drop(`/gauges/${id}`);
    expect((await drafts.lacks(own)).filter((line) => !line.includes('rack_labels'))).to.deep.equal([
      'fields.first_id: prevents the deletion of rows that deleted rows refer to: the column “first_id” in “gauges” does not allow null.',
    ]);
    const open = await drafts.run(changed('nullable'));
    await open(database.knex);
    expect((await drafts.lacks(own)).filter((line) => !line.includes('rack_labels'))).to.deep.equal([]);
    await database.knex('gauges').where({ id }).update({ first_id: null });
    expect(await database.knex('gauges').where({ id }).pluck('first_id')).to.deep.equal([null]);
  });
});
