/** The service behind nginx with the configuration that `docs/deploy/nginx` gives: nothing is lost, doubled or held up on the way. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { expect } from 'chai';
import { Form } from '../../../../package/testing/world/form.ts';
import { zoneRow } from '../../../database/engine/search/world.ts';
import { until } from '../../../harness/until.ts';
import {
  type BehindProxy,
  describeBehindProxy,
  describeEveryProxy,
  startBehindNginx,
} from './behind-proxy.ts';

const mebibyte = 1024 * 1024;

/** A body that is valid but for its name, of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ name: '' });
  return JSON.stringify({ name: 'x'.repeat(bytes - empty.length) });
}

describeBehindProxy('nginx', 'behind nginx', () => {
  let world: BehindProxy;
  before(async () => {
    world = await startBehindNginx('millwright.conf');
  });
  after(() => world?.stop());

  describeEveryProxy(() => world);

  it('leads from http to https', async () => {
    const reply = await fetch(`http://127.0.0.1:${world.httpPort}/api/v1/zones?page=2`, {
      redirect: 'manual',
    });
    expect([reply.status, reply.headers.get('location')]).to.deep.equal([
      308,
      'https://127.0.0.1/api/v1/zones?page=2',
    ]);
  });

  it('says itself what is too large, just above 1 MiB and far above it', async () => {
    const client = await world.signedIn();
    const fitting = await client.post('/zones', JSON.parse(bodyOf(mebibyte)));
    expect([fitting.status, Object.keys(fitting.body.errors)]).to.deep.equal([422, ['name']]);
    for (const bytes of [mebibyte + 1, 5 * mebibyte, 40 * mebibyte]) {
      const reply = await client.post('/zones', JSON.parse(bodyOf(bytes)));
      expect([reply.status, reply.body], String(bytes)).to.deep.equal([
        413,
        { message: 'The body is larger than 1 MiB.', code: 'payload_too_large' },
      ]);
      expect((await client.get('/user')).status).to.equal(200);
    }
    expect(world.proxy.told).to.not.include('is buffered');
  });

  it('lets a file through as it comes', () => sendLargeFile(world));

  it('says of a file what it lets through at most', async () => {
    for (const path of ['/api/v1/zones/1/attachments', '/r/AAAAAAAAAAAAAAAAAAAAAA']) {
      const outgoing = request(new URL(path, world.url), {
        ...{ method: 'POST', ca: world.proxy.ca },
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 102 * mebibyte },
      });
      outgoing.on('error', () => {});
      outgoing.flushHeaders();
      const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
      let told = '';
      for await (const chunk of incoming ?? []) told += chunk;
      outgoing.destroy();
      const { message } = JSON.parse(told);
      expect([incoming?.statusCode, message], path).to.deep.equal([413, 'The body is larger than 101 MiB.']);
    }
  });

  it('keeps the connection after a body that was refused', async () => {
    const client = await world.signedIn();
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: world.proxy.ca });
    /** @returns the status, and the port that it was asked from */
    const ask = async (path: string, body: string | null, headers = {}): Promise<[number, number]> => {
      const outgoing = request(`${world.url}/api/v1${path}`, {
        ...{ agent, method: body === null ? 'GET' : 'POST' },
        headers: {
          ...{ Cookie: client.cookieHeader(), Origin: world.url, 'Content-Type': 'application/json' },
          ...headers,
        },
      });
      outgoing.end(body);
      const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
      const port = outgoing.socket?.localPort ?? 0;
      incoming?.resume();
      if (incoming) await once(incoming, 'end');
      return [incoming?.statusCode ?? 0, port];
    };
    try {
      const body = bodyOf(mebibyte + 1000);
      const token = { 'X-XSRF-TOKEN': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '') };
      const answers = [
        await ask('/user', null),
        await ask('/zones', body),
        await ask('/zones', body, token),
        await ask('/nothing', body, token),
        await ask('/user', null),
      ];
      expect(answers.map(([status]) => status)).to.deep.equal([200, 419, 413, 404, 200]);
      expect(new Set(answers.map(([, port]) => port)).size, 'connections').to.equal(1);
    } finally {
      agent.destroy();
    }
  });

  it('compresses once, where the service does, and leaves entity tags as they are', async () => {
    const client = await world.signedIn();
    const packed = await client.get('/materials?per_page=100', { 'Accept-Encoding': 'gzip' });
    expect(packed.headers['content-encoding']).to.equal('gzip');
    expect(packed.body.data).to.have.length.above(1);
    const [{ id }] = packed.body.data;
    const one = await client.get(`/materials/${id}`, { 'Accept-Encoding': 'gzip' });
    expect(one.headers.etag).to.match(/^"/);
    const changed = await client.patch(`/materials/${id}`, {}, { 'If-Match': String(one.headers.etag) });
    expect(changed.status, changed.text).to.equal(200);
    const secret = await client.get('/spa/csrf-cookie', { 'Accept-Encoding': 'gzip' });
    expect(secret.headers['content-encoding']).to.equal(undefined);
  });

  it('sends a long list as CSV while it is being read, and holds none of it', async () => {
    const zones = Array.from({ length: 30_000 }, (_, at) => ({
      ...zoneRow(2, `Bay ${at}`),
      description: 'x'.repeat(1000),
    }));
    await world.database.knex.batchInsert('zones', zones, 500);
    const client = await world.signedIn();
    const answered = (): number =>
      world.service.stdout.match(/"method":"GET","route":"\/api\/v1\/zones"/g)?.length ?? 0;
    const before = answered();
    const outgoing = request(`${world.url}/api/v1/zones?format=csv`, {
      ca: world.proxy.ca,
      headers: { Cookie: client.cookieHeader(), Origin: world.url },
    });
    outgoing.end();
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming) throw new Error('There is no answer.');
    await once(incoming, 'readable');
    incoming.read(1);
    // The service writes a line when an answer is complete. 30 MB are not complete while the client does not read them.
    for (let time = 0; time < 50; time += 1) await client.get('/user');
    expect(answered()).to.equal(before);
    let lines = 0;
    for await (const chunk of incoming) for (const byte of chunk) if (byte === 10) lines += 1;
    expect(lines).to.be.above(30_000);
    await until('the answer is logged', () => answered() === before + 1);
    // It tells of each answer and each body that it has written to its disk.
    expect(world.proxy.told).to.not.include('is buffered');
  });

  it('serves the console and the reference, and metrics only with the token', async () => {
    const client = world.client();
    const page = await client.raw('GET', '/console/materials/3');
    const asset = /src="(\/console\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? '';
    const script = await client.raw('GET', asset, { headers: { 'Accept-Encoding': 'gzip' } });
    expect([script.status, script.headers['content-encoding']]).to.deep.equal([200, 'gzip']);
    expect((await client.raw('GET', '/docs')).status).to.equal(200);
    expect((await client.get('/metrics')).status).to.equal(403);
  });

  it('is answered in the shape of the service while that is away, and goes on with the same session', async () => {
    const client = await world.signedIn();
    await world.service.stop();
    for (const reply of [await client.get('/zones'), await client.post('/zones', { name: 'Lost' })]) {
      expect([reply.status, reply.body]).to.deep.equal([
        503,
        { message: 'The service is not available at the moment. Try again shortly.', code: 'unavailable' },
      ]);
      expect(reply.headers['retry-after']).to.equal('5');
      expect(reply.headers['content-type']).to.match(/^application\/json/);
    }
    world.service = await world.start();
    await until('the service is back', async () => (await client.get('/health/ready')).status === 200);
    expect((await client.get('/user')).status).to.equal(200);
  });
});

describeBehindProxy('nginx', 'under a path behind nginx', () => {
  let world: BehindProxy;
  before(async () => {
    world = await startBehindNginx('under-path.conf', '/mill');
  });
  after(() => world?.stop());

  it('leads to the console, whose page names its files below the path', async () => {
    const client = world.client();
    const bare = await client.raw('GET', '');
    expect([bare.status, bare.headers.location]).to.deep.equal([308, `${world.url}/`]);
    const root = await client.raw('GET', '/');
    expect(new URL(root.headers.location ?? '', `${world.url}/`).href).to.equal(`${world.url}/console`);
    const { text } = await client.raw('GET', '/console/materials');
    const files = [...text.matchAll(/(?:src|href)="(\/mill\/console\/assets\/[^"]+)"/g)];
    expect(files).to.have.length.above(1);
    for (const [, file = ''] of files) {
      const { status } = await client.raw('GET', file.replace(/^\/mill/, ''));
      expect(status, file).to.equal(200);
    }
  });

  it('signs people in and gives links below the path', async () => {
    const client = await world.signedIn();
    const created = await client.post('/zones', { name: 'Below' });
    expect(created.status, created.text).to.equal(201);
    const zones = await client.get('/zones?per_page=1');
    expect(zones.body.links.next).to.match(new RegExp(`^${world.url}/api/v1/zones\\?`));
    const document = await client.get('/openapi.json');
    expect(document.body.servers[0].url).to.equal(world.url);
    expect((await client.raw('GET', '/docs')).status).to.equal(200);
    const outside = await fetchOutside(world);
    expect(outside).to.equal(404);
  });

  it('lets a file through as it comes', () => sendLargeFile(world));
});

/** Sends a file that no other body could be as large as, and has it back. */
async function sendLargeFile(world: BehindProxy): Promise<void> {
  const client = await world.signedIn();
  const zone = (await client.post('/zones', { name: `Store ${Date.now()}` })).body.data.id;
  const value = Buffer.alloc(5 * mebibyte, 'x');
  const form = new Form([{ name: 'file', filename: 'long.txt', value }]);
  const sent = await client.post(`/zones/${zone}/attachments`, form);
  expect(sent.status, sent.text).to.equal(201);
  const address = `/attachments/${sent.body.data.id}/content`;
  const { bytes } = await client.get(address);
  expect(bytes.equals(value)).to.equal(true);
  expect((await client.get(address, { Range: 'bytes=0-3' })).text).to.equal('xxxx');
  expect(world.proxy.told).to.not.include('is buffered');
}

/** The status of a path that is not the service's. */
async function fetchOutside({ url, proxy }: BehindProxy): Promise<number> {
  const outgoing = request(new URL('/api/v1/zones', url), { ca: proxy.ca });
  outgoing.end();
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  incoming?.resume();
  return incoming?.statusCode ?? 0;
}
