/** What the service tells of itself: descriptions that a client keeps, and asks for again only where they have changed. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Client, Reply } from '../../../harness/client.ts';
import { type Service, serveDemo, startService } from '../../../harness/service.ts';

const resources = '/api/v1/resources';
const document = '/api/v1/openapi.json';
/** Most bytes of `/resources`, compressed, with the eleven resources that a phone on the shop floor waits for first. */
const maxBytes = 8352;
/** Most that each further resource adds. */
const maxFurther = 1000;
/** Most that each of those adds which are about stops, meters and labour. */
const maxMeasured = 900;
const measured = [
  ...['equipment-class', 'downtime', 'failure-code', 'meter', 'meter-reading', 'trade', 'labour-entry'],
  'service-cost',
];
const fromTheFirst = [
  ...['site', 'zone', 'material', 'maintenance', 'incident', 'cleaning', 'item', 'item-movement'],
  ...['company', 'user', 'role'],
];

describe('descriptions', () => {
  const { service } = serveDemo([]);

  const tagOf = ({ headers }: Reply): string => String(headers.etag);

  for (const [path, control] of [
    [resources, 'private, no-cache'],
    [document, 'no-cache'],
  ] as const) {
    it(`of ${path} are kept by a client, which asks whether they are still right`, async () => {
      const client = await service.signedIn('manager@demo.test');
      const first = await client.get(path);
      expect(first.headers).to.include({ 'cache-control': control });
      const etag = tagOf(first);
      expect(etag).to.match(/^W\/"[\w-]{22}"$/);
      for (const known of [
        etag,
        etag.slice(2),
        `"other", ${etag}`,
        `"other" ,${etag.slice(2)}, W/"x"`,
        '*',
      ]) {
        const again = await client.get(path, { 'If-None-Match': known });
        expect([again.status, again.text, tagOf(again)], known).to.deep.equal([304, '', etag]);
        expect(again.headers['cache-control']).to.equal(control);
        expect(again.headers.vary).to.equal(first.headers.vary);
      }
      for (const known of ['"other"', `W/"other"`, etag.slice(0, -2), etag.toUpperCase()]) {
        expect((await client.get(path, { 'If-None-Match': known })).status, known).to.equal(200);
      }
      const packed = await client.raw('GET', path, {
        headers: {
          ...{ Cookie: client.cookieHeader(), Origin: 'http://localhost:5173' },
          'Accept-Encoding': 'gzip',
        },
      });
      expect([packed.headers['content-encoding'], tagOf(packed)]).to.deep.equal(['gzip', etag]);
      const head = await client.send('HEAD', path);
      expect([head.status, tagOf(head)]).to.deep.equal([200, etag]);
    });
  }

  it('of resources differ by person, and are not shared', async () => {
    const client = await service.signedIn('admin@demo.test');
    const first = await client.get(resources);
    expect(first.headers.vary?.split(', ')).to.include.members(['Origin', 'Cookie', 'Accept-Encoding']);
    const known = { 'If-None-Match': tagOf(first) };
    const changed = async (what: string, other: Client = client) => {
      const reply = await other.get(resources, known);
      expect([reply.status, tagOf(reply) !== tagOf(first)], what).to.deep.equal([200, true]);
    };
    await client.patch('/user/locale', { locale: 'fr' });
    await changed('another language');
    await client.patch('/user/locale', { locale: 'en' });
    expect((await client.get(resources, known)).status).to.equal(304);
    await client.patch('/user/site', { site_id: 2 });
    await changed('another site');
    await client.patch('/user/site', { site_id: 1 });
    await changed('another person', await service.signedIn('viewer@demo.test'));
    const stranger = await service.client().get(resources, known);
    expect([stranger.status, stranger.headers['cache-control']]).to.deep.equal([401, 'no-store']);
  });

  it('of resources tell at once of a right that was given or taken', async () => {
    const admin = await service.signedIn('admin@demo.test');
    const viewer = await service.signedIn('viewer@demo.test');
    const role = (await admin.get('/roles?search=viewer')).body.data[0];
    const before = await viewer.get(resources);
    const permissions = role.permissions.filter((one: string) => !one.startsWith('zone.'));
    expect((await admin.patch(`/roles/${role.id}`, { permissions })).status).to.equal(200);
    const after = await viewer.get(resources, { 'If-None-Match': tagOf(before) });
    expect(after.body.data.map(({ name }: { name: string }) => name)).to.not.include('zone');
    expect((await admin.patch(`/roles/${role.id}`, { permissions: role.permissions })).status).to.equal(200);
    expect((await viewer.get(resources, { 'If-None-Match': tagOf(before) })).status).to.equal(304);
  });

  describe(`of resources have ${maxBytes} bytes of gzip at the most, everywhere and in each language`, () => {
    let withCurrency: Service;
    before(async () => {
      withCurrency = await startService({ database: service.database, env: { CURRENCY: 'EUR' } });
    });
    after(() => withCurrency?.stop());

    /** What comes over the wire, and what would come if there were nothing but the resources from the first. */
    const measure = async (client: Client) => {
      const { headers, body } = await client.get(resources, { 'Accept-Encoding': 'gzip' });
      expect(headers['content-encoding']).to.equal('gzip');
      const pack = (data: unknown): number =>
        gzipSync(JSON.stringify({ data, meta: body.meta }), { level: 9 }).length;
      const first = body.data.filter(({ name }: { name: string }) => fromTheFirst.includes(name));
      // What is measured is what is sent.
      expect(pack(body.data)).to.equal(Number(headers['content-length']));
      const large = body.data.filter(
        (one: { name: string }) =>
          measured.includes(one.name) && pack([...first, one]) - pack(first) > maxMeasured,
      );
      return { sent: pack(body.data), resources: body.data.length, first: pack(first), large };
    };

    for (const name of ['admin', 'manager', 'technician', 'viewer', 'secure']) {
      it(`for ${name}`, async () => {
        for (const [node, code] of [
          [service, 'demo1-aaaaa'],
          [withCurrency, 'demo2-aaaaa'],
        ] as const) {
          const client = await node.signedIn(`${name}@demo.test`);
          if (name === 'secure') {
            const reply = await client.post('/auth/two-factor-challenge', { recovery_code: code });
            expect(reply.status).to.equal(204);
          }
          const { sites } = (await client.get('/user')).body.data;
          for (const { id } of sites) {
            await client.patch('/user/site', { site_id: id });
            for (const locale of ['fr', 'en']) {
              await client.patch('/user/locale', { locale });
              const { sent, first, large, resources: count } = await measure(client);
              expect(first, `at ${id} in ${locale}`).to.be.at.most(maxBytes);
              expect(large, `at ${id} in ${locale}`).to.deep.equal([]);
              const further = Math.max(0, count - fromTheFirst.length);
              expect(sent, `all at ${id} in ${locale}`).to.be.at.most(maxBytes + maxFurther * further);
            }
          }
        }
      });
    }
  });

  it('name the service and its version, without sign-in', async () => {
    const { version } = JSON.parse(
      await readFile(resolve(import.meta.dirname, '../../../../package.json'), 'utf8'),
    );
    const reply = await service.client({ origin: null }).get('/service');
    expect(reply.body).to.deep.equal({ data: { name: 'Millwright', version, locales: ['en', 'fr'] } });
    expect((await service.client().get(document)).body.info).to.include({ title: 'Millwright', version });
    const page = await service.client().get('/service');
    expect(page.headers['access-control-allow-origin']).to.equal('http://localhost:5173');
    expect((await service.client().get('/service?x=1')).status).to.equal(422);
    expect((await service.client().post('/service', {})).status).to.equal(405);
  });
});
