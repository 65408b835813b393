/** What hooks create and delete beside their own row, by hooks of the test's own: as whole as what a request writes. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { Form } from '../../../../package/testing/world/form.ts';
import type { Client, Reply } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { png, pngChunk } from '../../../harness/pictures.ts';
import { type Service, startService } from '../../../harness/service.ts';

/** A user who is deleted, and kept. */
const gone = 5;

/** An incident does something by its name. */
const hooks = `  cascades: { write: [
    'create cleanings', 'delete cleanings', 'create zones', 'create materials', 'delete materials',
    { step: 'create incidents', ends: 'It does not: that is what is tested.' },
  ] },
  hooks: {
    beforeValidate({ row }) {
      if (row.name === 'Own word') row.severity = 'bogus';
      if (row.name === 'Own reference') row.maintenance_id = 999999;
      if (row.name === 'Own moment') row.started_at = '2026-01-31T09:00:00+01:00';
    },
    async afterWrite({ rows, row, previous }) {
      if (previous) return;
      const cleanings = rows('cleanings');
      const { material_id } = row;
      if (row.name === 'Spill') await cleanings.create({ material_id, type: 'casual' });
      if (row.name === 'Elsewhere') await rows('zones').create({ name: 'By a hook', site_id: 3 });
      if (row.name === 'Bad') await cleanings.create({ material_id: 999999, type: 'often', hue: 1 });
      if (row.name === 'Much') await rows('materials').create({ name: 'x', zone_id: 1, maintenance_count: 3 });
      const zone = async (values) => rows('zones').change(await rows('zones').find({}, { limit: 1, site: 2 }), values);
      const item = async (work) => work(await rows('items').of((await rows('items').find({}, { limit: 1 }))[0].id));
      if (row.name === 'Word') await rows('incidents').change([row], { status: 'bogus' });
      if (row.name === 'Below') await item((one) => rows('items').add(one, 'current_stock', -1_000_000));
      if (row.name === 'Flag') await zone({ allow_material: 'perhaps' });
      if (row.name === 'Length') await zone({ name: 'x'.repeat(256) });
      if (row.name === 'Null') await zone({ name: undefined });
      if (row.name === 'Reference') await zone({ parent_id: 999999 });
      if (row.name === 'System') await zone({ created_by_id: 5 });
      if (row.name === 'Fraction') await item((one) => rows('items').add(one, 'current_stock', 0.5));
      if (row.name === 'Read-only') await rows('maintenances').create({ material_id, name: 'x', type: 'corrective', parts_cost: 'much' });
      if (row.name === 'Gone') await rows('activities').change(await rows('activities').find({}, { limit: 1 }), { user_id: ${gone} });
      if (row.name === 'Whole') await zone({ description: '  by a hook ' });
      if (row.name === 'Clean') await cleanings.delete(await cleanings.find({ material_id }));
      if (row.name === 'Kept') await rows('materials').delete([{ id: material_id }]);
      if (row.name === 'Undeclared') await rows('companies').create({ name: 'x', types: ['item_provider'] });
      if (row.name === 'Loop') await rows('incidents').create({ name: 'Loop', material_id });
    },
    beforeHang({ row, what, added }) {
      if (row.status === 'open') throw new Failure('conflict', { message: say('No {what} yet: {added}.', { what, added: String(added) }) });
    },
    async afterHang({ row, rows, what, added }) {
      await rows('incidents').change([row], { description: [what, added, await rows(what).has({ resource: 'incidents', record_id: row.id })].join() });
    },
  },
`;

/** Knows one virus. */
const scanner = `
    async beforeKeep({ file: { name, type, size, siteId, read }, signal }) {
      signal.throwIfAborted();
      const pieces = [];
      for await (const piece of read()) pieces.push(Buffer.from(piece));
      const bytes = Buffer.concat(pieces);
      if (bytes.length !== size || siteId !== 2) throw new Error('These are other bytes.');
      if (bytes.includes('EICAR')) throw invalid({ file: [say('A virus is in {name} ({type}).', { name, type })] });
      if (bytes.includes('CRASH')) throw new Error('The scanner is away.');
    },`;

type Values = Readonly<Record<string, unknown>>;

describe('rows that hooks write beside their own', () => {
  let folder: string;
  let service: Service;
  let manager: Client;
  /** May create incidents, and delete nothing. */
  let technician: Client;
  let material: number;
  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'incidents.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(
      file,
      source
        .replace('  say,\n', '  say,\n  Failure,\n')
        .replace(/^ {2}hooks: \{[\s\S]*?^ {2}\},\n/m, '')
        .replace(/^ {2}states: \{$/m, `${hooks}  states: {`),
    );
    const files = join(folder, 'attachments.ts');
    const attachments = await readFile(files, 'utf8');
    await writeFile(
      files,
      attachments
        .replace('  fileFields,\n', '  fileFields,\n  invalid,\n  say,\n')
        .replace(/^ {2}hooks: \{$/m, `  hooks: {${scanner}`),
    );
    service = await startService({ seed: 'demo', resources: folder });
    manager = await service.signedIn('manager@demo.test');
    technician = await service.signedIn('technician@demo.test');
    const zone = (await manager.post('/zones', { name: 'Wash house' })).body.data.id;
    const made = await manager.post('/materials', {
      ...{ name: 'Tank', zone_id: zone, cleaning_every: 1, cleaning_unit: 'week' },
    });
    material = made.body.data.id;
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  const report = (name: string, headers?: Record<string, string>) =>
    technician.post('/incidents', { name, material_id: material }, headers);
  const read = async (path: string) => (await manager.get(path)).body;
  const incidents = async () => (await read('/incidents?per_page=1')).meta.total;
  const cleanings = async () => (await read(`/cleanings?material_id=${material}`)).data;

  it('are created with defaults, rules, hooks, history and counts', async () => {
    const before = (await read('/cleanings?per_page=1')).meta.total;
    const reply = await report('Spill');
    expect(reply.status, reply.text).to.equal(201);
    const [cleaning, ...others] = await cleanings();
    expect(others).to.deep.equal([]);
    expect(cleaning).to.include({ name: 'Cleaning of Tank', type: 'casual', site_id: 2 });
    expect(cleaning.created_by_id).to.equal(reply.body.data.created_by_id);
    expect(cleaning.created_at).to.equal(cleaning.cleaned_at);
    const told = (await read(`/materials/${material}`)).data;
    expect(told).to.include({ last_cleaning_at: cleaning.cleaned_at, cleaning_count: 1 });
    expect(told.next_cleaning_at, 'by its plan').to.be.a('string');
    const journal = await read(`/activities?resource=cleaning&record_id=${cleaning.id}`);
    expect(journal.data.map(({ name }: { name: string }) => name)).to.deep.equal(['cleaning.create']);
    expect((await read('/cleanings?per_page=1')).meta.total).to.equal(before + 1);
    const found = await read(`/cleanings?search=tank&material_id=${material}`);
    expect(found.meta.total, 'what search looks through').to.equal(1);
    const edit = await manager.patch(`/cleanings/${cleaning.id}`, { type: 'daily' });
    expect(edit.status, edit.text).to.equal(200);
  });

  it('that others hang on are asked by their hooks when one is added or deleted', async () => {
    const { id } = (await report('Smell')).body.data;
    const path = `/incidents/${id}`;
    const add = () => technician.post(`${path}/comments`, { body: 'Of gas.' });
    const refused = async (reply: Reply, words: string) =>
      expect([reply.status, reply.body?.message], reply.text).to.deep.equal([409, words]);
    await refused(await add(), 'No comments yet: true.');
    await manager.patch(path, { status: 'in_progress' });
    const added = await add();
    expect(added.status, added.text).to.equal(201);
    const described = async () => (await read(path)).data.description;
    expect(await described()).to.equal('comments,true,true');
    const comment = `/comments/${added.body.data.id}`;
    await manager.patch(path, { status: 'open' });
    await refused(await technician.delete(comment), 'No comments yet: false.');
    await manager.patch(path, { status: 'in_progress' });
    expect((await technician.delete(comment)).status).to.equal(204);
    expect(await described()).to.equal('comments,false,false');
    expect((await add()).status).to.equal(201);
    await manager.patch(path, { status: 'open' });
    expect((await manager.delete(path)).status, 'and what hangs on it').to.equal(204);
  });

  it('that are files are asked for by their bytes before any is kept', async () => {
    const knex = service.database.knex;
    const count = async (table: string) => Number((await knex(table).count({ n: '*' }))[0]?.n);
    const before = [await count('files'), await count('attachments')];
    const send = (value: string) =>
      manager.post(
        `/materials/${material}/attachments`,
        new Form([{ name: 'file', value, filename: 'note.txt' }]),
      );
    const virus = await send(`${'x'.repeat(600_000)} EICAR`);
    expect(virus.body.errors, virus.text).to.deep.equal({ file: ['A virus is in note.txt (text/plain).'] });
    expect((await send('CRASH')).status).to.equal(500);
    const point = await manager.post('/request-points', { name: 'Tank', material_id: material });
    const whole = png();
    const photo = Buffer.concat([
      whole.subarray(0, -12),
      pngChunk('IDAT', Buffer.from('EICAR')),
      whole.subarray(-12),
    ]);
    const address = `/public/request-points/${point.body.data.token}/requests`;
    const reported = await manager.post(
      address,
      new Form([
        { name: 'description', value: 'It leaks.' },
        { name: 'photo', value: photo, filename: 'leak.png' },
      ]),
    );
    expect([reported.status, reported.body.errors]).to.deep.equal([
      422,
      { photo: ['A virus is in leak.png (image/png).'] },
    ]);
    expect([await count('files'), await count('attachments')]).to.deep.equal(before);
    expect((await send('Nothing is in it.')).status).to.equal(201);
  });

  it('are created at another site that is named, and not at all by a dry run', async () => {
    expect((await report('Elsewhere', { Prefer: 'dry-run' })).status).to.equal(201);
    const atSite = async () => {
      await manager.patch('/user/site', { site_id: 3 });
      const { data } = await read('/zones?search=hook');
      await manager.patch('/user/site', { site_id: 2 });
      return data.map(({ name, site_id }: { name: string; site_id: number }) => [name, site_id]);
    };
    expect(await atSite()).to.deep.equal([]);
    expect((await report('Elsewhere')).status).to.equal(201);
    expect(await atSite()).to.deep.equal([['By a hook', 3]]);
  });

  it('are refused for what is wrong with them, under the name of their resource', async () => {
    const before = await incidents();
    const reply = await report('Bad');
    expect(reply.status, reply.text).to.equal(422);
    expect(reply.body.errors).to.have.keys('cleanings.material_id', 'cleanings.type', 'cleanings.hue');
    const { errors } = (await report('Elsewhere')).body;
    expect(Object.keys(errors), 'a name that is taken').to.deep.equal(['zones.name']);
    expect(await incidents()).to.equal(before);
  });

  it('are no way to set what follows from other rows, and lead on five times at most', async () => {
    const before = await incidents();
    expect((await report('Much')).status).to.equal(500);
    expect((await report('Loop')).status).to.equal(500);
    expect((await report('Undeclared')).status).to.equal(500);
    expect(await incidents()).to.equal(before);
  });

  it('are held to the kinds of their fields, as the hook’s own row is: else nothing is stored, and nothing told', async () => {
    await service.database
      .knex('users')
      .where({ id: gone })
      .update({ deleted_at: '2026-01-01 00:00:00.000', live: null });
    const [before, zones] = [await incidents(), (await read('/zones')).data];
    const wrong = [
      ...[
        'Own word',
        'Own reference',
        'Word',
        'Flag',
        'Length',
        'Null',
        'Reference',
        'System',
        'Fraction',
        'Below',
      ],
      ...['Read-only', 'Gone'],
    ];
    for (const name of wrong) {
      const reply = await report(name);
      expect(reply.status, `${name}: ${reply.text}`).to.equal(500);
      expect(Object.keys(reply.body), name).to.have.members(['message', 'code']);
      expect(reply.body.message, name).to.match(/^Something went wrong on our side/);
    }
    expect(await incidents()).to.equal(before);
    expect((await read('/zones')).data).to.deep.equal(zones);
  });

  it('come into one form, as what a body has', async () => {
    expect((await report('Own moment')).body.data.started_at).to.equal('2026-01-31T08:00:00.000Z');
    expect((await report('Whole')).status).to.equal(201);
    expect((await read('/zones?per_page=100')).data.map((zone: Values) => zone.description)).to.include(
      'by a hook',
    );
  });

  it('are deleted with hooks and history, for any user', async () => {
    const [{ id }] = await cleanings();
    const own = await technician.delete(`/cleanings/${id}`);
    expect(own.status, 'by themselves they may not').to.equal(403);
    const reply = await report('Clean');
    expect(reply.status, reply.text).to.equal(201);
    expect(await cleanings()).to.deep.equal([]);
    expect((await read(`/materials/${material}`)).data).to.include({
      last_cleaning_at: null,
      cleaning_count: 0,
    });
    const journal = await read(`/activities?resource=cleaning&record_id=${id}&action=delete`);
    expect(journal.meta.total).to.equal(1);
  });

  it('are not deleted while others depend on them', async () => {
    const before = await incidents();
    const reply = await report('Kept');
    expect(reply.status, reply.text).to.equal(409);
    expect(reply.body.message).to.match(/incident/);
    expect(await incidents()).to.equal(before);
  });
});
