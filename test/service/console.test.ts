/** How the console is served: one page whatever the path, assets under names of their content, a policy, and nothing of the disk. */
import { expect } from 'chai';
import { type Service, startService } from '../harness/service.ts';

/** Bytes of compressed scripts and styles that the first page may load. */
const mostAtFirst = 60_000;

describe('the console', () => {
  let service: Service;
  before(async () => {
    service = await startService({ env: { APP_URL: 'https://plant.example/mill' } });
  });
  after(() => service.stop());
  const get = (path: string, headers = {}) => service.client({ origin: null }).raw('GET', path, { headers });

  it('is where `/` leads, below the path of APP_URL', async () => {
    const root = await get('/');
    expect([root.status, root.headers.location]).to.deep.equal([302, 'console']);
    const { text } = await get('/console');
    expect(text)
      .to.match(/ src="\/mill\/console\/assets\/main-[A-Z0-9]{8}\.js"/)
      .and.include('data-root="/mill"');
  });

  it('is one page under every path, asked for anew each time, with a strict policy', async () => {
    const page = await get('/console');
    expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(page.headers['cache-control']).to.equal('no-cache');
    expect(page.headers['content-security-policy'])
      .to.include("script-src 'self'")
      .and.include("style-src 'self'")
      .and.include("require-trusted-types-for 'script'")
      .and.not.include('unsafe');
    const { etag } = page.headers;
    for (const path of ['/console/', '/console/materials/3/edit?sort=name']) {
      const other = await get(path);
      expect(other.headers.etag, path).to.equal(etag);
    }
    expect((await get('/console', { 'If-None-Match': etag })).status).to.equal(304);
  });

  it('loads at most 60 kB at first, from names that change with the content', async () => {
    const { text } = await get('/console');
    const names = [...text.matchAll(/(?:src|href)="\/mill(\/console\/assets\/[^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(names).to.have.lengthOf(2);
    let size = 0;
    // What a module imports at its beginning is loaded with it; what it imports later is not.
    const waiting = [...names];
    const seen = new Set<string>();
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const asset = await get(name, { 'Accept-Encoding': 'gzip' });
      expect(asset.headers['cache-control'], name).to.equal('public, max-age=31536000, immutable');
      size += Number(asset.headers['content-length']);
      const { text: source } = await get(name, { 'Accept-Encoding': 'identity' });
      for (const [, chunk] of source.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
        waiting.push(`/console/assets/${chunk}`);
    }
    expect(size).to.be.within(5000, mostAtFirst);
  });

  for (const path of [
    '/console/assets/main.tsx',
    '/console/assets/..%2fapp.ts',
    '/console/assets/constructor',
  ]) {
    it(`has no ${path}`, async () => {
      expect((await get(path)).status).to.equal(404);
    });
  }

  it('is not there with CONSOLE=false, and `/` leads to the reference', async () => {
    const without = await startService({ env: { CONSOLE: 'false' } });
    try {
      expect((await fetch(`${without.url}/console`)).status).to.equal(404);
      const root = await fetch(without.url, { redirect: 'manual' });
      expect(root.headers.get('location')).to.equal('docs');
    } finally {
      await without.stop();
    }
  });
});
