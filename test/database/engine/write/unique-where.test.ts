/** Sets of fields of which some rows alone have no two alike: of a tool there is one open loan. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AnyDefinition } from '../../../../engine/definition/definition.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import type { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { Drafts } from '../../../harness/drafts.ts';
import { type Service, startService } from '../../../harness/service.ts';

const shared =
  "operations: ['list', 'view', 'create', 'update', 'delete'], sort: ['name'], defaultSort: 'name'";
const imports =
  "import { BelongsTo, Bool, defineResource, Enum, Integer, Nullable, Text } from '../engine/index.ts';";

const definitions: Readonly<Record<string, string>> = {
  'saws.ts': `${imports}
export default defineResource({
  name: 'saw', path: 'saws', table: 'saws', scope: 'site', ${shared}, softDelete: true,
  fields: { name: Text(), number: Nullable(Integer()) }, unique: [['number']],
});
`,
  'loans.ts': `${imports}
export default defineResource({
  name: 'loan', path: 'loans', table: 'loans', scope: 'site', ${shared}, softDelete: true,
  fields: {
    name: Text(),
    saw_id: BelongsTo('saws'),
    place: Nullable(Integer()),
    number: Nullable(Integer()),
    is_spare: Bool({ default: false }),
    state: Enum(['open', 'late', 'back'], { default: 'open' }),
  },
  filters: ['saw_id'],
  unique: [
    { fields: ['saw_id'], where: { state: ['open', 'late'] }, taken: 'It is lent already.' },
    { fields: ['name', 'place'], where: { is_spare: true, place: { not: null } } },
    ['number'],
  ],
  hooks: {
    async afterWrite({ row, rows }) {
      if (row.name === 'numbers') return rows('saws').change(await rows('saws').find({ id: row.saw_id }), { number: 1 });
      // What hooks change is held to it, too.
      if (row.name !== 'reopens') return;
      await rows('loans').change(await rows('loans').find({ saw_id: row.saw_id, state: 'back' }), { state: 'open' });
    },
  },
});
`,
};

describe('a set of fields that some rows alone may not share', () => {
  let folder: string;
  let drafts: Drafts;
  let database: TestDatabase;
  let service: Service | undefined;
  let client: Client;
  let own: AnyDefinition[];
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
    await run(database.knex);
    service = await startService({ database, resources: folder });
    client = await service.signedIn('admin@demo.test');
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
    await drafts?.end();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  let serial = 0;
  const saw = async (): Promise<number> => {
    serial += 1;
    return (await client.post('/saws', { name: `Saw ${serial}` })).body.data.id;
  };
  const lend = (saw_id: number, more: Readonly<Record<string, unknown>> = {}, headers = {}) =>
    client.post('/loans', { name: 'Ann', saw_id, ...more }, headers);
  const refused = (reply: { status: number; body: { errors?: unknown } }) => [
    reply.status,
    reply.body.errors,
  ];
  const taken = [422, { saw_id: ['It is lent already.'] }];

  it('is drafted, found to be there, and drafted again when it changes', async () => {
    expect(await drafts.lacks(own)).to.deep.equal([]);
    const other = own.map(
      (one): AnyDefinition =>
        one.path === 'loans' ? { ...one, unique: [{ fields: ['saw_id'], where: { state: 'open' } }] } : one,
    );
    expect((await drafts.lacks(other)).join()).to.include('no column “where_state_open”');
  });

  it('is held where rows are made, changed, brought into the condition and out of it', async () => {
    const id = await saw();
    const first = await lend(id);
    expect(first.status, first.text).to.equal(201);
    expect(refused(await lend(id))).to.deep.equal(taken);
    expect(refused(await lend(id, { state: 'late' }, { Prefer: 'dry-run' }))).to.deep.equal(taken);
    const back = await lend(id, { state: 'back' });
    expect(back.status, back.text).to.equal(201);
    const path = `/loans/${back.body.data.id}`;
    expect(refused(await client.patch(path, { state: 'open' }))).to.deep.equal(taken);
    expect((await client.patch(path, { name: 'Ben' })).status).to.equal(200);
    expect((await client.patch(`/loans/${first.body.data.id}`, { state: 'back' })).status).to.equal(200);
    expect((await client.patch(path, { state: 'open' })).status, 'once the other one is back').to.equal(200);
    expect(refused(await client.patch(`/loans/${first.body.data.id}`, { state: 'late' }))).to.deep.equal(
      taken,
    );
    expect((await client.delete(path)).status).to.equal(204);
    expect((await lend(id)).status, 'once it is deleted').to.equal(201);
  });

  it('is held in a batch, in what hooks change, and among those who come at once', async () => {
    const id = await saw();
    const body = { name: 'Ann', saw_id: id };
    const both = [body, body].map((one) => ({ method: 'POST', path: '/loans', body: one }));
    const batch = await client.post('/batch', { operations: both });
    expect([batch.status, batch.body.index, batch.body.errors]).to.deep.equal([422, 1, taken[1]]);
    const replies = await Promise.all([1, 2, 3, 4].map(() => lend(id)));
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422]);
    expect((await lend(id, { state: 'back' })).status).to.equal(201);
    const reopened = await lend(id, { name: 'reopens', state: 'back' });
    expect(reopened.status, reopened.text).to.equal(422);
    const rows = await database.knex('loans').where({ saw_id: id, state: 'open' });
    expect(rows).to.have.lengthOf(1);
  });

  it('is a conflict where a row beside breaks it, also where the own one has the same columns', async () => {
    expect((await client.post('/saws', { name: 'First', number: 1 })).status).to.equal(201);
    const { status, body } = await lend(await saw(), { name: 'numbers' });
    expect([status, body]).to.deep.equal([
      409,
      { code: 'conflict', message: 'The number has already been taken.' },
    ]);
  });

  it('has several fields, and several conditions', async () => {
    const spare = { name: 'Spare', place: 3, is_spare: true };
    expect((await lend(await saw(), spare)).status).to.equal(201);
    const again = await lend(await saw(), spare);
    expect(refused(again), again.text).to.deep.equal([422, { place: ['The place has already been taken.'] }]);
    expect((await lend(await saw(), { ...spare, is_spare: false })).status).to.equal(201);
    for (const _ of [1, 2]) expect((await lend(await saw(), { ...spare, place: null })).status).to.equal(201);
  });

  it('is told to clients, and offers nothing that is taken', async () => {
    const [loans] = (await client.get('/resources')).body.data.filter(
      (one: { path: string }) => one.path === 'loans',
    );
    expect(loans.unique).to.deep.equal([['number']]);
    expect(loans.unique_where).to.deep.equal([
      { fields: ['saw_id'], where: { state: ['open', 'late'] } },
      { fields: ['name', 'place'], where: { is_spare: [true], place: null } },
    ]);
    const [free, lent] = [await saw(), await saw()];
    const loan = (await lend(lent)).body.data.id;
    const offered = async (more = '') =>
      (await client.get(`/loans/options/saw_id?id=${free},${lent}${more}`)).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await offered()).to.deep.equal([free]);
    expect(await offered(`&for=${loan}`)).to.have.members([free, lent]);
    expect((await client.patch(`/loans/${loan}`, { state: 'back' })).status).to.equal(200);
    expect(await offered()).to.have.members([free, lent]);
  });
});
