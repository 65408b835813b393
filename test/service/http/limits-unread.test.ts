/** Answers to requests whose body was not read to its end: they arrive, and the connection goes on or ends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Client } from '../../harness/client.ts';
import { anywhere } from '../../harness/only-on.ts';
import { serveDemo, startService } from '../../harness/service.ts';

/** Reads answers one after the other from a connection. */
class Answers {
  readonly #socket: Socket;
  #text = '';
  #ended = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      this.#text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#ended = true;
    });
  }

  /** The status of the next answer, or `closed` where none comes any more. */
  async next(): Promise<number | 'closed'> {
    for (;;) {
      const head = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n/.exec(this.#text);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head?.[0] ?? '')?.[1] ?? 0);
      if (head && this.#text.length >= head[0].length + length) {
        this.#text = this.#text.slice(head[0].length + length);
        return Number(head[1]);
      }
      if (this.#ended) return 'closed';
      await new Promise((resolve) => this.#socket.once('data', resolve).once('close', resolve));
    }
  }
}

anywhere.describe('a body that is not read', () => {
  const { service, manager, technician } = serveDemo(['manager', 'technician']);

  const headersOf = (client: Client | null, more: Record<string, string>) => ({
    Host: new URL(service.url).host,
    Origin: 'http://localhost:5173',
    'Content-Type': 'application/json',
    ...(client && {
      Cookie: client.cookieHeader(),
      'X-XSRF-TOKEN': client.cookies.get('XSRF-TOKEN') ?? '',
    }),
    ...more,
  });
  const request = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer,
    chunked: boolean,
  ): Buffer => {
    const framing = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(body.length) };
    const lines = Object.entries({ ...headers, ...framing }).map(([name, value]) => `${name}: ${value}`);
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    if (!chunked) return Buffer.concat([head, body]);
    const size = Buffer.from(`${body.length.toString(16)}\r\n`);
    return Buffer.concat([head, size, body, Buffer.from('\r\n0\r\n\r\n')]);
  };
  const open = async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };

  // No compressor makes it small: more than a socket and a stream keep in their buffers is left unread.
  const noise = Buffer.from(
    Array.from({ length: 900_000 }, (_, index) => (index * 7919 * (index % 251)) % 256),
  );
  const large = Buffer.from(`{"name":"${'x'.repeat(900_000)}"}`);
  const tooLarge = Buffer.from(`{"name":"${'x'.repeat(1_500_000)}"}`);
  const text = (bytes: Buffer) => Buffer.from(`{"name":"${bytes.toString('base64')}"}`);
  const bomb = (pack: (bytes: Buffer) => Buffer) => pack(Buffer.alloc(64 * 1024 * 1024, 0x20));

  /** A megabyte: gzip may have several parts. */
  const gigabyte = Buffer.concat(Array(16).fill(bomb(gzipSync)));

  interface Case {
    readonly what: string;
    readonly status: number;
    readonly method?: string;
    readonly path?: string;
    readonly who?: 'nobody' | 'technician' | 'forged';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: Buffer;
  }
  const packed = (encoding: string) => ({ 'Content-Encoding': encoding });
  const cases: Case[] = [
    { what: 'too large', status: 413, body: tooLarge },
    { what: 'of another type', status: 415, headers: { 'Content-Type': 'text/plain' }, body: large },
    { what: 'in another encoding', status: 415, headers: packed('zstd'), body: large },
    { what: 'no gzip', status: 400, headers: packed('gzip'), body: noise },
    { what: 'no deflate', status: 400, headers: packed('deflate'), body: noise },
    { what: 'no brotli', status: 400, headers: packed('br'), body: noise },
    {
      what: 'gzip of too much noise',
      status: 413,
      headers: packed('gzip'),
      body: gzipSync(text(Buffer.concat([noise, noise]))),
    },
    { what: 'a bomb of gzip', status: 413, headers: packed('gzip'), body: gigabyte },
    { what: 'a bomb of deflate', status: 413, headers: packed('deflate'), body: bomb(deflateSync) },
    { what: 'a bomb of brotli', status: 413, headers: packed('br'), body: bomb(brotliCompressSync) },
    {
      what: 'a bomb with a tail',
      status: 413,
      headers: packed('gzip'),
      body: Buffer.concat([gigabyte, noise]),
    },
    { what: 'from nobody', status: 401, who: 'nobody', body: large },
    { what: 'without a token', status: 419, who: 'forged', body: large },
    { what: 'without the permission', status: 403, who: 'technician', body: large },
    { what: 'for no path', status: 404, path: '/api/v1/nothing', body: large },
    { what: 'for another method', status: 405, method: 'PUT', body: large },
    { what: 'packed, from nobody', status: 401, who: 'nobody', headers: packed('gzip'), body: noise },
    { what: 'for a list', status: 200, method: 'GET', path: '/api/v1/zones?per_page=1', body: large },
  ];
  const clientOf = ({ who }: Case) => (who === 'nobody' ? null : who === 'technician' ? technician : manager);

  for (const chunked of [false, true]) {
    for (const one of cases) {
      it(`${one.what} is answered ${one.status}, then the next request (${chunked ? 'chunks' : 'length'})`, async () => {
        const { method = 'POST', path = '/api/v1/zones', body } = one;
        const forged = one.who === 'forged' ? { 'X-XSRF-TOKEN': 'forged' } : {};
        // Without an Origin there is no session, so no token is needed.
        const headers = headersOf(clientOf(one), { ...one.headers, ...forged });
        const { Origin: _origin, ...bare } = headers;
        const socket = await open();
        try {
          const answers = new Answers(socket);
          socket.write(request(method, path, one.who === 'nobody' ? bare : headers, body, chunked));
          expect(await answers.next()).to.equal(one.status);
          socket.write(request('GET', '/api/v1/user', headersOf(manager, {}), Buffer.alloc(0), false));
          expect(await answers.next()).to.equal(200);
        } finally {
          socket.destroy();
        }
      });
    }

    it(`that is far too large is answered, then the connection ends (${chunked ? 'chunks' : 'length'})`, async () => {
      const socket = await open();
      try {
        const answers = new Answers(socket);
        const body = Buffer.alloc(64 * 1024 * 1024, 0x20);
        // More than all buffers on the way hold: until it is read, it is still being sent.
        socket.write(request('POST', '/api/v1/zones', headersOf(manager, {}), body, chunked));
        expect(await answers.next()).to.equal(413);
        expect(await answers.next()).to.equal('closed');
      } finally {
        socket.destroy();
      }
    });
  }

  it('is refused for too many requests, and the connection goes on', async () => {
    const limited = await startService({ env: { REQUEST_LIMIT: '1' } });
    const socket = connect(Number(new URL(limited.url).port), '127.0.0.1');
    await once(socket, 'connect');
    try {
      const answers = new Answers(socket);
      const headers = { Host: 'localhost', 'Content-Type': 'application/json' };
      for (const expected of [401, 429, 429]) {
        socket.write(request('POST', '/api/v1/zones', headers, large, false));
        expect(await answers.next()).to.equal(expected);
      }
    } finally {
      socket.destroy();
      await limited.stop();
    }
  });
});
