/**
 * What a client knows from the document or from standards alone: problems of RFC 9457, merge patches of RFC 7396,
 * `Content-Language`, and how to sign in without a browser.
 */
import { expect } from 'chai';
import type { Client, Reply } from '../../harness/client.ts';
import { type Service, startService } from '../../harness/service.ts';

describe('media types', () => {
  let service: Service;
  let manager: Client;

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = service.client();
    await manager.login('manager@demo.test');
  });
  after(() => service.stop());

  const typeOf = ({ headers }: Reply) => String(headers['content-type']).split(';')[0];

  const accepted: readonly [accept: string | undefined, problem: boolean][] = [
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['application/*', false],
    ['text/csv', false],
    ['application/json, application/problem+json', false],
    ['application/json;q=0.9, application/problem+json', true],
    ['application/problem+json, application/json', true],
    ['application/problem+json;q=0.1, */*', false],
    ['application/problem+json', true],
    ['text/csv, application/problem+json;q=0.5', true],
    ['application/problem+json;q=0, application/json;q=0.1', false],
  ];
  for (const [accept, problem] of accepted) {
    it(`failures are ${problem ? 'problems' : 'JSON'} for Accept: ${accept}`, async () => {
      const reply = await manager.get('/materials/999999', { Accept: accept });
      expect(reply.status).to.equal(404);
      expect(typeOf(reply)).to.equal(problem ? 'application/problem+json' : 'application/json');
      const { message, code } = reply.body;
      const plain = { message: 'There is nothing here, or you may not see it.', code: 'not_found' };
      expect({ message, code }).to.deep.equal(plain);
      const more = { type: 'about:blank', title: 'Not Found', status: 404, detail: plain.message };
      expect(reply.body).to.deep.equal(problem ? { ...more, ...plain } : plain);
      expect(String(reply.headers.vary)).to.include('Accept').and.include('Accept-Language');
    });
  }

  it('every failure can be a problem, from every part of the service', async () => {
    const Accept = 'application/problem+json';
    const stranger = service.client();
    const replies: [Promise<Reply>, number, string][] = [
      [manager.post('/zones', { name: '', colour: 1 }, { Accept }), 422, 'Unprocessable Entity'],
      [manager.put('/zones/1', {}, { Accept }), 405, 'Method Not Allowed'],
      [manager.get('/nowhere', { Accept }), 404, 'Not Found'],
      [manager.get(`/zones?${'a=1&'.repeat(300)}`, { Accept }), 422, 'Unprocessable Entity'],
      [manager.post('/zones', { name: 'x' }, { Accept, 'X-XSRF-TOKEN': 'no' }), 419, 'CSRF token mismatch.'],
      [stranger.get('/zones', { Accept }), 401, 'Unauthorized'],
      [
        manager.post('/batch', { operations: [{ method: 'DELETE', path: '/zones/999999' }] }, { Accept }),
        404,
        'Not Found',
      ],
    ];
    for (const [sent, status, title] of replies) {
      const reply = await sent;
      expect([reply.status, typeOf(reply)], reply.text).to.deep.equal([status, Accept]);
      expect(reply.body).to.include({ type: 'about:blank', title, status, detail: reply.body.message });
      expect('errors' in reply.body).to.equal(status === 422);
    }
  });

  it('a PATCH may be a merge patch, nothing else may', async () => {
    const made = await manager.post('/zones', { name: 'Merge', description: 'old' });
    const path = `/zones/${made.body.data.id}`;
    const type = { 'Content-Type': 'application/merge-patch+json' };
    const patched = await manager.patch(path, { description: null }, type);
    expect([patched.status, patched.body.data?.name, patched.body.data?.description]).to.deep.equal([
      200,
      'Merge',
      null,
    ]);
    expect((await manager.post('/zones', { name: 'Merge 2' }, type)).status).to.equal(415);
    const refused = await manager.patch(
      path,
      { name: 'x' },
      { 'Content-Type': 'application/json-patch+json' },
    );
    expect([refused.status, refused.headers['accept-patch']]).to.deep.equal([
      415,
      'application/json, application/merge-patch+json',
    ]);
    const asked = await manager.send('OPTIONS', path);
    expect([asked.status, asked.headers['accept-patch']]).to.deep.equal([
      204,
      'application/json, application/merge-patch+json',
    ]);
    expect((await manager.send('OPTIONS', '/item-movements/1')).headers).not.to.have.property('accept-patch');
  });

  it('answers with words for people say in which language they are', async () => {
    const stranger = service.client();
    for (const [accept, language] of [
      ['fr-CA, fr;q=0.8', 'fr'],
      ['de', 'en'],
    ] as const) {
      const reply = await stranger.get('/zones', { 'Accept-Language': accept });
      expect(reply.headers['content-language'], accept).to.equal(language);
    }
    const paths = [
      '/resources',
      '/overview',
      '/search?q=pump',
      '/zones/counts?by=allow_material',
      '/zones/options/parent_id',
      '/zones/options/filter.parent_id',
      '/zones?format=csv',
      '/zones/999999',
    ];
    for (const locale of ['fr', 'en']) {
      await manager.patch('/user/locale', { locale });
      for (const path of paths)
        expect((await manager.get(path)).headers['content-language'], path).to.equal(locale);
      for (const path of ['/zones', '/user'])
        expect((await manager.get(path)).headers, path).not.to.have.property('content-language');
    }
  });
});

describe('a client that is no browser', () => {
  let service: Service;
  before(async () => {
    service = await startService({ seed: 'demo' });
  });
  after(() => service.stop());

  it('signs in, and changes something, by what the document says each request carries', async () => {
    const stranger = service.client({ origin: null });
    const document = (await stranger.raw('GET', '/api/v1/openapi.json')).body;
    const schemes: Record<string, { in: string; name: string; description: string }> =
      document.components.securitySchemes;
    const origin = /`(https?:[^`]+)`/.exec(schemes.origin?.description ?? '')?.[1];
    expect(origin).to.equal(new URL(service.url).origin);
    const known = () => ({
      session: stranger.cookieHeader(),
      origin,
      token: stranger.cookies.get('XSRF-TOKEN'),
    });
    const call = (method: string, path: string, body?: object) => {
      const [required = {}] = document.paths[path][method.toLowerCase()].security;
      const headers: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {};
      for (const name of Object.keys(required)) {
        const scheme = schemes[name];
        const value = Object.entries(known()).find(([one]) => one === name)?.[1];
        if (scheme && value) headers[scheme.in === 'cookie' ? 'Cookie' : scheme.name] = value;
      }
      return stranger.raw(method, path, { headers, ...(body && { body: JSON.stringify(body) }) });
    };
    expect((await call('GET', '/spa/csrf-cookie')).status).to.equal(204);
    const credentials = { email: 'manager@demo.test', password: 'password' };
    expect((await call('POST', '/api/v1/auth/login', credentials)).status).to.equal(200);
    expect((await call('GET', '/api/v1/user')).body.data.email).to.equal(credentials.email);
    expect((await call('POST', '/api/v1/zones', { name: 'By the document' })).status).to.equal(201);
  });
});
