/** Reports of a definition, and actions whose answer is no row: read, bounded, permitted and described like everything else. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '../harness/client.ts';
import { copyDefinitions } from '../harness/definitions-copy.ts';
import { type Service, startService } from '../harness/service.ts';

const own = `
  permissions: ['tally'],
  actions: {
    tally: {
      on: 'collection',
      permission: 'tally',
      summary: 'Counts those of a kind.',
      input: { type: Enum(['daily', 'weekly'], { default: 'daily' }) },
      answer: { type: Text(), found: Integer() },
      async run({ rows, input, answer }) {
        const found = await rows('cleanings').find({ type: input.type });
        return answer({ type: input.type, found: found.length });
      },
    },
  },
  reports: {
    load: report({
      on: 'collection',
      summary: 'How many there were since a day.',
      input: { since: DateOnly(), at: TimeOfDay({ default: '00:00' }), least: Nullable(Integer({ minimum: 1 })) },
      answer: { count: Integer(), since: DateOnly(), at: TimeOfDay(), least: Nullable(Integer()) },
      async run({ db, where, input }) {
        const { text, bindings } = conditionSql(where, 'c');
        const counted = await query(db, {
          text: \`select count(*) as number from cleanings c where \${text} and c.cleaned_at >= ?\`,
          bindings: [...bindings, input.since],
        });
        return { count: Number(counted[0]?.number), ...input };
      },
    }),
    history: report({
      on: 'row',
      unsaved: true,
      label: 'before it',
      summary: 'The earlier cleanings of the same material, the latest first.',
      input: {},
      answer: { cleaned_at: Instant(), type: Enum(['daily', 'weekly', 'bimonthly', 'monthly', 'quarterly', 'biannual', 'annual', 'casual']) },
      many: true,
      async run({ id, rows }) {
        const [cleaning] = await rows('cleanings').find({ id: id ?? 0 });
        const earlier = { material_id: Number(cleaning?.material_id), cleaned_at: { lt: String(cleaning?.cleaned_at) } };
        const found = await rows('cleanings').find(earlier, { order: '-cleaned_at', limit: 3 });
        return found.map(({ cleaned_at, type }) => ({ cleaned_at: String(cleaned_at), type: type }));
      },
    }),
  },
  filters: [`;

describe('a report', () => {
  let folder: string;
  let service: Service;
  let manager: Client;
  let viewer: Client;

  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'cleanings.ts');
    const source = await readFile(file, 'utf8');
    const names = 'conditionSql, DateOnly, Integer, query, report, TimeOfDay, ';
    const changed = source
      .replace('  filters: [', own)
      .replace('import { ', `import { ${names}`)
      .replace('import {\n', `import {\n${names}`);
    await writeFile(file, changed);
    service = await startService({ seed: 'demo', resources: folder });
    manager = await service.signedIn('manager@demo.test');
    viewer = await service.signedIn('viewer@demo.test');
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('on the collection takes the filters and the search of the list, and its parameters', async () => {
    const total = async (query: string) =>
      (await manager.get(`/cleanings?per_page=1&${query}`)).body.meta.total;
    const load = async (query: string) => (await manager.get(`/cleanings/load?${query}`)).body.data;
    expect(await load('since=2000-01-01')).to.deep.equal({
      ...{ count: await total(''), since: '2000-01-01', at: '00:00', least: null },
    });
    const { count } = await load('since=2000-01-01&type=weekly&at=08:30&least=5');
    expect(count).to.equal(await total('type=weekly'));
    expect((await load('since=9000-01-01')).count).to.equal(0);
  });

  it('names every bad parameter', async () => {
    const bad = await manager.get('/cleanings/load?at=25:00&least=0&page=1&type=x');
    expect(bad.status).to.equal(422);
    expect(bad.body.errors).to.have.keys('since', 'at', 'least', 'page', 'type');
    expect((await manager.get('/cleanings/load?since=yesterday')).body.errors.since[0]).to.include(
      'yesterday',
    );
  });

  it('sees what the list would show, at the site where one is', async () => {
    const load = async (client: Client) =>
      (await client.get('/cleanings/load?since=2000-01-01')).body.data.count;
    const all = async (client: Client) => (await client.get('/cleanings?per_page=1')).body.meta.total;
    expect(await load(viewer)).to.equal(await all(viewer));
    expect((await service.client().get('/cleanings/load?since=2000-01-01')).status).to.equal(401);
  });

  it('of a row is there for who may view the row', async () => {
    const [latest] = (await manager.get('/cleanings?sort=-cleaned_at&per_page=1')).body.data;
    const reply = await manager.get(`/cleanings/${latest.id}/history`);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body.data).to.be.an('array').with.length.at.most(3);
    expect((await viewer.get(`/cleanings/${latest.id}/history`)).status).to.equal(404);
    expect((await manager.get('/cleanings/999999/history')).status).to.equal(404);
    expect((await manager.get(`/cleanings/${latest.id}/history?type=weekly`)).status).to.equal(422);
    expect((await manager.patch(`/cleanings/${latest.id}/history`, {})).status).to.equal(405);
  });

  it('tells of a row that is not saved, and keeps nothing of it', async () => {
    const [latest] = (await manager.get('/cleanings?sort=-cleaned_at&per_page=1')).body.data;
    const before = (await manager.get(`/cleanings/${latest.id}/history`)).body.data;
    const count = async () => (await manager.get('/cleanings?per_page=1')).body.meta.total;
    const rows = await count();
    const body = { material_id: latest.material_id, type: 'daily' };
    const reply = await manager.post('/cleanings/history', body);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.headers).to.not.have.keys('location', 'preference-applied');
    expect(reply.body.data).to.deep.equal(
      [{ cleaned_at: latest.cleaned_at, type: latest.type }, ...before].slice(0, 3),
    );
    expect(await count()).to.equal(rows);
    expect((await manager.post('/cleanings/history', { type: 'never' })).body.errors).to.have.keys(
      'material_id',
      'type',
    );
    expect((await viewer.post('/cleanings/history', body)).status).to.equal(403);
    const batch = await manager.post('/batch', {
      operations: [{ method: 'POST', path: '/cleanings/history', body }],
    });
    expect([batch.status, await count()]).to.deep.equal([404, rows]);
    // Nor where it names a row that the batch makes.
    const { zone_id } = (await manager.get(`/materials/${latest.material_id}`)).body.data;
    const named = await manager.post('/batch', {
      operations: [
        { method: 'POST', path: '/materials', body: { name: 'Reported on', zone_id } },
        { method: 'POST', path: '/cleanings/history', body: { ...body, material_id: '$0' } },
      ],
    });
    expect([named.status, named.body.index, await count()], named.text).to.deep.equal([404, 1, rows]);
  });

  it('is a file for a spreadsheet where that is asked for', async () => {
    const reply = await manager.get('/cleanings/load?since=2000-01-01&format=csv');
    expect(reply.headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(reply.text.split('\r\n')[0]).to.equal('\uFEFFCount,Since,At,Least');
    const byHeader = await manager.get('/cleanings/load?since=2000-01-01', { Accept: 'text/csv' });
    expect(byHeader.text).to.equal(reply.text);
    expect((await manager.get('/cleanings/load?since=2000-01-01&format=xls')).status).to.equal(422);
  });

  it('is told in the metadata and the document', async () => {
    const { data } = (await manager.get('/resources')).body;
    const { reports, actions } = data.find((one: { path: string }) => one.path === 'cleanings');
    expect(actions).to.deep.equal([]);
    expect(
      reports.map(({ name, label, on, unsaved, many }: Record<string, unknown>) => [
        name,
        label,
        on,
        unsaved,
        many,
      ]),
    ).to.deep.equal([
      ['load', 'Load', 'collection', false, false],
      ['history', 'Before it', 'row', true, true],
    ]);
    const { paths } = (await manager.get('/openapi.json')).body;
    expect(paths).to.include.keys(
      '/api/v1/cleanings/load',
      '/api/v1/cleanings/{id}/history',
      '/api/v1/cleanings/history',
    );
    expect(paths['/api/v1/cleanings/tally'].post.responses).to.include.keys('200');
  });

  it('has an action beside it that answers values of its own, for who holds its permission', async () => {
    expect((await manager.post('/cleanings/tally', { type: 'weekly' })).status).to.equal(403);
    const admin = await service.signedIn('admin@demo.test');
    const reply = await admin.post('/cleanings/tally', { type: 'weekly' });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body.data).to.have.keys('type', 'found');
    expect((await admin.post('/cleanings/tally', {})).body.data.type, 'the default').to.equal('daily');
    expect((await admin.post('/cleanings/tally?fields=type', { type: 'weekly' })).status).to.equal(422);
    expect((await admin.post('/cleanings/tally', { type: 'yearly' })).status).to.equal(422);
  });
});
