/** Bodies with files: what is taken of them, what refuses them, and clients that are slow, break off or never end. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import Koa from 'koa';
import { Failure } from '../../../../engine/failure.ts';
import type { FilePart } from '../../../../engine/request/multipart.ts';
import { answerFailures } from '../../../../service/http/failures.ts';
import { createListener, defaultTimeouts } from '../../../../service/http/listener.ts';
import type { BodyTimes } from '../../../../service/http/multipart/body.ts';
import { createMultipartReader } from '../../../../service/http/multipart/reader.ts';
import { limitTime } from '../../../../service/http/request-time.ts';
import { discardUnread } from '../../../../service/http/unread-body.ts';
import { search } from '../../../harness/random/search.ts';
import { until } from '../../../harness/until.ts';

const limit = 200_000;
const type = 'multipart/form-data; boundary=X';

interface Sent {
  readonly name: string;
  readonly filename?: string;
  readonly data: string | Buffer;
}

const head = ({ name, filename }: Omit<Sent, 'data'>) =>
  `--X\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`;
const end = '--X--\r\n';
const body = (...parts: readonly Sent[]) =>
  Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(head(part)), Buffer.from(part.data), Buffer.from('\r\n')]),
    Buffer.from(end),
  ]);
const file: Sent = { name: 'file', filename: 'a.txt', data: 'the file' };
/** In the middle of it, as the first part. */
const middle = head(file).length + 3;

describe('multipart bodies', () => {
  let server: Server;
  /** What has become of each file. */
  let files: { name: string; filename: string; text: string; error?: unknown }[];
  let begun: number;
  let take: (part: FilePart) => Promise<void>;
  const logged: unknown[] = [];

  const start = async (times?: Partial<BodyTimes>, { requestMs = 60_000, timeLimit = 60_000 } = {}) => {
    const read = createMultipartReader({ wholeMs: 60_000, idleMs: 60_000, ...times });
    const app = new Koa();
    app.use(discardUnread());
    app.use(answerFailures({ error: (...all: unknown[]) => logged.push(all) }, 'en'));
    app.use(limitTime(timeLimit));
    app.use(async (ctx) => {
      if (ctx.path === '/never') await once(ctx.req, 'never');
      const fields = await read(ctx, {
        sender: ctx.get('Sender'),
        bytes: limit + 2000,
        leastBytes: Number(ctx.get('Least')) || 1,
        fields: ['caption'],
        files: { file: { bytes: limit, isRequired: true }, photo: { bytes: 100, most: 2 } },
        take,
      });
      if (ctx.get('Then') === 'never') await once(ctx.req, 'never');
      ctx.body = { fields, files };
    });
    const patience = { ...defaultTimeouts, requestMs, checkMs: 20 };
    server = createListener({ log: { info: () => {} }, locale: 'en', patience });
    server.on('request', app.callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };

  beforeEach(() => {
    files = [];
    begun = 0;
    logged.length = 0;
    take = async ({ name, filename, bytes }) => {
      begun += 1;
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of bytes) chunks.push(chunk);
        files.push({ name, filename, text: Buffer.concat(chunks).toString() });
      } catch (error) {
        files.push({ name, filename, text: Buffer.concat(chunks).toString(), error });
        throw error;
      }
    };
  });
  afterEach(() => {
    expect(logged).to.deep.equal([]);
    server.closeAllConnections();
    server.close();
  });

  /** A connection on which answers are read. */
  class Line {
    readonly socket: Socket;
    readonly closed: Promise<unknown>;
    text = '';
    constructor() {
      this.socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      this.socket.on('data', (chunk) => {
        this.text += chunk.toString('latin1');
      });
      this.socket.on('error', () => {});
      this.closed = once(this.socket, 'close').catch(() => {});
    }
    begin(headers: Readonly<Record<string, string | number>>, path = '/'): this {
      const all = { Host: 'a', 'Content-Type': type, Sender: 'somebody', ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
      this.socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      return this;
    }
    write(data: string | Buffer): this {
      this.socket.write(data);
      return this;
    }
    /** The next answer. */
    async answer(): Promise<{
      status: number;
      head: string;
      body: { errors?: object; code?: string; message?: string };
    }> {
      for (;;) {
        const [top = '', status, head = ''] = /^HTTP\/1\.1 (\d+)([\s\S]*?)\r\n\r\n/.exec(this.text) ?? [];
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (this.text.length >= top.length + length) {
          const json = this.text.slice(top.length, top.length + length);
          this.text = this.text.slice(top.length + length);
          return { status: Number(status), head, body: JSON.parse(Buffer.from(json, 'latin1').toString()) };
        }
        if (this.socket.closed) throw new Error(`There was: ${this.text}`);
        await Promise.race([once(this.socket, 'data'), this.closed]);
      }
    }
  }
  const send = (data: Buffer, headers: Readonly<Record<string, string | number>> = {}) =>
    new Line()
      .begin({ 'Content-Length': data.length, ...headers })
      .write(data)
      .answer();
  const told = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    return `${status} ${body.errors ? `${Object.keys(body.errors)}: ` : ''}${body.message}`;
  };

  it('are fields and files, in any order, with names as they were sent', async () => {
    await start();
    const parts: Sent[] = [
      { name: 'photo', filename: 'C:\\a\\é😀.jpg', data: '' },
      { name: 'caption', data: 'Fuite à l’arrière' },
      { ...file, data: '\r\n--\r\n--Y\r\n' },
      { name: 'photo', data: 'second' },
    ];
    const line = new Line();
    for (const sent of [parts, parts.toReversed()]) {
      files = [];
      const data = body(...sent);
      const { body: answered } = await line.begin({ 'Content-Length': data.length }).write(data).answer();
      const expected = sent
        .filter(({ name }) => name !== 'caption')
        .map(({ name, filename = '', data: text }) => ({ name, filename, text }));
      expect(answered).to.deep.equal({ fields: { caption: 'Fuite à l’arrière' }, files: expected });
    }
  });

  it('are the same a byte at a time, and without a length', async () => {
    await start();
    const data = body(file, { name: 'caption', data: 'é' });
    const line = new Line().begin({ 'Transfer-Encoding': 'chunked' });
    for (const byte of data)
      line.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
    const { status, body: answered } = await line.write('0\r\n\r\n').answer();
    expect({ status, answered }).to.deep.equal({
      status: 200,
      answered: { fields: { caption: 'é' }, files: [{ name: 'file', filename: 'a.txt', text: 'the file' }] },
    });
  });

  it('are refused where they are of another type, packed or malformed', async () => {
    await start();
    const whole = body(file);
    const wanted = '415 Send the body as multipart/form-data, without a Content-Encoding.';
    for (const headers of [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'multipart/mixed; boundary=X' },
      { 'Content-Encoding': 'gzip' },
      { 'Content-Encoding': 'identity' },
    ])
      expect(await told(send(whole, headers))).to.equal(wanted);
    const malformed = '400 The body is not valid multipart/form-data.';
    for (const other of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
      'multipart/form-data; boundary=Y',
    ])
      expect(await told(send(whole, { 'Content-Type': other })), other).to.equal(malformed);
    for (let length = 0; length < whole.length - 4; length += 7)
      expect(await told(send(whole.subarray(0, length))), `${length}`).to.equal(malformed);
    expect(await told(send(body(file, { name: 'caption', data: Buffer.from([0xe9]) })))).to.equal(
      '400 The body has bytes that are not UTF-8.',
    );
  });

  it('have the parts that they may have', async () => {
    await start();
    const photo = { name: 'photo', data: 'a' };
    const caption = { name: 'caption', data: 'a' };
    const cases: readonly (readonly [string, readonly Sent[]])[] = [
      ['422 file: The part “file” is required.', [photo]],
      ['422 file: The part “file” is required.', []],
      ['422 file: The part “file” comes too often: 1 at most.', [file, file]],
      ['422 photo: The part “photo” comes too often: 2 at most.', [file, photo, photo, photo]],
      ['422 caption: The part “caption” comes too often: 1 at most.', [file, caption, caption]],
      [
        '422 note: There is no part “note” here. Allowed: file, photo, caption.',
        [file, { name: 'note', data: '' }],
      ],
      [
        '422 constructor: There is no part “constructor” here. Allowed: file, photo, caption.',
        [{ name: 'constructor', data: '' }],
      ],
    ];
    for (const [message, parts] of cases) expect(await told(send(body(...parts)))).to.equal(message);
  });

  it('are too large over the limit, and no sooner', async () => {
    await start();
    expect((await send(body({ ...file, data: Buffer.alloc(limit) }))).status).to.equal(200);
    expect(await told(send(body({ ...file, data: Buffer.alloc(limit + 1) })))).to.match(/^413 /);
    expect(await told(send(body(file, { name: 'photo', data: Buffer.alloc(101) })))).to.equal(
      '413 More than 1 KiB were sent.',
    );
    expect(await told(send(body(file, { name: 'caption', data: Buffer.alloc(70_000, 'a') })))).to.match(
      /^413 /,
    );
    // Told by its length, of which nothing has come yet.
    const line = new Line().begin({ 'Content-Length': limit + 2001 });
    expect((await line.answer()).status).to.equal(413);
    // Without a length: it never ends.
    files = [];
    const endless = new Line().begin({ 'Transfer-Encoding': 'chunked' });
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')]);
    const begun = Buffer.from(head(file));
    endless
      .write(`${begun.length.toString(16)}\r\n`)
      .write(begun)
      .write('\r\n');
    const sending = setInterval(() => endless.socket.writable && endless.write(chunk));
    const answer = await endless.answer();
    await endless.closed;
    clearInterval(sending);
    expect(answer.status).to.equal(413);
    expect(String(files[0]?.error), 'whoever takes it is told').to.match(
      /^Failure: More than 19[58] KiB were sent\.$/,
    );
  });

  it('are refused as the code that takes the file says, while it comes and after its end', async () => {
    await start();
    const refusal = () => new Failure('conflict');
    take = async () => {
      throw refusal();
    };
    expect((await send(body({ ...file, data: Buffer.alloc(limit) }))).status).to.equal(409);
    take = async ({ bytes }) => {
      for await (const _ of bytes);
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw refusal();
    };
    expect((await send(body(file))).status).to.equal(409);
    let hasCleared = false;
    take = async ({ bytes }) => {
      try {
        for await (const _ of bytes);
      } finally {
        await new Promise((resolve) => setTimeout(resolve, 10));
        hasCleared = true;
      }
    };
    const parts = body(file, { name: 'note', data: '' });
    expect((await send(parts)).status).to.equal(422);
    expect(hasCleared, 'nobody takes a file any more').to.equal(true);
    // Who does not want the rest of it need not read it.
    take = async () => {};
    expect(
      (await send(body({ ...file, data: Buffer.alloc(limit) }, { name: 'caption', data: 'a' }))).status,
    ).to.equal(200);
  });

  it('may come for longer than a request takes, and other bodies may not', async () => {
    for (const [limits, status] of [
      [{ requestMs: 100 }, 408],
      [{ timeLimit: 100 }, 503],
    ] as const) {
      begun = 0;
      await start({}, limits);
      const data = body(file);
      const slow = new Line().begin({ 'Content-Length': data.length }).write(data.subarray(0, middle));
      await until('the file has begun', () => begun > 0);
      // Begun later, and over.
      const other = new Line().begin({ 'Content-Length': 10 }, '/never').write('1');
      expect((await other.answer()).status).to.equal(status);
      expect((await slow.write(data.subarray(middle)).answer()).status).to.equal(200);
      expect(logged.splice(0)).to.have.lengthOf(status === 503 ? 1 : 0);
      server.closeAllConnections();
      server.close();
    }
  });

  it('have the whole time of a request from their end', async () => {
    await start({}, { timeLimit: 300 });
    take = async ({ bytes }) => {
      for await (const _ of bytes);
    };
    const other = new Line().begin({ 'Content-Length': 10 }, '/never').write('1');
    const data = body(file);
    const slow = new Line()
      .begin({ 'Content-Length': data.length, Then: 'never' })
      .write(data.subarray(0, middle));
    expect((await other.answer()).status).to.equal(503);
    expect((await slow.write(data.subarray(middle)).answer()).status).to.equal(503);
    expect(logged.splice(0)).to.have.lengthOf(2);
  });

  it('are given up where no bytes come any more', async () => {
    await start({ idleMs: 100 });
    const line = new Line().begin({ 'Content-Length': 1000 }).write(head(file)).write('some');
    const { status, head: headers } = await line.answer();
    expect([status, /connection: close/i.test(headers)]).to.deep.equal([408, true]);
    await line.closed;
    expect(String(files[0]?.error)).to.equal('Failure: The request did not arrive in time.');
  });

  it('that dribble are ended where a least rate is asked for', async () => {
    await start({ idleMs: 1000 });
    const line = new Line().begin({ 'Content-Length': 1000, Least: 1000 }).write(head(file));
    const dribbling = setInterval(() => line.socket.writable && line.write('x'), 5);
    const { status } = await line.answer();
    clearInterval(dribbling);
    expect(status).to.equal(408);
    expect(files[0]?.text).to.match(/^x+$/);
  });

  it('are given up where they take too long in all', async () => {
    await start({ wholeMs: 200 });
    const line = new Line().begin({ 'Content-Length': limit }).write(head(file));
    const sending = setInterval(() => line.socket.writable && line.write('a'), 5);
    expect((await line.answer()).status).to.equal(408);
    clearInterval(sending);
  });

  it('come four at once from one sender, and a place is free again however one ends', async () => {
    await start();
    const data = body(file);
    for (const finish of ['whole', 'broken'] as const) {
      begun = 0;
      const four = [1, 2, 3, 4].map(() =>
        new Line().begin({ 'Content-Length': data.length }).write(data.subarray(0, middle)),
      );
      await until('four have begun', () => begun === 4);
      const { status, head: headers, body: answered } = await send(data);
      expect([status, answered.code]).to.deep.equal([429, 'rate_limited']);
      expect(headers)
        .to.match(/retry-after: \d+/i)
        .and.to.match(/ratelimit: "uploads";r=0/i);
      expect((await send(data, { Sender: 'somebody else' })).status).to.equal(200);
      for (const line of four) {
        if (finish === 'broken') line.socket.destroy();
        else expect((await line.write(data.subarray(middle)).answer()).status).to.equal(200);
      }
      await until('there is a place', async () => (await send(data)).status === 200);
    }
  });

  it('are read no faster than they are taken', async () => {
    await start();
    let go = () => {};
    const going = new Promise<void>((resolve) => {
      go = resolve;
    });
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    take = async ({ bytes }) => {
      begun += 1;
      await going;
      for await (const _ of bytes);
    };
    const data = body({ ...file, data: Buffer.alloc(limit) });
    const line = new Line().begin({ 'Content-Length': data.length }).write(data);
    await until('the file has begun', () => begun > 0);
    for (let turn = 0; turn < 20; turn += 1) await send(body(file), { 'Content-Type': 'a/b' });
    expect(sockets[0]?.bytesRead).to.be.within(1, 150_000);
    go();
    expect((await line.answer()).status).to.equal(200);
  });

  it('are answered, for any content', async () => {
    await start({ wholeMs: 3000 });
    const whole = body({ name: 'caption', data: 'é' }, file, { name: 'photo', filename: 'b', data: '--X' });
    const piece = fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\r\n--X',
        '--',
        '\r\n\r\n',
        '"',
        ';',
        'name="file"',
        '\\',
        '%',
        ':',
        end,
        head(file),
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const change = fc.record({ at: fc.nat(whole.length), cut: fc.nat(12), piece });
    const bodies = fc
      .array(change, { minLength: 1, maxLength: 4 })
      .map((changes) =>
        changes.reduce(
          (now, one) =>
            Buffer.concat([now.subarray(0, one.at), Buffer.from(one.piece), now.subarray(one.at + one.cut)]),
          whole,
        ),
      );
    await search('multipart', bodies, 200, async (data) => {
      begun = 0;
      files = [];
      const { status } = await send(data);
      expect(status).to.be.oneOf([200, 400, 422]);
      expect(files, 'nobody takes a file any more').to.have.lengthOf(begun);
    });
  });

  it('end for the code that takes a file if the client leaves', async () => {
    await start();
    const line = new Line().begin({ 'Content-Length': 1000 }).write(head(file)).write('some');
    await until('the file has begun', () => begun > 0);
    line.socket.end();
    line.socket.destroy();
    await until('it has ended', () => files.length === 1);
    expect(files[0]?.error).to.be.an('error');
  });
});
