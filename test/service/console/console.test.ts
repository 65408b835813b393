/**
 * How the console is served: one page for all paths, files named after their content, a policy, and no other files of the disk.
 */
import { expect } from 'chai';
import { anywhere } from '../../harness/only-on.ts';
import { type Service, startService } from '../../harness/service.ts';

/** Bytes of compressed scripts and styles that the sign-in may load, and a list. */
const mostAtSignIn = 31_000;
const mostOfAList = 56_000;

anywhere.describe('the console', () => {
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
      .to.match(/ src="\/mill\/console\/assets\/[\w-]+\.js"/)
      .and.include('data-root="/mill"');
  });

  it('is one page under every path, requested each time, with a strict policy', async () => {
    const page = await get('/console');
    expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(page.headers['cache-control']).to.equal('private, no-cache');
    expect(page.headers.vary).to.include('Cookie').and.include('Accept-Language');
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

  /** What the page names: its style, its script, and what that imports. */
  const namesOf = (text: string): string[] =>
    [...text.matchAll(/(?:src|href)="\/mill(\/console\/assets\/[^"]+)"/g)].map(([, name = '']) => name);

  /** The bytes of a page's files. What a module imports at its beginning is loaded with it; what it imports later is not. */
  const loadedBy = async (Cookie: string) => {
    const named = namesOf((await get('/console/things', { Cookie })).text);
    let size = 0;
    const seen = new Set<string>();
    const waiting = [...named];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      expect(name).to.match(/-[A-Z0-9]{8}\.(?:js|css)$/);
      const asset = await get(name, { 'Accept-Encoding': 'gzip' });
      expect(asset.headers['cache-control'], name).to.equal('public, max-age=31536000, immutable');
      size += Number(asset.headers['content-length']);
      const { text: source } = await get(name, { 'Accept-Encoding': 'identity' });
      for (const [, chunk] of source.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
        waiting.push(`/console/assets/${chunk}`);
    }
    expect([...seen].sort()).to.deep.equal([...named].sort());
    return { size, count: named.length };
  };

  it('loads 31 kB for the sign-in, and 56 kB for a list, from names that change with the content, all told by the page', async () => {
    const signIn = await loadedBy('');
    expect(signIn.count).to.equal(6);
    expect(signIn.size).to.be.within(5000, mostAtSignIn);
    const list = await loadedBy('XSRF-TOKEN=abc');
    expect(list.count).to.equal(6);
    expect(list.size).to.be.within(mostAtSignIn, mostOfAList);
  });

  it('packs them with Brotli for clients that accept it, which is smaller', async () => {
    for (const name of namesOf((await get('/console')).text)) {
      const [least, less] = [
        await get(name, { 'Accept-Encoding': 'gzip, deflate, br' }),
        await get(name, { 'Accept-Encoding': 'gzip' }),
      ];
      expect([least, less].map(({ headers }) => headers['content-encoding'])).to.deep.equal(['br', 'gzip']);
      expect(Number(least.headers['content-length'])).to.be.below(Number(less.headers['content-length']));
      expect(least.headers.etag).to.equal(less.headers.etag);
    }
  });

  it('has the page in the language of the last user, or else of the browser, with those words only', async () => {
    const languageOf = async (accepted: string, cookie = '') => {
      const headers = { 'Accept-Language': accepted, Cookie: cookie };
      const { text } = await get('/console', headers);
      const words = namesOf(text).map((name) => /\/(en|console)-/.exec(name)?.[1]);
      return [/<html lang="(\w+)"/.exec(text)?.[1], ...words.filter((one) => one !== undefined)];
    };
    expect(await languageOf('fr-CA,en;q=0.5')).to.deep.equal(['fr', 'console']);
    expect(await languageOf('de')).to.deep.equal(['en', 'en']);
    expect(await languageOf('en', 'millwright.language=fr')).to.deep.equal(['fr', 'console']);
    expect(await languageOf('fr', 'millwright.language=xx"><script>')).to.deep.equal(['fr', 'console']);
  });

  it('names what draws the page of an address, and no more than that', async () => {
    const drawnAt = async (path: string, cookie = 'XSRF-TOKEN=abc') =>
      namesOf((await get(path, { Cookie: cookie })).text).flatMap(
        (name) => /\/([a-z-]+-page|sign-in)-/.exec(name)?.[1] ?? [],
      );
    expect(await drawnAt('/console')).to.deep.equal(['home-page']);
    expect(await drawnAt('/console/things/3')).to.deep.equal(['record-page']);
    for (const path of [
      '/console/things',
      '/console/things/new',
      '/console/things/3/edit',
      '/console/-/account',
    ])
      expect(await drawnAt(path), path).to.deep.equal([]);
    expect(await drawnAt('/console/things', '')).to.deep.equal(['sign-in']);
  });

  it('requests user and metadata beside the script if there may be a session', async () => {
    const askedBy = async (cookie: string) =>
      [...(await get('/console', { Cookie: cookie })).text.matchAll(/rel="preload".*? href="([^"]+)"/g)].map(
        ([, address]) => address,
      );
    expect(await askedBy('XSRF-TOKEN=abc')).to.deep.equal(['/mill/api/v1/user', '/mill/api/v1/resources']);
    expect(await askedBy('XSRF-TOKEN=')).to.deep.equal([]);
    expect(await askedBy('')).to.deep.equal([]);
  });

  it('has what this very address asked for first, too, when it was opened last', async () => {
    const aheadOf = async (told: string, path = '/console/things?sort=name') => {
      const Cookie = `XSRF-TOKEN=abc; millwright.ahead=${encodeURIComponent(told)}`;
      const { text } = await get(path, { Cookie });
      return [...text.matchAll(/rel="preload".*? href="([^"]+)"/g)].slice(2).map(([, address]) => address);
    };
    const rows = '/things?fields=id%2Cname&sort=name';
    expect(await aheadOf(`/mill/console/things?sort=name ${rows}`)).to.deep.equal([
      '/mill/api/v1/things?fields=id%2Cname&#38;sort=name',
    ]);
    expect(await aheadOf(`/mill/console/things ${rows}`)).to.deep.equal([]);
    for (const wrong of ['//evil.test', '/../../x', '/a"><script>', 'a', ''])
      expect(await aheadOf(`/mill/console/things?sort=name ${wrong}`), wrong).to.deep.equal([]);
  });

  it('sends its files with the headers of every answer, and their heads alone where asked for those', async () => {
    const [name = ''] = namesOf((await get('/console')).text);
    const asset = await get(name);
    expect(asset.headers).to.include({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(asset.headers['content-security-policy']).to.include("default-src 'none'");
    const head = await service.client({ origin: null }).raw('HEAD', name);
    expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, '', asset.headers.etag]);
    expect((await get(name, { 'If-None-Match': asset.headers.etag })).status).to.equal(304);
  });

  it('does not count its files in REQUEST_LIMIT, because a page loads many', async () => {
    const limited = await startService({ env: { REQUEST_LIMIT: '3' } });
    try {
      const client = limited.client({ origin: null });
      const ask = async (path: string) => (await client.raw('GET', path)).status;
      const { text } = await client.raw('GET', '/console');
      const [, name = ''] = /"(\/console\/assets\/[^"]+)"/.exec(text) ?? [];
      for (let count = 0; count < 30; count += 1) expect(await ask(name)).to.equal(200);
      expect([await ask('/console'), await ask('/console'), await ask('/console')]).to.deep.equal([
        200, 200, 429,
      ]);
      expect(await ask(name)).to.equal(200);
    } finally {
      await limited.stop();
    }
  });

  for (const path of [
    '/console/assets/main.tsx',
    '/console/assets/..%2fapp.ts',
    '/console/assets/constructor',
  ]) {
    it(`has no ${path}`, async () => {
      const { status, headers, body } = await get(path);
      expect([status, body.code, headers['cache-control']]).to.deep.equal([404, 'not_found', 'no-store']);
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
