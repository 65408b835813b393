/** How a hanging host is asked: its machine accepts connections, but does not answer them. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { openDatabase } from '../../../../engine/database/open.ts';
import type { MysqlSettings } from '../../../../engine/database/settings.ts';
import { createAsk, type HostAnswer } from '../../../../engine/hosts/connection.ts';
import { freePort } from '../../../harness/port.ts';
import { until } from '../../../harness/until.ts';

describe('a host that hangs', () => {
  let server: Server;
  let taken: Socket[] = [];
  let settings: MysqlSettings;
  beforeEach(async () => {
    taken = [];
    const port = await freePort();
    server = createServer((socket) => taken.push(socket.on('error', () => {}))).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const hosts = [{ host: '127.0.0.1', port, tls: null }] as const;
    settings = { kind: 'mysql', hosts, user: 'a', password: 'b', database: 'c' };
  });
  afterEach(() => {
    for (const socket of taken) socket.destroy();
    server.close();
  });

  const told = ({ kind, ...more }: HostAnswer) => [kind, 'silent' in more && more.silent];

  it('is asked one question, until its connection ends', async () => {
    const ask = createAsk(settings, 30);
    const [host] = settings.hosts;
    for (let time = 0; time < 5; time += 1) expect(told(await ask(host))).to.deep.equal(['gone', true]);
    expect(taken).to.have.lengthOf(1);
    // It went on, and has ended what it was asked before.
    taken[0]?.destroy();
    await until('it is asked anew', async () => {
      await ask(host);
      return taken.length === 2;
    });
  });

  it('is connected to by one at a time, after one has waited in vain', async () => {
    const database = openDatabase({ database: settings }, 1000);
    const { client } = database;
    client.connectionSettings.connectTimeout = 30;
    const ask = () =>
      database.raw('select 1').then(
        () => 'answered',
        ({ code }) => code,
      );
    try {
      expect(await ask()).to.equal('ETIMEDOUT');
      const asked = [ask(), ask(), ask(), ask()];
      await Promise.race(asked);
      // The one that waited in vain, and one for all four.
      expect(taken).to.have.lengthOf(2);
      expect(await Promise.all(asked)).to.deep.equal(Array(4).fill('ETIMEDOUT'));
    } finally {
      await database.destroy();
    }
  });

  it('is gone, not silent, where it refuses', async () => {
    server.close();
    await once(server, 'close');
    const ask = createAsk(settings, 5000);
    expect(told(await ask(settings.hosts[0]))).to.deep.equal(['gone', false]);
  });
});
