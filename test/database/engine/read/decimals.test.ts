/** Numbers with decimals of a chosen scale, and durations in minutes: exact when they are stored, compared, summed and shown. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createTable, decimal, reference, resource, site } from '../../../../migrations/columns/index.ts';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const samples = `import { BelongsTo, Computed, CountOf, Decimal, defineResource, Minutes, Nullable, SumOf, Text, Total } from '../engine/index.ts';
export default defineResource({
  name: 'sample', path: 'samples', table: 'samples', scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    weight: Decimal({ scale: 3, minimum: 0, unit: 'kg' }),
    drift: Nullable(Decimal({ scale: 6, maximum: 14 })),
    measuring_minutes: Nullable(Minutes({ minimum: 1 })),
    part_of_id: Nullable(BelongsTo('samples')),
    parts_weight: SumOf('samples', 'part_of_id', 'weight', { shows: 'decimal3', unit: 'kg' }),
    parts_minutes: SumOf('samples', 'part_of_id', 'measuring_minutes'),
    part_count: CountOf('samples', 'part_of_id'),
    parts_all: Total(['parts_minutes', 'part_count']),
    heavy: Computed({ weight: { gte: 12.125 } }),
  },
  filters: ['weight', 'drift', 'measuring_minutes', 'heavy'],
  sort: ['name', 'weight', 'parts_all'], defaultSort: 'name',
  sums: ['weight', 'drift', 'measuring_minutes', 'parts_weight', 'parts_all'],
});
`;

describe('fields with decimals and minutes', () => {
  let folder: string;
  let service: Service;
  let client: Client;
  before(async () => {
    folder = await copyDefinitions();
    await writeFile(join(folder, 'samples.ts'), samples);
    service = await startService({ seed: 'demo', resources: folder });
    await createTable(service.database.knex, 'samples', (t) => {
      resource(t);
      site(t);
      t.string('name').notNullable();
      t.string('name_key', 511).notNullable();
      decimal(t, 'weight', 3).notNullable();
      decimal(t, 'drift', 6).nullable();
      t.integer('measuring_minutes').nullable();
      reference(t, 'part_of_id', 'samples').nullable();
    });
    client = await service.signedIn('admin@demo.test');
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  const make = async (body: Readonly<Record<string, unknown>>) => {
    const reply = await client.post('/samples', { name: 'S', ...body });
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  const list = async (query: string) => {
    const reply = await client.get(`/samples?fields=weight&${query}`);
    expect(reply.status, reply.text).to.equal(200);
    return reply.body.data.map(({ weight }: { weight: number }) => weight);
  };

  it('answer the number that was sent, and sum exactly', async () => {
    const whole = await make({ name: 'A', weight: 0.1, drift: -9_999_999, measuring_minutes: 90 });
    expect(whole).to.include({ weight: 0.1, drift: -9_999_999, measuring_minutes: 90, parts_weight: 0 });
    // In binary floating point this is 0.30000000000000004 and 0.6000000000000001.
    await make({ name: 'B', weight: 0.2, drift: 0.000001, part_of_id: whole.id });
    await make({ name: 'C', weight: 12.125, part_of_id: whole.id, measuring_minutes: 1 });
    const after = (await client.get(`/samples/${whole.id}`)).body.data;
    expect(after.parts_weight).to.equal(12.325);
    const counted = await client.get('/samples/counts?sum=weight,drift,measuring_minutes,parts_weight');
    expect(counted.body.data, counted.text).to.deep.equal([
      {
        count: 3,
        sums: { weight: 12.425, drift: -9_999_998.999999, measuring_minutes: 91, parts_weight: 12.325 },
      },
    ]);
  });

  it('are found by value and by range, in their order, and by what follows from them', async () => {
    expect(await list('weight=0.1,12.125')).to.deep.equal([0.1, 12.125]);
    expect(await list('weight=0.100')).to.deep.equal([0.1]);
    expect(await list('weight[gt]=0.1&weight[lt]=12.125')).to.deep.equal([0.2]);
    expect(await list('drift[gte]=0.000001')).to.deep.equal([0.2]);
    expect(await list('drift=null&sort=-weight')).to.deep.equal([12.125]);
    expect(await list('heavy=true')).to.deep.equal([12.125]);
    expect(await list('sort=-weight')).to.deep.equal([12.125, 0.2, 0.1]);
    expect(await list('measuring_minutes[gte]=1&measuring_minutes[lt]=90')).to.deep.equal([12.125]);
  });

  it('are added to a total, which lists are sorted by, page by page and in a file', async () => {
    const { id } = (await client.get('/samples?weight=0.2')).body.data[0];
    await make({ name: 'D', weight: 2, part_of_id: id, measuring_minutes: 7 });
    const row = (await client.get(`/samples/${id}`)).body.data;
    expect(row).to.include({ parts_minutes: 7, part_count: 1, parts_all: 8 });
    expect(await list('sort=-parts_all,weight')).to.deep.equal([0.2, 0.1, 2, 12.125]);
    expect(await list('sort=parts_all,-weight&weight[lt]=3')).to.deep.equal([2, 0.1, 0.2]);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list(`sort=-parts_all&per_page=1&page=${page}`)),
    );
    expect(pages.flat()).to.deep.equal(await list('sort=-parts_all'));
    const file = await client.get('/samples?sort=-parts_all,weight&fields=name,parts_all&format=csv');
    expect(file.text).to.equal('\uFEFFName,Parts all\r\nB,8\r\nA,3\r\nD,0\r\nC,0\r\n');
    const counted = await client.get('/samples/counts?sum=parts_all');
    expect(counted.body.data[0].sums, counted.text).to.deep.equal({ parts_all: 11 });
    const refused = await client.get('/samples?sort=part_count');
    expect(refused.body.errors.sort[0], refused.text).to.contain('parts_all');
    await client.delete(`/samples/${(await client.get('/samples?weight=2')).body.data[0].id}`);
  });

  it('refuse what would have to be rounded, on the field', async () => {
    for (const [body, said] of [
      [{ weight: 0.0005 }, 'The weight must be a number with at most three decimals.'],
      [{ weight: 0.1 + 0.2 }, 'The weight must be a number with at most three decimals.'],
      [{ weight: '0.5' }, 'The weight must be a number.'],
      [{ weight: -1 }, 'The weight must be at least 0.'],
      [{ weight: 1e7 }, 'The weight must not be greater than 9999999.'],
    ] as const) {
      const reply = await client.post('/samples', { name: 'Z', ...body });
      expect([reply.status, reply.body.errors], reply.text).to.deep.equal([422, { weight: [said] }]);
    }
    const odd = await client.post('/samples', { name: 'Z', weight: 1, drift: 14.1, measuring_minutes: 1.5 });
    expect(odd.body.errors).to.deep.equal({
      drift: ['The drift must not be greater than 14.'],
      measuring_minutes: ['The measuring minutes must be an integer.'],
    });
    for (const value of ['0.0005', '1e3', 'x', '1234567890123']) {
      const reply = await client.get(`/samples?weight=${value}`);
      expect([reply.status, Object.keys(reply.body.errors)], value).to.deep.equal([422, ['weight']]);
    }
  });

  it('refuse digits that a number would lose, on the field', async () => {
    const headers = {
      Cookie: client.cookieHeader(),
      Origin: 'http://localhost:5173',
      'X-XSRF-TOKEN': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
      'Content-Type': 'application/json',
    };
    const send = (body: string) => client.raw('POST', '/api/v1/samples', { headers, body });
    const reply = await send('{"name": "Z", "weight": 1.0000000000000000001, "measuring_minutes": 1e400}');
    expect([reply.status, reply.body.errors], reply.text).to.deep.equal([
      422,
      {
        weight: ['The weight has more digits than can be kept exactly.'],
        measuring_minutes: ['The measuring minutes has more digits than can be kept exactly.'],
      },
    ]);
    expect((await send('{"name": "Long", "weight": 1.50000000000000000000}')).status).to.equal(201);
    const long = await send(`{"name": "Z", "weight": 1${'0'.repeat(63)}1}`);
    expect([long.status, long.body.errors], long.text).to.deep.equal([
      422,
      { weight: ['The weight is a number of more than 64 characters.'] },
    ]);
  });

  it('are told of in metadata, the document and files', async () => {
    const described = (await client.get('/resources')).body.data;
    const sample = described.find(({ name }: { name: string }) => name === 'sample');
    const field = (name: string) => sample.fields.find((one: { name: string }) => one.name === name);
    expect(field('weight')).to.deep.include({
      type: 'decimal',
      unit: 'kg',
      limits: { minimum: 0, maximum: 9_999_999, decimals: 3 },
    });
    expect(field('parts_weight')).to.deep.include({ type: 'decimal', unit: 'kg', read_only: true });
    expect(field('measuring_minutes')).to.deep.include({
      type: 'integer',
      unit: 'minutes',
      limits: { minimum: 1, maximum: 525_600 },
    });
    const filter = sample.filters.find(({ name }: { name: string }) => name === 'weight');
    expect(filter).to.deep.include({ type: 'decimal', operators: ['any', 'not', 'gt', 'gte', 'lt', 'lte'] });
    const document = (await client.get('/api/v1/openapi.json')).body;
    expect(document.components.schemas.SampleCreate.properties.weight).to.deep.include({
      type: 'number',
      description: 'At most three decimals.',
    });
    const file = await client.get('/samples?fields=weight,drift&format=csv&weight[lt]=1');
    expect(file.text).to.equal('\uFEFFWeight,Drift\r\n0.1,-9999999\r\n0.2,0.000001\r\n');
  });
});
