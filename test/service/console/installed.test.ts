/** What makes an app of the console: a manifest, icons of their sizes, and a service worker with what it keeps. */
import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { anywhere } from '../../harness/only-on.ts';
import { type Service, startService } from '../../harness/service.ts';

anywhere.describe('an installed console', () => {
  let service: Service;
  before(async () => {
    service = await startService({ env: { APP_URL: 'https://plant.example/mill', APP_NAME: 'Plant "one"' } });
  });
  after(() => service?.stop());
  const get = (path: string, headers = {}) => service.client({ origin: null }).raw('GET', path, { headers });

  it('is told by a manifest that its page names', async () => {
    const page = await get('/console');
    expect(page.text).to.include('<link rel="manifest" href="/mill/console/manifest.webmanifest">');
    expect(page.headers['content-security-policy'])
      .to.include("manifest-src 'self'")
      .and.include("worker-src 'self'");
    const { status, headers, text } = await get('/console/manifest.webmanifest');
    expect([status, headers['content-type']]).to.deep.equal([
      200,
      'application/manifest+json; charset=utf-8',
    ]);
    const manifest = JSON.parse(text);
    expect(manifest).to.include({
      ...{ name: 'Plant "one"', start_url: '/mill/console', scope: '/mill/console', display: 'standalone' },
    });
    expect(
      manifest.icons.map((icon: { sizes: string; purpose: string }) => [icon.sizes, icon.purpose]),
    ).to.deep.equal([
      ...[
        ['192x192', 'any'],
        ['512x512', 'any'],
        ['512x512', 'maskable'],
      ],
    ]);
  });

  it('has icons that are pictures of the size that it tells', async () => {
    const { icons } = JSON.parse((await get('/console/manifest.webmanifest')).text);
    for (const { src, sizes, purpose } of icons) {
      const answer = await fetch(service.url + src.replace('/mill', ''));
      expect(answer.headers.get('content-type')).to.equal('image/png');
      const png = Buffer.from(await answer.arrayBuffer());
      const side = Number(sizes.split('x')[0]);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).to.deep.equal([side, side]);
      const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
      expect(rows).to.have.lengthOf(side * (1 + side * 4));
      const alphaAt = (x: number, y: number) => rows[y * (1 + side * 4) + 1 + x * 4 + 3];
      // A corner is cut by the system, or is round already.
      expect([alphaAt(0, 0), alphaAt(side / 2, side / 2)]).to.deep.equal([purpose === 'any' ? 0 : 255, 255]);
    }
  });

  it('has a service worker that names all files of its version, and may ask for them alone', async () => {
    const { headers, text } = await get('/console/sw.js');
    expect(headers).to.include({
      ...{ 'cache-control': 'no-cache', 'service-worker-allowed': '/mill/console' },
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    const kept = JSON.parse(/^const kept = (.*);\n/.exec(text)?.[1] ?? '');
    expect(kept.page).to.equal('/mill/console');
    expect(kept.files).to.have.length.above(10);
    for (const file of kept.files) expect((await get(file.replace('/mill', ''))).status, file).to.equal(200);
    const page = await get('/console');
    for (const file of kept.first) expect(page.text).to.include(file);
    expect(text).not.to.include('/api/');
    expect((await get('/console/sw.js', { 'If-None-Match': headers.etag })).status).to.equal(304);
  });

  it('is not there without the console', async () => {
    const bare = await startService({ env: { CONSOLE: 'false' } });
    try {
      for (const name of ['sw.js', 'manifest.webmanifest', 'icon-192.png']) {
        const { status } = await bare.client({ origin: null }).raw('GET', `/console/${name}`);
        expect(status, name).to.equal(404);
      }
    } finally {
      await bare.stop();
    }
  });
});
