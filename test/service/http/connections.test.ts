/** What arrives on a connection and is no request: it is answered in the usual shape, and the connection is let go. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { anywhere } from '../../harness/only-on.ts';
import { type Service, startService } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';

/** Longer than any of these tests takes; and for what has to run out, more than a busy machine takes to answer. */
const [long, short] = [300_000, 2500];
const patient = { headersMs: long, requestMs: long, idleMs: long, takingMs: long, checkMs: 20 };

/** A connection, and all that comes back on it. */
class Line {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  text = '';

  constructor({ url }: Service) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => {
      this.text += chunk.toString('latin1');
    });
    // What is written to a connection that the other side has cut breaks it: that it is cut is what is looked at.
    this.socket.on('error', () => {});
    this.closed = once(this.socket, 'close');
  }

  say(bytes: string | Buffer): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** Waits until this has come back. */
  async hear(part: string): Promise<void> {
    const heard = () => this.text.includes(part);
    const tell = () => `There was: ${this.text}`;
    await until(`"${part}" comes back`, () => heard() || this.socket.closed, { tell });
    if (!heard()) throw new Error(`It was closed after: ${this.text}`);
  }

  /** The single answer, once the server has closed the connection. */
  async answer(): Promise<{ status: number; headers: Record<string, string>; body: unknown }> {
    await this.closed;
    const [head = '', body = ''] = this.text.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const headers = lines
      .map((line) => line.split(': ', 2))
      .map(([name = '', value = '']) => [name.toLowerCase(), value]);
    return {
      status: Number(first.split(' ')[1]),
      headers: Object.fromEntries(headers),
      body: JSON.parse(body),
    };
  }
}

const head = (line: string, ...more: string[]) => [line, 'Host: a', ...more, '', ''].join('\r\n');

anywhere.describe('connections', () => {
  let service: Service;

  afterEach(() => service.stop());

  const expectRefusal = async (line: Line, status: number, code: string): Promise<void> => {
    const { headers, ...answer } = await line.answer();
    expect(answer.status, line.text).to.equal(status);
    expect(answer.body).to.have.all.keys('message', 'code').and.to.include({ code });
    expect(answer.body)
      .to.have.property('message')
      .that.matches(/^[A-Z].*[.]$/);
    expect(headers['x-request-id']).to.match(/^[\w-]{36}$/);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(headers.connection).to.equal('close');
    expect(line.text).not.to.include('secret');
  };

  const slowly = async (parts: readonly string[]): Promise<Line> => {
    const line = new Line(service);
    for (const part of parts) {
      line.say(part);
      await sleep(10);
    }
    return line;
  };

  /** Headers of a request whose body is read only after its CSRF token was found right. */
  const visitorHeaders = async (): Promise<string[]> => {
    const client = service.client();
    await client.get('/spa/csrf-cookie');
    return [
      'Content-Type: application/json',
      'Origin: http://localhost:5173',
      `Cookie: ${client.cookieHeader()}`,
      `X-XSRF-TOKEN: ${client.cookies.get('XSRF-TOKEN')}`,
    ];
  };

  type Broken = [what: string, bytes: string, status: number, code: string];
  const broken: Broken[] = [
    ['bytes above 0x7F in the path', head('GET /api/v1/zones/\xe9secret HTTP/1.1'), 400, 'malformed_request'],
    [
      'bytes above 0x7F in the query',
      head('GET /api/v1/zones?search=\xc3\xa9secret HTTP/1.1'),
      400,
      'malformed_request',
    ],
    ['a space in the path', head('GET /api/v1/zones?search=secret word HTTP/1.1'), 400, 'malformed_request'],
    ['another protocol', '\x16\x03\x01\x02\x00secret', 400, 'malformed_request'],
    ['an unknown method', head('SECRET /secret HTTP/1.1'), 400, 'malformed_request'],
    ['a header without a name', head('GET / HTTP/1.1', ': secret'), 400, 'malformed_request'],
    [
      'two lengths',
      head('POST / HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'),
      400,
      'malformed_request',
    ],
    ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    ...['a\r\nHost: b', 'a\r\nhost: a', 'secret@a', 'a secret', 'a, secret', 'a/secret'].map(
      (host): Broken => {
        const text = `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
        return [`the host ${JSON.stringify(host)}`, text, 400, 'malformed_request'];
      },
    ),
    [
      'a length and chunks',
      head('POST /api/v1/zones HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      400,
      'malformed_request',
    ],
    [
      'chunks that are none',
      head('POST /api/v1/zones HTTP/1.1', 'Transfer-Encoding: secret, chunked, secret'),
      400,
      'malformed_request',
    ],
    [
      'very large headers',
      head('GET / HTTP/1.1', `X-Secret: ${'secret'.repeat(200_000)}`),
      431,
      'headers_too_large',
    ],
    ['a very long path', head(`GET /${'secret'.repeat(200_000)} HTTP/1.1`), 431, 'headers_too_large'],
  ];
  for (const [what, bytes, status, code] of broken) {
    it(`answers ${status} to ${what}`, async () => {
      service = await startService({ patience: patient });
      await expectRefusal(new Line(service).say(bytes), status, code);
      expect((await service.client().get('/health/live')).status).to.equal(200);
    });
  }

  const wrongEscapes = ['/api/v1/%zz/1', '/api/v1/%', '/%ff', '/docs/%c3%28'];
  for (const path of wrongEscapes) {
    it(`knows nothing at ${path}`, async () => {
      service = await startService({ patience: patient });
      const reply = await service.client().raw('GET', path);
      expect([reply.status, reply.body.code]).to.deep.equal([404, 'not_found']);
    });
  }

  it('lets go of a client that never closes, however it goes on', async () => {
    service = await startService({ patience: patient });
    const line = new Line(service).say('nonsense\r\n\r\n');
    await line.hear('malformed_request');
    const more = setInterval(() => line.say('x'.repeat(1000)), 20);
    await line.closed;
    clearInterval(more);
    expect(line.text.match(/HTTP\/1\.1/g)).to.have.lengthOf(1);
  });

  it('answers the request before the nonsense first', async () => {
    service = await startService({ patience: patient });
    const line = new Line(service).say(`${head('GET /health/ready HTTP/1.1')}nonsense\r\n\r\n`);
    await line.closed;
    expect(line.text).to.match(/^HTTP\/1\.1 200 .*"ready".*HTTP\/1\.1 400 .*malformed_request/s);
  });

  const slow: [string, typeof patient, string[]][] = [
    ['nothing at all', { ...patient, headersMs: short }, ['']],
    [
      'headers that never end',
      { ...patient, headersMs: short },
      ['GET / HTTP/1.1\r\nHost: a\r\n', 'X-A: 1\r\n', 'X-B: 1\r\n'],
    ],
  ];
  for (const [what, patience, parts] of slow) {
    it(`answers 408 to ${what}, and frees the connection`, async () => {
      service = await startService({ patience });
      await expectRefusal(await slowly(parts), 408, 'request_timeout');
    });
  }

  const bodies: [string, string, string[]][] = [
    ['a body', 'Content-Length: 100', ['{', ' ']],
    ['chunks', 'Transfer-Encoding: chunked', ['1\r\n{\r\n', '1\r\n']],
  ];
  for (const [what, length, parts] of bodies) {
    it(`answers 408 to ${what} without an end, and frees the connection`, async () => {
      service = await startService({ patience: { ...patient, requestMs: short, headersMs: short } });
      const start = head('POST /api/v1/auth/login HTTP/1.1', ...(await visitorHeaders()), length);
      await expectRefusal(await slowly([start, ...parts]), 408, 'request_timeout');
    });
  }

  it('sends nothing more to a client that has an answer before its body has ended', async () => {
    service = await startService({ patience: { ...patient, requestMs: short, headersMs: short } });
    const line = await slowly([head('POST /api/v1/auth/login HTTP/1.1', 'Content-Length: 100'), '{']);
    const { status } = await line.answer();
    expect(status).to.equal(403);
  });

  it('keeps a connection for the next request, however long a request may take', async () => {
    service = await startService({ patience: { ...patient, headersMs: short, requestMs: short } });
    const line = new Line(service).say(head('GET /health/live HTTP/1.1'));
    await line.hear('"live"');
    await sleep(short * 2);
    line.text = '';
    line.say(head('GET /health/live HTTP/1.1', 'Connection: close'));
    await line.closed;
    expect(line.text).to.match(/^HTTP\/1\.1 200 /);
  });

  it('closes a connection on which nothing follows', async () => {
    service = await startService({ patience: { ...patient, idleMs: short } });
    const line = new Line(service).say(head('GET /health/live HTTP/1.1'));
    await line.closed;
    expect(line.text).to.match(/^HTTP\/1\.1 200 .*"live"\}$/s);
  });
});
