/** Every single thing that a request has is bounded before work is done for it: what is longer is refused, and says why. */
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Client, type Headers } from '../../harness/client.ts';
import { serveDemo } from '../../harness/service.ts';

describe('what is longer than it can be', () => {
  const { service, manager } = serveDemo(['manager']);

  const send = (client: Client, path: string, body: string | Buffer, more: Headers = {}) =>
    client.raw('POST', `/api/v1${path}`, {
      headers: {
        Origin: 'http://localhost:5173',
        Cookie: client.cookieHeader(),
        'X-XSRF-TOKEN': client.cookies.get('XSRF-TOKEN'),
        'Content-Type': 'application/json',
        ...more,
      },
      body,
    });
  const number = (length: number) => `1${'0'.repeat(length - 2)}1`;

  it('is a 422 for a number, on its field, before sign-in', async () => {
    const stranger = service.client();
    await stranger.get('/spa/csrf-cookie');
    const body = `{"email":${number(1_000_000)},"password":"x","remember":${number(65)}}`;
    for (const packed of [false, true]) {
      const reply = packed
        ? await send(stranger, '/auth/login', gzipSync(body), { 'Content-Encoding': 'gzip' })
        : await send(stranger, '/auth/login', body);
      expect([reply.status, Object.keys(reply.body.errors)], reply.text).to.deep.equal([
        422,
        ['email', 'remember'],
      ]);
    }
    const zone = await send(manager, '/zones', `{"name":"Z","parent_id":${number(65)}}`);
    expect([zone.status, zone.body.errors], zone.text).to.deep.equal([
      422,
      { parent_id: ['The parent zone is a number of more than 64 characters.'] },
    ]);
  });

  it('is a 413 for a key', async () => {
    const reply = (length: number) => manager.post('/zones', { ['k'.repeat(length)]: 1 });
    expect((await reply(255)).status).to.equal(422);
    const long = await reply(256);
    expect([long.status, long.body.message]).to.deep.equal([
      413,
      'A key in the body has more than 255 characters.',
    ]);
  });

  it('is a 422 for a text, also if it has other problems', async () => {
    const reply = await manager.post('/zones', { name: `${'\0'.repeat(255)}${'a'.repeat(300)}` });
    expect([reply.status, reply.body.errors]).to.deep.equal([
      422,
      { name: ['The name must not be longer than 255 characters.'] },
    ]);
    expect((await manager.post('/zones', { name: `${' '.repeat(1000)}Hall` })).status).to.equal(201);
    expect((await manager.post('/zones', { name: '😀'.repeat(255) })).status).to.equal(201);
  });

  it('is a 422 for a search', async () => {
    for (const path of ['/zones', '/zones/counts', '/materials/options/zone_id']) {
      const search = (length: number) => manager.get(`${path}?search=${'w'.repeat(length)}`);
      expect((await search(255)).status, path).to.equal(200);
      const { status, body } = await search(256);
      expect([status, body.errors], path).to.deep.equal([
        422,
        { search: ['A search has at most 255 characters.'] },
      ]);
    }
  });

  it('is a 422 for a parameter', async () => {
    const reply = (length: number) =>
      manager.get(`/zones?fields=${'name,'.repeat(5000).slice(0, length - 'fields='.length)}`);
    expect((await reply(4096)).status).to.equal(200);
    const { status, body } = await reply(4097);
    expect([status, body.errors]).to.deep.equal([
      422,
      { query: ['A parameter of the query has more than 4096 characters.'] },
    ]);
  });

  it('is a 422 for what an operation of a batch names', async () => {
    const patch = (more: object) => ({ method: 'PATCH', path: '/zones/1', body: {}, ...more });
    const wide = Array.from({ length: 100_000 }, (_, at) => `k${at}`).join('&');
    for (const [name, value, limit] of [
      ['path', `/zones/1?${wide}`, 2048],
      ['if_match', '"1-x", '.repeat(100), 255],
    ] as const) {
      const { status, body } = await manager.post('/batch', { operations: [patch({ [name]: value })] });
      expect([status, body.errors]).to.deep.equal([
        422,
        { [`operations.0.${name}`]: [`The ${name} must not be longer than ${limit} characters.`] },
      ]);
    }
    const { id } = (await manager.get('/zones')).body.data[0];
    const repeated = await manager.post('/batch', {
      operations: [patch({ path: `/zones/${id}?fields=id&fields=name&fields=id` })],
    });
    expect(Object.keys(repeated.body.data[0].body.data), repeated.text).to.deep.equal(['id', 'name']);
  });

  it('is a 431 for a header that is read, but for cookies', async () => {
    // No operation of the document: it is the same for all that a server answers.
    const visitor = new Client(service.url, { origin: 'http://localhost:5173' });
    const cookie = manager.cookieHeader();
    const reply = (name: string, length: number) =>
      visitor.get('/zones', { Cookie: cookie, [name]: `a${','.repeat(length - 1)}` });
    for (const [name, most] of [
      ['Accept', 1024],
      ['Accept-Language', 1024],
      ['Accept-Encoding', 1024],
      ['If-None-Match', 4096],
      ['Prefer', 4096],
    ] as const) {
      expect((await reply(name, most)).status, name).to.equal(200);
      const { status, body } = await reply(name, most + 1);
      expect([status, body.code], name).to.deep.equal([431, 'headers_too_large']);
    }
    // What proxies add, for others than this service.
    expect((await reply('X-Access-Token', 9000)).status).to.equal(200);
    const cookies = `${cookie}; other=${'x'.repeat(9000)}`;
    expect((await visitor.get('/zones', { Cookie: cookies })).status).to.equal(200);
    visitor.close();
  });
});
