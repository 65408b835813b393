/** Reports of a definition, and actions whose answer is no row: read, bounded, permitted and described like everything else. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ReportMetadata } from '../../../../../engine/features/reports/metadata-schema.ts';
import type { Client } from '../../../../harness/client.ts';
import { copyDefinitions } from '../../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../../harness/service.ts';

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
    later: report({
      on: 'row',
      unsaved: true,
      summary: 'Its type, after other work.',
      answer: { type: Text() },
      async run({ id, rows }) {
        const [cleaning] = await rows('cleanings').find({ id: id ?? 0 });
        return async () => {
          await Reflect.get(globalThis, Symbol.for('later'))?.();
          return { type: String(cleaning?.type) };
        };
      },
      says: async ({ id, rows }) => ((await rows('cleanings').has({ id: id ?? 0 })) ? say('It is there.') : say('It is not.')),
    }),
    effort: report({
      on: 'collection',
      window: true,
      by: { choices: ['id', 'type', 'zone_id', 'month', 'day'] },
      summary: 'How many there were in some days.',
      answer: { count: Integer({ formula: 'cleanings within the days' }), share: Nullable(Ratio({ formula: 'count ÷ all' })) },
      charts: [{ title: 'By month', draw: 'columns', y: ['count'], input: { by: 'month' } }],
      async run({ db, where, window, by, periods, groups }) {
        const { text, bindings } = conditionSql(where, 'c');
        const rows = await query(db, {
          text: \`select c.id, substr(cast(c.cleaned_at as char), 1, 10) as day from cleanings c where \${text}\`,
          bindings,
        });
        await Reflect.get(globalThis, Symbol.for('report'))?.(groups);
        const known = await groups();
        const counts = new Map<unknown, number>(periods.map(({ value }) => [value, 0]));
        if (by === null) counts.set(null, 0);
        const counted = rows.filter(({ day }) => String(day) >= window.from && String(day) < window.until);
        for (const { id, day } of counted) {
          const period = periods.find(({ from, until }) => String(day) >= from && String(day) < until);
          const value = period ? period.value : known.get(Number(id));
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        return [...counts].map(([value, count]) => ({ value, count, share: counted.length ? Math.round((count / counted.length) * 1e6) / 1e6 : null }));
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
    const names = 'conditionSql, DateOnly, Integer, query, Ratio, report, TimeOfDay, ';
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

  it('of a row is for users who may view the row', async () => {
    const [latest] = (await manager.get('/cleanings?sort=-cleaned_at&per_page=1')).body.data;
    const reply = await manager.get(`/cleanings/${latest.id}/history`);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body.data).to.be.an('array').with.length.at.most(3);
    expect((await viewer.get(`/cleanings/${latest.id}/history`)).status).to.equal(404);
    expect((await manager.get('/cleanings/999999/history')).status).to.equal(404);
    expect((await manager.get(`/cleanings/${latest.id}/history?type=weekly`)).status).to.equal(422);
    expect((await manager.patch(`/cleanings/${latest.id}/history`, {})).status).to.equal(405);
  });

  it('tells of a row as a change would leave it, and keeps nothing of it', async () => {
    const [latest, other] = (await manager.get('/cleanings?sort=-cleaned_at&per_page=100')).body.data.filter(
      ({ material_id }: { material_id: number }, at: number, all: readonly { material_id: number }[]) =>
        at === 0 || material_id !== all[0]?.material_id,
    );
    const path = `/cleanings/${latest.id}`;
    const own = (await manager.get(`${path}/history`)).body;
    expect((await manager.post(`${path}/history`, {})).body, 'nothing changed').to.deep.equal(own);
    const before = await manager.get(path);
    const changed = await manager.post(`${path}/history`, { material_id: other.material_id });
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.body.data).to.not.deep.equal(own.data);
    const now = await manager.get(path);
    expect([now.body, now.headers.etag]).to.deep.equal([before.body, before.headers.etag]);
    expect((await manager.post(`${path}/history`, { type: 'never' })).body.errors).to.have.keys('type');
    expect((await manager.post('/cleanings/999999/history', {})).status).to.equal(404);
    expect((await viewer.post(`${path}/history`, {})).status).to.equal(403);
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
    expect([batch.status, batch.body.message, await count()]).to.deep.equal([
      ...[404, 'A batch has only writes: ask for this by itself.', rows],
    ]);
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

  it('computes without the database where that takes long: others write meanwhile', async () => {
    const [latest] = (await manager.get('/cleanings?sort=-cleaned_at&per_page=1')).body.data;
    let written = 0;
    Reflect.set(globalThis, Symbol.for('later'), async () => {
      written = (await manager.patch(`/cleanings/${latest.id}`, { type: latest.type })).status;
    });
    try {
      const path = `/cleanings/${latest.id}/later`;
      const body = { material_id: latest.material_id, type: latest.type };
      const requests = [
        () => manager.get(path),
        () => manager.post(path, {}),
        () => manager.post('/cleanings/later', body),
      ];
      for (const send of requests) {
        written = 0;
        const reply = await send();
        expect([reply.status, written], reply.text).to.deep.equal([200, 200]);
        expect(reply.body).to.deep.equal({ data: { type: latest.type }, summary: 'It is there.' });
      }
      const csv = await manager.get(`${path}?format=csv`);
      expect(csv.text).to.equal(`\uFEFFType\r\n${latest.type}\r\n`);
    } finally {
      Reflect.deleteProperty(globalThis, Symbol.for('later'));
    }
  });

  it('groups: labels and order are those of counts, and every period is told', async () => {
    const path = '/cleanings/effort?from=2000-01-01&until=2009-12-31';
    const effort = async (query: string, from = '2020-01-15', until = '2030-01-10') =>
      (await manager.get(`/cleanings/effort?from=${from}&until=${until}&${query}`)).body.data;
    const { data: counts } = (await manager.get('/cleanings/counts?by=type')).body;
    const all = counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(await effort('')).to.deep.equal([{ value: null, label: 'Total', count: all, share: 1 }]);
    for (const by of ['type', 'zone_id']) {
      const { data: same } = (await manager.get(`/cleanings/counts?by=${by}`)).body;
      const told = await effort(`by=${by}`);
      expect(told.map(({ share: _, ...row }: { share: number }) => row)).to.deep.equal(same);
    }
    const [most] = [...counts].sort((one, other) => other.count - one.count);
    const [first, ...others] = await effort('by=type&sort=-count&limit=1');
    expect([first.count, others]).to.deep.equal([most.count, []]);
    const months = await effort('by=month', '2020-01-15', '2020-03-02');
    expect(months).to.deep.equal([
      { value: '2020-01-15', label: '2020-01', count: 0, share: null },
      { value: '2020-02-01', label: '2020-02', count: 0, share: null },
      { value: '2020-03-01', label: '2020-03', count: 0, share: null },
    ]);
    const [latest] = (await manager.get('/cleanings?sort=-cleaned_at&per_page=1')).body.data;
    const [own] = await effort(`by=id&id=${latest.id}`);
    expect([own.value, own.label, own.count]).to.deep.equal([latest.id, latest.name, 1]);
    const csv = await manager.get(`${path}&by=type&format=csv`);
    expect(csv.text).to.equal('\uFEFFValue,Group,Count,Share\r\n');
    const refused = async (query: string) =>
      Object.keys((await manager.get(`/cleanings/effort?${query}`)).body.errors);
    expect(await refused('by=year&sort=share&limit=1001')).to.have.members(['from', 'until', 'by', 'limit']);
    for (const limit of ['0', '1001', 'many'])
      expect((await manager.get(`${path}&limit=${limit}`)).body.errors.limit[0]).to.include(
        limit === 'many' ? 'it must be an integer.' : 'it must be an integer from 1 to 1000.',
      );
    expect(await refused('from=2026-02-01&until=2026-02-01&sort=-name')).to.have.members(['until', 'sort']);
    expect(await refused('from=2000-01-01&until=2010-01-09')).to.deep.equal(['until']);
    expect(await refused('from=2000-01-01&until=2010-01-08&by=day'), 'too many rows').to.deep.equal(['by']);
    expect((await manager.get(`${path}&by=day&limit=1000`)).body.data).to.have.length(1000);
  });

  it('reads no groups once its client has left', async () => {
    const cookie = [...manager.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const address = `${service.url}/api/v1/cleanings/effort?from=2020-01-01&until=2030-01-01&by=type`;
    const sent = request(address, { headers: { Cookie: cookie, Origin: service.url } });
    sent.on('error', () => {});
    const outcome = new Promise((resolve) => {
      Reflect.set(globalThis, Symbol.for('report'), async (groups: () => Promise<unknown>) => {
        Reflect.deleteProperty(globalThis, Symbol.for('report'));
        const closed = new Promise((done) => sent.once('close', done));
        sent.destroy();
        await closed;
        // The service hears of it when it next looks at the connection: a request of another one comes after.
        await service.client().get('/health/live');
        resolve(
          await groups().then(
            () => 'read',
            ({ cause }) => cause.message,
          ),
        );
      });
    });
    sent.end();
    expect(await outcome).to.equal('The client has left.');
  });

  it('is told by name in the metadata, whole in the reports, and in the document', async () => {
    const { data } = (await manager.get('/resources')).body;
    const { reports: named, actions } = data.find((one: { path: string }) => one.path === 'cleanings');
    expect(actions).to.deep.equal([]);
    expect(named).to.deep.equal([
      { name: 'load', label: 'Load', on: 'collection' },
      { name: 'history', label: 'Before it', on: 'row' },
      { name: 'later', label: 'Later', on: 'row' },
      { name: 'effort', label: 'Effort', on: 'collection', charts: true },
    ]);
    const reply = await manager.get('/reports');
    expect(reply.headers['cache-control']).to.equal('private, no-cache');
    const again = await manager.get('/reports', { 'If-None-Match': String(reply.headers.etag) });
    expect(again.status).to.equal(304);
    const all: readonly ReportMetadata[] = reply.body.data;
    const told = all.filter(({ resource }) => resource === 'cleanings');
    expect(told.map(({ name, label, on, unsaved, many }) => [name, label, on, unsaved, many])).to.deep.equal([
      ['load', 'Load', 'collection', false, false],
      ['history', 'Before it', 'row', true, true],
      ['later', 'Later', 'row', true, false],
      ['effort', 'Effort', 'collection', false, true],
    ]);
    const [, history, , effort] = told;
    expect(history?.url).to.match(/^http.*\/api\/v1\/cleanings\/\{id\}\/history$/);
    expect(effort?.url).to.match(/\/api\/v1\/cleanings\/effort$/);
    expect(effort?.parameters.map(({ name, required = false }) => [name, required])).to.deep.equal([
      ['from', true],
      ['until', true],
      ['by', false],
      ['sort', false],
      ['limit', false],
    ]);
    expect(effort?.parameters[2]?.values).to.deep.equal([
      { value: 'id', label: 'Cleaning' },
      { value: 'type', label: 'Type' },
      { value: 'zone_id', label: 'Zone' },
      { value: 'month', label: 'Month' },
      { value: 'day', label: 'Day' },
    ]);
    expect(effort?.parameters[3]?.values?.[1]).to.deep.equal({
      value: '-count',
      label: 'Count, the most first',
    });
    expect(effort?.fields.map(({ name, formula, ratio }) => [name, formula, ratio])).to.deep.equal([
      ['count', 'cleanings within the days', undefined],
      ['share', 'count ÷ all', true],
    ]);
    expect(effort?.charts).to.deep.equal([
      { title: 'By month', draw: 'columns', y: ['count'], input: { by: 'month' } },
    ]);
    expect((await viewer.get('/reports')).body.data.some(({ unsaved }: ReportMetadata) => unsaved)).to.equal(
      false,
    );
    expect((await manager.get('/reports?by=month')).body.errors).to.have.keys('by');
    expect((await service.client().get('/reports')).status).to.equal(401);
    const { paths, components } = (await manager.get('/openapi.json')).body;
    const { value, label, share } = components.schemas.CleaningEffortAnswer.properties;
    expect([value.title, label.title]).to.deep.equal(['Value', 'Group']);
    expect(share.description).to.equal(
      'At most six decimals. Computed: count ÷ all. Shown in per cent: 0.9 is 90 %.',
    );
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
