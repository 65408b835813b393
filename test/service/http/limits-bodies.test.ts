/** Bodies that are too wide: refused before they are validated, and what is wrong is told in few words. */
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Client, Reply } from '../../harness/client.ts';
import { type Service, startService } from '../../harness/service.ts';

const keys = (number: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: number }, (_, index) => [`${prefix}${index}`, 1]));

describe('wide bodies', () => {
  let service: Service;
  let manager: Client;

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
  });
  after(() => service.stop());

  const expectTooMuch = (reply: Reply, words: string) => {
    expect([reply.status, reply.body.code], reply.text.slice(0, 500)).to.deep.equal([
      413,
      'payload_too_large',
    ]);
    expect(reply.body.message).to.include(words);
    expect(reply.text.length).to.be.below(300);
  };

  const paths: [string, string][] = [
    ['POST', '/zones'],
    ['PATCH', '/zones/1'],
    ['POST', '/batch'],
    ['POST', '/maintenances/1/duplicate'],
    ['POST', '/auth/login'],
    ['POST', '/auth/two-factor-challenge'],
    ['PATCH', '/user/site'],
    ['PATCH', '/user/locale'],
    ['PUT', '/user/password'],
    ['POST', '/user/two-factor'],
  ];
  for (const [method, path] of paths) {
    it(`are a 413 for ${method} ${path}`, async () => {
      // No second factor is pending here. The test is about the body, which must not be read.
      const challenge = path.endsWith('challenge');
      const reply = await manager.send(method, path, keys(95_000));
      if (challenge) expect(reply.status).to.equal(401);
      else expectTooMuch(reply, '200 keys');
    });
  }

  it('may have 200 keys in an object, and 50 of them are named', async () => {
    const reply = await manager.post('/zones', keys(200));
    expect(reply.status).to.equal(422);
    expect(Object.keys(reply.body.errors)).to.have.length(50);
    expect(reply.body.message).to.match(/\(The first 50 fields are named, and 151 more are not valid\.\)$/);
    const login = await manager.post('/auth/login', keys(200));
    expect(Object.keys(login.body.errors)).to.have.length(50);
    expect(login.body.message).to.include('and 152 more');
    expectTooMuch(await manager.post('/zones', keys(201)), 'An object in the body has more than 200 keys.');
  });

  it('name every field where there are 50', async () => {
    const reply = await manager.post('/zones', { name: 'Fifty', ...keys(50) });
    expect(Object.keys(reply.body.errors)).to.have.length(50);
    expect(reply.body.message).to.not.include('more are');
  });

  it('may have 10,000 keys in all', async () => {
    const wide = (objects: number) => ({
      operations: Array.from({ length: objects }, () => keys(199)),
    });
    expect((await manager.post('/batch', wide(50))).status).to.equal(422);
    expectTooMuch(await manager.post('/batch', wide(51)), '10000 keys in all');
  });

  it('count a key that comes again, and none that stands in a text', async () => {
    const raw = (body: string | Buffer, more: Record<string, string> = {}) =>
      manager.raw('POST', '/api/v1/zones', {
        headers: {
          Origin: 'http://localhost:5173',
          Cookie: manager.cookieHeader(),
          'X-XSRF-TOKEN': manager.cookies.get('XSRF-TOKEN') ?? '',
          'Content-Type': 'application/json',
          ...more,
        },
        body,
      });
    const again = `{${Array.from({ length: 201 }, () => '"name":"x"').join(',')}}`;
    expectTooMuch(await raw(again), '200 keys');
    expectTooMuch(await raw(gzipSync(again), { 'Content-Encoding': 'gzip' }), '200 keys');
    const text = '\\"a\\":1,[{\\\\'.repeat(90);
    const reply = await raw(`{"name":"Zone with text","description":"${text}"}`);
    expect(reply.status, reply.text).to.equal(201);
    expect(reply.body.data.description).to.equal(JSON.parse(`"${text}"`));
  });

  it('may have 10,000 values in arrays', async () => {
    const zone = (number: number) => ({ name: Array.from({ length: number }, () => 0) });
    expect((await manager.post('/zones', zone(10_000))).status).to.equal(422);
    expectTooMuch(await manager.post('/zones', zone(400_000)), '10000 values');
    const list = await manager.post('/items', { name: 'List', material_ids: [...Array(9999).keys()] });
    expect(list.status).to.equal(422);
    expect(list.body.errors.material_ids).to.have.length(1);
    const objects = (length: number) => Array.from({ length }, () => ({}));
    const tooMany = await manager.post('/items', { name: 'List', material_ids: objects(9999) });
    expect(tooMany.body.errors.material_ids).to.deep.equal([
      'The number of materials must not be greater than 1000.',
    ]);
    expect(tooMany.body.errors, 'no value by itself').to.not.have.property('material_ids.0');
    const wrong = await manager.post('/items', { name: 'List', material_ids: objects(900) });
    expect(Object.keys(wrong.body.errors)).to.have.length(50);
  });

  it('of a batch may have what 100 operations need', async () => {
    const operations = Array.from({ length: 100 }, (_, index) => ({
      method: 'POST',
      path: '/zones',
      body: { name: `Wide batch ${index}`, description: 'one of many', allow_material: true },
      if_match: null,
    }));
    const reply = await manager.post('/batch', { operations });
    expect(reply.status, reply.text.slice(0, 500)).to.equal(200);
    expect(reply.body.data).to.have.length(100);
  });

  it('may have no text of sign-in that is long', async () => {
    const long = 'x'.repeat(4097);
    const reply = await manager.post('/auth/login', { email: long, password: long });
    expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['email', 'password']]);
    const fits = 'x'.repeat(4096);
    const tried = await manager.post('/auth/login', { email: fits, password: fits });
    expect([tried.status, Object.keys(tried.body.errors)]).to.deep.equal([422, ['email']]);
  });

  it('are told of in the language of the reader', async () => {
    const french = service.client({ headers: { 'Accept-Language': 'fr' } });
    await french.get('/spa/csrf-cookie');
    const reply = await french.post('/auth/login', keys(100));
    expect(reply.body.message).to.match(/Les 50 premiers champs sont nommés, et 52 autres/);
    expect((await french.post('/auth/login', keys(300))).body.message).to.equal(
      'Un objet du corps a plus de 200 clés.',
    );
  });
});

describe('long lists in a query', () => {
  let service: Service;
  let manager: Client;

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
  });
  after(() => service.stop());

  const names = Array.from({ length: 800 }, (_, index) => `x${index}`).join(',');
  const cases: [string, string, RegExp | null][] = [
    [`sort=${names}`, 'sort', /^There are 790 more problems with sort\.$/],
    [`fields=${names}`, 'fields', /^There are 790 more problems with fields\.$/],
    [`id=${names}`, 'id', /at most 100 values/],
    [`search=${names.slice(0, 200).replaceAll(',', '+')}`, 'search', /at most 10 words/],
    [
      `status=${Array(90)
        .fill('x')
        .map((x, index) => `${x}${index}`)
        .join(',')}`,
      'status',
      /80 more problems/,
    ],
  ];
  for (const [query, field, last] of cases) {
    it(`says few words of ${query.slice(0, 20)}…`, async () => {
      const reply = await manager.get(`/materials?${query}`);
      expect(reply.status).to.equal(422);
      expect(Object.keys(reply.body.errors)).to.deep.equal([field]);
      expect(reply.body.errors[field].length).to.be.at.most(11);
      expect(reply.body.errors[field].at(-1)).to.match(last ?? /./);
    });
  }

  it('sorts by a field once, however often it is named', async () => {
    const once = await manager.get('/materials?sort=-name');
    const often = await manager.get(`/materials?sort=-name,${Array(800).fill('name').join(',')}`);
    expect(often.status).to.equal(200);
    expect(often.body.data).to.deep.equal(once.body.data);
  });

  it('names 50 of 200 unknown parameters', async () => {
    const query = Object.keys(keys(200)).map((name) => `${name}=1`);
    const reply = await manager.get(`/materials?${query.join('&')}`);
    expect(Object.keys(reply.body.errors)).to.have.length(50);
    expect(reply.body.message).to.include('and 150 more');
  });
});
