/** The end of an HTTP server: for which connections it waits, and for which not. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { type Drain, watchRequests } from '../../../../service/start/drain.ts';

/** Longer than a test may take: a server that waits for it fails. */
const never = 3_600_000;

describe('a server that ends', () => {
  let server: Server;
  let drain: Drain;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    server = createServer();
    drain = watchRequests(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
    server.closeAllConnections();
  });

  const open = async (sent: string): Promise<Socket> => {
    const address = server.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    sockets.push(socket);
    const accepted = once(server, 'connection');
    await once(socket, 'connect');
    await accepted;
    socket.resume().write(sent);
    return socket;
  };
  const whole = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const begin = async (): Promise<[socket: Socket, response: ServerResponse]> => {
    const asked = once(server, 'request');
    const socket = await open(whole);
    const [, response] = await asked;
    return [socket, response];
  };

  it('waits for no connection on which nothing is asked', async () => {
    const silent = await open('');
    const [idle, response] = await begin();
    response.end();
    await once(response, 'close');
    const closed = [silent, idle].map((socket) => once(socket, 'close'));
    await drain.finish(never);
    await Promise.all(closed);
  });

  it('waits for no request of which only a part has come', async () => {
    const part = await open(whole.slice(0, 12));
    const closed = once(part, 'close');
    await drain.finish(never);
    await closed;
  });

  it('waits for an answer, and closes its connection', async () => {
    const [socket, response] = await begin();
    const closed = once(socket, 'close');
    const finished = drain.finish(never);
    response.end('done');
    await Promise.all([finished, closed]);
    expect(response.writableFinished).to.equal(true);
    expect(response.shouldKeepAlive).to.equal(false);
  });

  it('waits no longer than it is told to', async () => {
    const [socket, response] = await begin();
    const closed = once(socket, 'close');
    await drain.finish(600);
    await closed;
    expect(response.writableFinished).to.equal(false);
  });
});
