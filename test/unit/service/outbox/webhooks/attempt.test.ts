/** Attempts to receivers that answer, refuse, hang, drip and end early: real sockets on this machine. */
import { getEventListeners, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { queryObjects } from 'node:v8';
import { expect } from 'chai';
import { soonAfter } from '../../../../../engine/features/outbox/worker.ts';
import { createGuard } from '../../../../../service/outbox/webhooks/guard.ts';
import { attempt, type Outcome } from '../../../../../service/outbox/webhooks/sending/attempt.ts';
import { resolveName } from '../../../../../service/outbox/webhooks/sending/resolve.ts';
import { makeCertificate } from '../../../../harness/certificate.ts';
import { startNameServer } from '../../../../harness/name-server.ts';
import { until } from '../../../../harness/until.ts';

const guard = createGuard({ networks: ['127.0.0.0/8'], hosts: [] });
const body = '{"type":"zone.create"}';
const common = { headers: { 'content-type': 'application/json' }, body, guard, timeoutMs: 5000 };

describe('an attempt', () => {
  const servers = new Set<Server | TcpServer>();
  afterEach(() => {
    for (const server of servers) {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    }
    servers.clear();
  });

  async function portOf(server: Server | TcpServer): Promise<number> {
    servers.add(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function sendTo(listener: RequestListener, timeoutMs = 5000): Promise<Outcome> {
    const port = await portOf(createServer(listener));
    return attempt({ ...common, timeoutMs, url: `http://127.0.0.1:${port}/mill` });
  }

  it('is a POST of the body', async () => {
    let got = '';
    const { durationMs, ...outcome } = await sendTo((request, response) => {
      got = `${request.method} ${request.url} ${request.headers['content-type']} `;
      request.on('data', (chunk) => {
        got += chunk;
      });
      request.on('end', () => response.writeHead(204).end());
    });
    expect(outcome).to.deep.equal({ error: null, status: 204, retryAfterMs: null });
    expect(durationMs).to.be.within(0, 5000);
    expect(got).to.equal(`POST /mill application/json ${body}`);
  });

  it('follows no redirect', async () => {
    let asked = 0;
    const outcome = await sendTo((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: '/other' }).end();
    });
    expect(outcome).to.include({ error: 'redirect', status: 302 });
    expect(asked).to.equal(1);
  });

  it('tells what a refusal asks for', async () => {
    const outcome = await sendTo((_request, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end(),
    );
    expect(outcome).to.include({ error: 'status', status: 429, retryAfterMs: 7000 });
  });

  it('gives up on a receiver that hangs', async () => {
    expect(await sendTo(() => {}, 100)).to.include({ error: 'timeout', status: null });
  });

  it('gives up on one that answers byte by byte', async () => {
    let open = true;
    const port = await portOf(
      createTcpServer((socket) => {
        const text = 'HTTP/1.1 200 OK\r\n';
        let at = 0;
        const drip = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20);
        socket.on('error', () => {});
        socket.on('close', () => {
          clearInterval(drip);
          open = false;
        });
      }),
    );
    const outcome = await attempt({ ...common, timeoutMs: 200, url: `http://127.0.0.1:${port}/` });
    expect(outcome).to.include({ error: 'timeout', status: null });
    await until('the connection is closed', () => !open);
  });

  it('refuses one that switches to another protocol, and closes its connection', async () => {
    for (const status of [101, 102]) {
      let closed = false;
      const port = await portOf(
        createTcpServer((socket) => {
          const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
          socket.on('error', () => {}).on('close', () => (closed = true));
          socket.once('data', () => socket.write(`HTTP/1.1 ${status} Other\r\n${upgrade}`));
        }),
      );
      const outcome = await attempt({ ...common, timeoutMs: 200, url: `http://127.0.0.1:${port}/` });
      const expected = status === 101 ? { error: 'status', status } : { error: 'timeout', status: null };
      expect(outcome).to.include(expected);
      await until('the connection is closed', () => closed);
    }
  });

  it('leaves nothing behind, also while a signal lasts as long as the process', async () => {
    const port = await portOf(createServer((_request, response) => void response.end()));
    const { signal } = new AbortController();
    const times = async (count: number) => {
      for (let at = 0; at < count; at += 10) {
        const ends = Array.from({ length: 10 }, () => soonAfter(signal));
        const attempts = ends.map((end) =>
          attempt({ ...common, url: `http://127.0.0.1:${port}/`, signal: end.signal }).finally(end.forget),
        );
        expect((await Promise.all(attempts)).map(({ error }) => error)).to.deep.equal(Array(10).fill(null));
      }
      return queryObjects(EventTarget, { format: 'count' });
    };
    const before = await times(100);
    expect(await times(500)).to.be.below(before + 100);
    expect(getEventListeners(signal, 'abort')).to.have.lengthOf(0);
  });

  it('tells of one that closes early, and of one that is not there', async () => {
    const port = await portOf(createTcpServer((socket) => socket.destroy()));
    const url = `http://127.0.0.1:${port}/`;
    expect(await attempt({ ...common, url })).to.include({ error: 'connection', status: null });
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
    expect(await attempt({ ...common, url })).to.include({ error: 'connection', status: null });
  });

  it('reads 64 KiB of an answer of 10 MB and lets go of it', async () => {
    let written = 0;
    let closed = false;
    const outcome = await sendTo((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      response.on('close', () => {
        closed = true;
      });
      const write = () => {
        while (written < 160 && !closed) {
          written += 1;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.writeHead(200).on('drain', write);
      write();
    });
    expect(outcome).to.include({ error: null, status: 200 });
    await until('the connection is closed', () => closed);
    expect(written).to.be.below(160);
  });

  it('makes no connection to an address that is refused, nor where one of several is', async () => {
    let connected = 0;
    const port = await portOf(createTcpServer(() => (connected += 1)));
    const blocked = { error: 'blocked_address', status: null };
    const strict = { ...common, guard: createGuard({ networks: [], hosts: [] }) };
    expect(await attempt({ ...strict, url: `https://127.0.0.1:${port}/` })).to.include(blocked);
    expect(await attempt({ ...strict, url: `https://localhost:${port}/` })).to.include(blocked);
    const [own, other] = [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const resolve = async () => [own, other];
    expect(await attempt({ ...common, url: `http://erp.test:${port}/`, resolve })).to.include(blocked);
    expect(connected).to.equal(0);
  });

  it('connects to the address that was judged, and calls the receiver by its name', async () => {
    let host: string | undefined;
    const port = await portOf(
      createServer((request, response) => {
        host = request.headers.host;
        response.end();
      }),
    );
    // The name has no address: a second look-up would find none.
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const outcome = await attempt({ ...common, url: `http://erp.invalid:${port}/`, resolve });
    expect(outcome).to.include({ error: null, status: 200 });
    expect(host).to.equal(`erp.invalid:${port}`);
    expect(
      await attempt({ ...common, url: `http://erp.invalid:${port}/`, resolve: async () => [] }),
    ).to.include({ error: 'connection' });
  });

  it('waits for no other name, and tells a name server that does not answer from a receiver', async () => {
    const port = await portOf(createServer((_request, response) => void response.end()));
    const names = await startNameServer({ 'erp.test': '127.0.0.1', 'private.test': '10.0.0.1' });
    const resolve = (host: string) => resolveName(host, { servers: [names.address] });
    const toName = (name: string, timeoutMs = 5000) =>
      attempt({ ...common, timeoutMs, url: `http://${name}:${port}/`, resolve });
    try {
      const hanging = Array.from({ length: 8 }, (_, at) => toName(`silent${at}.test`, 1000));
      const first = await Promise.race([...hanging, toName('erp.test')]);
      expect(first).to.include({ error: null, status: 200 });
      for (const outcome of await Promise.all(hanging))
        expect(outcome).to.include({ error: 'name', status: null });
      expect(await toName('refused.test')).to.include({ error: 'name', status: null });
      expect(await toName('nowhere.test')).to.include({ error: 'connection', status: null });
      expect(await toName('private.test')).to.include({ error: 'blocked_address', status: null });
    } finally {
      names.stop();
    }
  });

  it('verifies certificates, and asks for that of the name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-'));
    try {
      const { cert, key } = makeCertificate('openssl', folder, 'erp', 'erp.test');
      const pem = { cert: readFileSync(cert), key: readFileSync(key) };
      let asked = '';
      const port = await portOf(
        createTlsServer({
          ...pem,
          SNICallback: (name, answer) => {
            asked = name;
            answer(null, createSecureContext(pem));
          },
        }),
      );
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
      const outcome = await attempt({ ...common, url: `https://erp.test:${port}/`, resolve });
      expect(outcome).to.include({ error: 'tls', status: null });
      expect(asked).to.equal('erp.test');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
