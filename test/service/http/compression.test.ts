/** Answers made smaller on their way, and what that leaves as it is. */

import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { zoneRow } from '../../database/engine/search/world.ts';
import { serveDemo } from '../../harness/service.ts';

/** Rows of a long list, each with text that does not get much smaller. */
const many = 15_000;

describe('answers in gzip', () => {
  const { service, manager } = serveDemo(['manager']);
  let chunks = 0;

  before(async () => {
    const { knex } = service.database;
    const noise = (index: number) =>
      Array.from({ length: 11 }, (_, part) => hash('sha512', `${index} ${part}`, 'base64')).join('');
    const rows = Array.from({ length: many }, (_, index) => ({
      ...zoneRow(2, `Bay-no ${String(index).padStart(5, '0')}`),
      description: noise(index),
    }));
    await knex.batchInsert('zones', rows, 500);
    knex.on('query', ({ sql }: { sql: string }) => {
      if (/from \(select .* from `zones`/.test(sql)) chunks += 1;
    });
  });

  /** Sends a request that takes gzip, and reads none of its answer yet. */
  const begin = async (
    path: string,
    headers = {},
    method = 'GET',
    client = manager,
  ): Promise<IncomingMessage> => {
    const outgoing = request(`${service.url}${path.startsWith('/docs') ? '' : '/api/v1'}${path}`, {
      method,
      headers: {
        Cookie: client.cookieHeader(),
        Origin: 'http://localhost:5173',
        'Accept-Encoding': 'gzip, deflate, br',
        ...headers,
      },
    });
    outgoing.end();
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming) throw new Error(`${path} has no answer.`);
    return incoming;
  };
  const bytesOf = async (incoming: IncomingMessage): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    return Buffer.concat(parts);
  };
  const send = async (path: string, headers = {}, method = 'GET', client = manager) => {
    const incoming = await begin(path, headers, method, client);
    const bytes = await bytesOf(incoming);
    const encoding = incoming.headers['content-encoding'];
    const packed = encoding === 'gzip' || encoding === 'br';
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    const text = (packed && bytes.length > 0 ? unpack(bytes) : bytes).toString();
    return { status: incoming.statusCode, headers: incoming.headers, bytes, packed, text };
  };
  const varies = ({ vary = '' }: IncomingMessage['headers']) => vary.split(', ').includes('Accept-Encoding');

  it('say the same in fewer bytes, and vary', async () => {
    for (const path of [
      '/materials',
      '/materials?per_page=100',
      '/openapi.json',
      '/resources',
      '/zones?format=csv&search=pump',
    ]) {
      const packed = await send(path);
      const plain = await send(path, { 'Accept-Encoding': 'identity' });
      expect([packed.status, packed.packed, plain.packed], path).to.deep.equal([200, true, false]);
      expect(packed.text, path).to.equal(plain.text);
      expect(packed.headers['content-type']).to.equal(plain.headers['content-type']);
      expect([varies(packed.headers), varies(plain.headers)], path).to.deep.equal([true, true]);
      if (plain.bytes.length > 4096) expect(packed.bytes.length, path).to.be.below(plain.bytes.length / 3);
      const length = packed.headers['content-length'];
      if (length !== undefined) expect(Number(length)).to.equal(packed.bytes.length);
    }
  });

  it('are metadata in Brotli, for clients that accept it: an eighth smaller', async () => {
    const [least, less] = [
      await send('/resources'),
      await send('/resources', { 'Accept-Encoding': 'gzip, deflate' }),
    ];
    expect([least, less].map(({ headers }) => headers['content-encoding'])).to.deep.equal(['br', 'gzip']);
    expect(least.bytes.length).to.be.below(less.bytes.length * 0.9);
    expect(least.headers.etag).to.equal(less.headers.etag);
  });

  it('are given to those alone who take them', async () => {
    for (const [accepted, packed] of [
      ['gzip', true],
      ['GZIP;q=0.5', true],
      ['*', true],
      ['br, deflate', false],
      ['gzip;q=0, *', false],
      ['identity;q=1, gzip;q=0.1', false],
      ['', false],
    ] as const) {
      expect((await send('/materials', { 'Accept-Encoding': accepted })).packed, accepted).to.equal(packed);
    }
    expect((await manager.get('/materials')).headers).to.not.have.property('content-encoding');
  });

  it('are as they are where they are short, empty, or of another kind', async () => {
    const short = await send('/zones?per_page=1&fields=id');
    expect([short.status, short.packed, JSON.parse(short.text).data.length]).to.deep.equal([200, false, 1]);
    const lost = await send('/zones/999999');
    expect([lost.status, lost.packed, JSON.parse(lost.text).code]).to.deep.equal([404, false, 'not_found']);
    const zone = JSON.parse(short.text).data[0].id;
    const { etag } = (await send(`/zones/${zone}`)).headers;
    const kept = await send(`/zones/${zone}`, { 'If-None-Match': etag });
    expect([kept.status, kept.packed, kept.bytes.length]).to.deep.equal([304, false, 0]);
    const { id } = (await manager.post('/zones', { name: 'To be gone' })).body.data;
    const token = decodeURIComponent(manager.cookies.get('XSRF-TOKEN') ?? '');
    const gone = await send(`/zones/${id}`, { 'X-XSRF-TOKEN': token }, 'DELETE');
    expect([gone.status, gone.packed, gone.bytes.length]).to.deep.equal([204, false, 0]);
  });

  it('are told of without them by HEAD', async () => {
    const got = await send('/materials');
    const head = await send('/materials', {}, 'HEAD');
    expect(head.bytes).to.have.lengthOf(0);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary']) {
      expect(head.headers[name], name).to.equal(got.headers[name]);
    }
    const list = await send('/zones?format=csv', {}, 'HEAD');
    expect([list.status, list.headers['content-encoding'], list.bytes.length]).to.deep.equal([
      200,
      'gzip',
      0,
    ]);
  });

  it('are failures as well, where those are long', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `wrong${index}=1`).join('&');
    const reply = await send(`/materials?${many}`);
    expect([reply.status, reply.packed]).to.deep.equal([422, true]);
    expect(JSON.parse(reply.text).code).to.equal('validation_failed');
  });

  it('leave the tag of a row as it is, for the write that goes with it', async () => {
    const listed = JSON.parse((await send('/maintenances?status=planned&per_page=1')).text).data[0];
    const path = `/maintenances/${listed.id}`;
    const long = { description: 'a long story '.repeat(150) };
    expect((await manager.patch(path, long)).status).to.equal(200);
    const [packed, plain] = [await send(path), await send(path, { 'Accept-Encoding': 'identity' })];
    expect([packed.packed, plain.packed]).to.deep.equal([true, false]);
    expect(packed.headers.etag).to.equal(plain.headers.etag).and.to.match(/^"/);
    expect((await send(path, { 'If-None-Match': packed.headers.etag })).status).to.equal(304);
    const edit = { 'If-Match': packed.headers.etag };
    expect((await manager.patch(path, { description: 'read packed' }, edit)).status).to.equal(200);
    expect((await manager.patch(path, { description: 'too late' }, edit)).status).to.equal(412);
  });

  it('hold no secrets: neither sign-in nor second factors nor what sets a cookie', async () => {
    const secure = await service.signedIn('technician@demo.test');
    const token = () => decodeURIComponent(secure.cookies.get('XSRF-TOKEN') ?? '');
    const body = JSON.stringify({ password: 'password' });
    const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' };
    const begun = await secure.raw('POST', '/api/v1/user/two-factor', {
      headers: {
        ...headers,
        ...{ Cookie: secure.cookieHeader(), Origin: 'http://localhost:5173', 'X-XSRF-TOKEN': token() },
      },
      body,
    });
    expect([begun.status, begun.body.data.qr_code.length > 2000]).to.deep.equal([201, true]);
    expect(begun.headers).to.not.have.property('content-encoding');
    const wrong = JSON.stringify(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, 1])),
    );
    const refused = await secure.raw('POST', '/api/v1/auth/login', {
      headers: {
        ...headers,
        ...{ Cookie: secure.cookieHeader(), Origin: 'http://localhost:5173', 'X-XSRF-TOKEN': token() },
      },
      body: wrong,
    });
    expect([refused.status, refused.text.length > 1024]).to.deep.equal([422, true]);
    expect(refused.headers).to.not.have.property('content-encoding');
  });

  it('come chunk by chunk if they are long, and nothing waits for them', async () => {
    chunks = 0;
    const incoming = await begin('/zones?format=csv&search=bay-no');
    const unpacked = incoming.pipe(createGunzip()).setEncoding('utf8');
    const [first] = await once(unpacked, 'data');
    unpacked.pause();
    expect(first).to.match(/^\uFEFFId,/);
    for (let turn = 0; turn < 20; turn += 1) await manager.get('/user');
    expect(chunks, 'a slow reader is waited for').to.be.within(1, many / 500 - 2);
    let text = first;
    for await (const part of unpacked) text += part;
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(new Set(rows.map((row) => row.Id)).size).to.equal(many);
  });

  it('end with a client that leaves, and fail if their source fails', async () => {
    chunks = 0;
    const left = await begin('/zones?format=csv&search=bay-no');
    await once(left, 'readable');
    left.destroy();
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await manager.get('/user');
      return chunks;
    };
    const read = await settle();
    expect(read).to.be.within(1, many / 500 - 2);
    expect(await settle()).to.equal(read);

    const incoming = await begin('/zones?format=csv&search=bay-no');
    await once(incoming, 'readable');
    await service.database.knex.schema.renameTable('zones', 'zones_elsewhere');
    try {
      const error: unknown = await bytesOf(incoming).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(Error);
    } finally {
      await service.database.knex.schema.renameTable('zones_elsewhere', 'zones');
    }
  });
});
