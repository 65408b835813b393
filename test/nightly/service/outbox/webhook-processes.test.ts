/** Webhooks of real processes: sent once by one of several workers, taken over from one that was killed, ended in good order. */
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { type Receiver, startReceiver } from '../../../harness/receiver.ts';
import { until } from '../../../harness/until.ts';

describe('webhooks of a service that runs', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let node: ServiceProcess;
  let client: Client;

  const start = async (workers: number): Promise<void> => {
    node = await startProcess({
      env: {
        DATABASE_URL: database.url,
        APP_KEY: database.config.appKeys[0].toString('base64'),
        LOG_LEVEL: 'error',
        WORKERS: String(workers),
        WEBHOOK_ALLOW: '127.0.0.0/8',
      },
    });
    client = node.client();
    await client.login('manager@demo.test');
  };
  const zones = async (names: readonly string[]) => {
    for (const name of names) expect((await client.post('/zones', { name })).status).to.equal(201);
  };
  const waiting = async () =>
    Number((await database.knex('webhook_deliveries').where({ status: 'pending' }).count({ n: '*' }))[0]?.n);
  const idsOf = () => receiver.received.map(({ headers }) => headers['webhook-id']);

  before(async () => {
    database = await createTestDatabase('demo');
    receiver = await startReceiver();
    await start(2);
    const body = { name: 'Processes', url: receiver.url, events: ['zone.*'] };
    expect((await client.post('/webhooks', body)).status).to.equal(201);
  });
  after(async () => {
    await node?.kill();
    await receiver?.stop();
    await database?.drop();
  });

  it('are sent once each', async () => {
    await zones(Array.from({ length: 12 }, (_, at) => `Sent ${at}`));
    await until(
      'all of them are noted',
      async () => receiver.received.length >= 12 && (await waiting()) === 0,
    );
    expect(receiver.received).to.have.lengthOf(12);
    expect(new Set(idsOf()).size).to.equal(12);
  });

  it('that a killed process had in hand are sent by the next one, under the same id', async () => {
    // A worker whose parent is killed ends in good order: this process is alone.
    await node.stop();
    await start(1);
    receiver.received.length = 0;
    receiver.answer = () => {};
    await zones(['Killed']);
    await until('it is in hand', () => receiver.received.length === 1);
    await node.kill();
    const [left] = await database.knex('webhook_deliveries').where({ status: 'pending' });
    expect(left.holder).to.be.a('string');
    receiver.answer = (_received, response) => void response.end();
    // The end of its lease, so that the test need not wait for it.
    await database
      .knex('webhook_deliveries')
      .where({ id: left.id })
      .update({ next_attempt_at: '2026-01-01 00:00:00.000' });
    await start(1);
    await until('it is noted', async () => (await waiting()) === 0);
    expect(idsOf()).to.deep.equal([left.event_id, left.event_id]);
  });

  it('in hand are ended before the service is', async () => {
    receiver.received.length = 0;
    const held: ServerResponse[] = [];
    receiver.answer = (_received, response) => void held.push(response);
    await zones(['Ends']);
    await until('it is in hand', () => held.length === 1);
    const ended = node.stop();
    await until('nothing is served any more', async () => {
      const reply = await fetch(`${node.url}/health/ready`).catch(() => null);
      return reply === null || reply.status !== 200;
    });
    for (const response of held) response.end();
    expect(await ended).to.deep.equal({ code: 0, signal: null });
    const last = await database.knex('webhook_deliveries').orderBy('id', 'desc').first('status', 'attempts');
    expect(last).to.deep.equal({ status: 'delivered', attempts: 1 });
  });
});
