import { expect } from 'chai';
import { type Service, startService } from '../../harness/service.ts';

describe('the reference page', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());
  const get = (path: string, headers = {}) => service.client({ origin: null }).raw('GET', path, { headers });

  it('leads from a slash at its end to itself, also behind a proxy that puts it under a path', async () => {
    const slash = await get('/docs/');
    expect([slash.status, slash.headers.location]).to.deep.equal([302, '../docs']);
  });

  it('allows nothing from another host, and nothing inline', async () => {
    const page = await get('/docs');
    expect(page).to.include({ status: 200 });
    expect(page.headers).to.include({ 'content-type': 'text/html; charset=utf-8' });
    const policy = String(page.headers['content-security-policy']);
    expect(policy)
      .to.match(/default-src 'none'/)
      .and.match(/script-src 'self';/)
      .and.match(/style-src 'self';/);
    expect(policy).not.to.match(/unsafe|https?:/);
    expect(page.text).not.to.match(/https?:\/\/(?!www\.w3\.org)/);
  });

  it('has everything that it names', async () => {
    const { text } = await get('/docs');
    const named = [...text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path);
    expect(named).to.have.members([
      'docs/swagger-ui.css',
      'docs/page.css',
      'docs/swagger-ui-bundle.js',
      'docs/reference.js',
    ]);
    for (const path of [...named, 'docs/requests.js', 'docs/sign-in.js']) {
      const { status, headers } = await get(`/${path}`);
      expect(status, path).to.equal(200);
      expect(headers['content-type'], path).to.match(/^text\/(?:css|javascript); charset=utf-8$/);
      expect(headers['x-content-type-options']).to.equal('nosniff');
    }
  });

  it('is sent small, and once', async () => {
    const plain = await get('/docs/page.css');
    const small = await get('/docs/page.css', { 'Accept-Encoding': 'gzip' });
    expect(small.headers).to.include({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(small.headers.etag).to.equal(plain.headers.etag);
    const again = await get('/docs/page.css', {
      'Accept-Encoding': 'gzip',
      'If-None-Match': small.headers.etag,
    });
    expect(again).to.include({ status: 304, text: '' });
    const answer = await fetch(`${service.url}/docs/page.css`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(await answer.text()).to.equal(plain.text);
  });

  for (const path of [
    '/docs/page.html',
    '/docs/index.html',
    '/docs/..%2fapp.ts',
    '/docs/../app.ts',
    '/docs/%2e%2e/package.json',
    '/docs/constructor',
    '/docs/swagger-ui-bundle.js.map',
  ]) {
    it(`has no ${path}`, async () => {
      expect(await get(path)).to.include({ status: 404 });
    });
  }

  it('is only read', async () => {
    const reply = await service.client().raw('POST', '/docs');
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});
