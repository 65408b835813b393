/** Deliveries of webhooks to a receiver on this machine: signed, in order, tried again, and given up. */
import { spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { storeInstant } from '../../../engine/values.ts';
import type { Client } from '../../harness/client.ts';
import { freePort, untilOpen } from '../../harness/port.ts';
import { type Received, type Receiver, startReceiver } from '../../harness/receiver.ts';
import { type Service, serveDemo, startService } from '../../harness/service.ts';
import { isRefused } from '../../harness/sockets.ts';
import { until } from '../../harness/until.ts';

const env = { WEBHOOK_ALLOW: '127.0.0.0/8' };

interface Delivery {
  readonly id: number;
  readonly event_id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly response_status: number | null;
  readonly error: string | null;
}

describe('deliveries of webhooks', () => {
  const { service, admin, manager } = serveDemo(['admin', 'manager'], { env });
  let receiver: Receiver;
  let serial = 0;

  before(async () => {
    receiver = await startReceiver();
    // What signing in has told, and what the demo has.
    await service.outbox.once();
    await clear();
  });
  after(() => receiver.stop());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (_received, response) => void response.end();
  });
  const clear = async () => {
    await service.database.knex('webhook_deliveries').delete();
    await service.database.knex('webhooks').delete();
  };
  afterEach(clear);

  const make = async (more: object = {}, client: Client = manager) => {
    serial += 1;
    const body = { name: `ERP ${serial}`, url: receiver.url, events: ['zone.*'], ...more };
    const reply = await client.post('/webhooks', body);
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  const zone = async (name: string, client: Client = manager): Promise<number> => {
    const reply = await client.post('/zones', { name: `${name} ${serial}` });
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data.id;
  };
  const rename = (id: number, name: string) => manager.patch(`/zones/${id}`, { name: `${name} ${serial}` });
  const deliveries = async (): Promise<Delivery[]> =>
    (await manager.get('/webhook-deliveries?sort=id&per_page=100')).body.data;
  const webhook = async (id: number) => (await manager.get(`/webhooks/${id}`)).body.data;
  const refuse =
    (status: number, headers = {}) =>
    (_received: Received, response: ServerResponse) =>
      void response.writeHead(status, headers).end();
  /** As if so much time had passed for all that waits. */
  const pass = async (hours: number) => {
    const db = service.database.knex;
    const earlier = (text: string) =>
      storeInstant(new Date(Date.parse(`${text.replace(' ', 'T')}Z`) - hours * 3_600_000).toISOString());
    for (const row of await db('webhook_deliveries').whereNotNull('next_attempt_at'))
      await db('webhook_deliveries')
        .where({ id: row.id })
        .update({ next_attempt_at: earlier(String(row.next_attempt_at)) });
    for (const row of await db('webhooks').whereNotNull('failing_since'))
      await db('webhooks')
        .where({ id: row.id })
        .update({ failing_since: earlier(String(row.failing_since)) });
  };
  const verified = (secret: string, { headers, text }: Received): unknown => {
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    return new Webhook(secret).verify(text, signed);
  };

  it('are events as the journal tells them, signed', async () => {
    const { id, secret } = await make();
    const zoneId = await zone('Told');
    await manager.get('/zones');
    await service.outbox.once();
    const [one, ...more] = receiver.received;
    expect(more).to.deep.equal([]);
    if (!one) throw new Error('Nothing came.');
    expect(verified(secret, one)).to.deep.equal(one.body);
    expect(one.headers).to.include({ 'content-type': 'application/json' });
    expect(one.headers['user-agent']).to.match(/^Millwright\/\d/);
    const { data: user } = (await manager.get('/user')).body;
    expect(one.body).to.deep.include({ type: 'zone.create' });
    expect(one.body.data).to.deep.include({
      resource: 'zone',
      id: zoneId,
      site_id: 2,
      action: 'create',
      actor_id: user.id,
    });
    expect(one.body.data)
      .to.have.nested.property('changes.name')
      .that.deep.equals([null, `Told ${serial}`]);
    expect(one.body.data).to.have.property('request_id').that.is.a('string');
    const [delivery] = await deliveries();
    expect(delivery).to.deep.include({
      status: 'delivered',
      attempts: 1,
      error: null,
      response_status: 200,
      next_attempt_at: null,
    });
    expect(delivery?.event_id).to.equal(one.headers['webhook-id']);
    const view = (await manager.get(`/webhook-deliveries/${delivery?.id}`)).body.data;
    expect(view.payload).to.deep.equal(one.body);
    expect((await webhook(id)).last_delivered_at).to.be.a('string');
    await service.outbox.once();
    expect(receiver.received).to.have.lengthOf(1);
  });

  it('are of what is chosen, of the own site, from the making of the webhook on, and while it is active', async () => {
    await zone('Before');
    const { id } = await make({ events: ['zone.delete', '*.update'] });
    await make({ active: false });
    const zoneId = await zone('Not chosen');
    await rename(zoneId, 'Chosen');
    await manager.delete(`/zones/${zoneId}`);
    await zone('Elsewhere', admin);
    await manager.patch(`/webhooks/${id}`, { name: `Itself ${serial}` });
    await service.outbox.once();
    expect(receiver.received.map(({ body }) => body.type)).to.deep.equal(['zone.update', 'zone.delete']);
  });

  it('are of facts that people are told of, too', async () => {
    await make({ events: ['*.low_stock'] });
    const item = { name: `Seal ${serial}`, warning_stock: 10, critical_stock: 5 };
    const { id } = (await manager.post('/items', item)).body.data;
    for (const [type, quantity] of [
      ['entry', 12],
      ['exit', 3],
    ]) {
      const reply = await manager.post('/item-movements', { item_id: id, type, quantity });
      expect(reply.status, reply.text).to.equal(201);
    }
    await service.outbox.once();
    expect(receiver.received.map(({ body: { type, data } }) => [type, data.action, data.id])).to.deep.equal([
      ['item.low_stock', 'low_stock', id],
    ]);
  });

  it('are of every site where the headquarters says so', async () => {
    await make({ every_site: true, events: ['*'] }, admin);
    await zone('At a plant');
    await service.outbox.once();
    expect(receiver.received.map(({ body }) => [body.type, body.data.site_id])).to.deep.equal([
      ['zone.create', 2],
    ]);
    expect(await deliveries()).to.deep.equal([]);
    expect((await admin.get('/webhook-deliveries')).body.data[0]).to.include({ site_id: 1 });
  });

  it('have the row as it is when they are sent, and null once it is gone', async () => {
    await make({ include_row: true });
    const zoneId = await zone('Row');
    await rename(zoneId, 'Later');
    const { body } = await manager.get(`/zones/${zoneId}`);
    const gone = await zone('Gone');
    await manager.delete(`/zones/${gone}`);
    await service.outbox.once();
    const rows = receiver.received.map(({ body: { type, data } }) => [type, data.id === gone, data.row]);
    expect(rows).to.have.deep.members([
      ['zone.create', false, body.data],
      ['zone.update', false, body.data],
      ['zone.create', true, null],
      ['zone.delete', true, null],
    ]);
  });

  it('have nothing of a row that is about a person who is forgotten later', async () => {
    const zone_id = await zone('Yard');
    const point = await manager.post('/request-points', { name: 'Gate', zone_id });
    const sent = await fetch(
      `${service.url}/api/v1/public/request-points/${point.body.data.token}/requests`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ description: 'It leaks.', name: 'Ida Known', contact: 'ida@works.test' }),
      },
    );
    expect(sent.status).to.equal(201);
    const [request] = (await manager.get('/work-requests')).body.data;
    expect(request).to.include({ requester_name: 'Ida Known', requester_contact: 'ida@works.test' });
    await make({ include_row: true, events: ['work-request.*'] });
    await manager.patch(`/work-requests/${request.id}`, { public_note: 'Thank you.' });
    await service.outbox.once();
    const body = receiver.received.at(-1)?.body;
    expect(body?.data.row).to.include({ id: request.id, public_note: 'Thank you.' });
    expect(body?.data.row).not.to.have.any.keys('requester_name', 'requester_contact');
  });

  it('come in the order of each record, also if others fail', async () => {
    await make();
    const [first, second] = [await zone('First'), await zone('Second')];
    receiver.answer = ({ body }, response) =>
      void response.writeHead(body.data.id === first && body.type === 'zone.create' ? 500 : 200).end();
    for (const id of [first, second]) await rename(id, `Renamed ${id}`);
    await service.outbox.once();
    const told = () =>
      receiver.received.map(({ body }) => `${body.type} ${body.data.id === first ? 'first' : 'second'}`);
    expect(told()).to.have.members(['zone.create first', 'zone.create second', 'zone.update second']);
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal([
      'pending',
      'delivered',
      'pending',
      'delivered',
    ]);
    receiver.received.length = 0;
    receiver.answer = (_received, response) => void response.end();
    await pass(1);
    await service.outbox.once();
    expect(told()).to.deep.equal(['zone.create first', 'zone.update first']);
  });

  it('come although more than are looked at wait behind one that hangs', async () => {
    const { id } = await make();
    const first = await zone('Hangs');
    const operations = Array.from({ length: 100 }, (_, at) => {
      return { method: 'PATCH', path: `/zones/${first}`, body: { description: `${at}` } };
    });
    expect((await manager.post('/batch', { operations })).status).to.equal(200);
    const second = await zone('Behind them');
    // They are made, and the first one fails; then all of them are due.
    receiver.answer = refuse(500);
    await service.outbox.once();
    expect((await manager.post(`/webhooks/${id}/redeliver`, {})).body.data).to.deep.equal({
      redelivered: 102,
    });
    await service.database.knex('webhooks').update({ failing_since: null, failures: 0 });
    receiver.received.length = 0;
    const held: ServerResponse[] = [];
    receiver.answer = ({ body }, response) => {
      if (body.type === 'zone.create' && body.data.id === first) held.push(response);
      else response.end();
      if (body.data.id === second) for (const one of held) one.end();
    };
    await service.outbox.once();
    const types = receiver.received.map(({ body }) => `${body.type} ${body.data.id}`);
    expect(types.slice(0, 2)).to.deep.equal([`zone.create ${first}`, `zone.create ${second}`]);
    expect(types.slice(2)).to.deep.equal(Array(100).fill(`zone.update ${first}`));
  });

  it('are taken and noted together', async () => {
    await make();
    const operations = Array.from({ length: 32 }, (_, at) => {
      return { method: 'POST', path: '/zones', body: { name: `Together ${serial} ${at}` } };
    });
    expect((await manager.post('/batch', { operations })).status).to.equal(200);
    const commits: string[] = [];
    const listen = ({ sql }: { sql: string }) => void (sql.startsWith('COMMIT') && commits.push(sql));
    service.database.knex.on('query', listen);
    await service.outbox.once();
    service.database.knex.removeListener('query', listen);
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(Array(32).fill('delivered'));
    // Each by itself would be two, and these are those of the moments, too.
    expect(commits).to.have.lengthOf.within(3, 32);
  });

  it('that were not tried when another one failed are due again', async () => {
    const { id } = await make();
    for (let at = 0; at < 6; at += 1) await zone(`Given back ${at}`);
    let refused = 0;
    receiver.answer = (_received, response) => {
      refused += 1;
      // After these it is no failing one.
      response.writeHead(refused <= 4 ? 500 : 200).end();
    };
    await service.outbox.once();
    expect((await deliveries()).map(({ status, attempts }) => `${status} ${attempts}`)).to.have.members([
      ...Array(4).fill('pending 1'),
      ...Array(2).fill('delivered 1'),
    ]);
    expect(await webhook(id)).to.include({ failing_since: null, pending_count: 4 });
    expect(await service.database.knex('webhook_deliveries').whereNotNull('holder')).to.deep.equal([]);
  });

  it('are tried again by the schedule, or when the receiver asks, and then failed', async () => {
    await make();
    await zone('Refused');
    const waits: number[] = [];
    const round = async () => {
      await service.outbox.once();
      const [one] = await deliveries();
      const wait = (Date.parse(one?.next_attempt_at ?? '') - Date.now()) / 1000;
      waits.push(wait);
      return one;
    };
    receiver.answer = refuse(429, { 'Retry-After': '120' });
    const first = await round();
    expect(first).to.include({ status: 'pending', attempts: 1, response_status: 429, error: 'status' });
    expect(waits[0]).to.be.within(60, 121);
    receiver.answer = refuse(302, { Location: receiver.url });
    for (let attempts = 2; attempts <= 9; attempts += 1) {
      await pass(30);
      // Failing for three days would end it.
      await service.database.knex('webhooks').update({ failing_since: null, failures: 0 });
      expect(await round()).to.include({
        status: 'pending',
        attempts,
        response_status: 302,
        error: 'redirect',
      });
    }
    const steps = [5 * 60, 30 * 60, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)];
    for (const [at, step] of steps.entries())
      expect(waits[at + 1], `step ${at}`).to.be.within(step - 60, step * 1.2 + 1);
    await pass(30);
    expect(await round()).to.include({ status: 'failed', attempts: 10, next_attempt_at: null });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
  });

  it('end at once where the receiver is gone', async () => {
    const { id } = await make();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await zone(name);
    receiver.answer = refuse(410);
    await service.outbox.once();
    expect(await webhook(id)).to.include({ active: false, disabled_reason: 'gone', pending_count: 0 });
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(Array(6).fill('failed'));
    const again = await manager.patch(`/webhooks/${id}`, { active: true });
    expect(again.body.data).to.include({ active: true, disabled_reason: null });
    const [last] = (
      await manager.get(`/activities?resource=webhook&record_id=${id}&sort=created_at`)
    ).body.data.slice(-2);
    expect(last.changes).to.have.property('active');
  });

  it('of a failing webhook are tried one at a time, the oldest first, until one comes through', async () => {
    const { id } = await make();
    receiver.answer = refuse(500);
    for (let at = 0; at < 8; at += 1) await zone(`Failing ${at}`);
    await service.outbox.once();
    const failing = await webhook(id);
    expect(failing.failing_since).to.be.a('string');
    const tried = receiver.received.length;
    expect(tried).to.be.within(5, 8);
    await pass(1);
    await service.outbox.once();
    expect(receiver.received.slice(tried)).to.have.lengthOf(1);
    const [oldest] = await deliveries();
    expect(receiver.received.at(-1)?.headers['webhook-id']).to.equal(oldest?.event_id);
    receiver.answer = (_received, response) => void response.end();
    await pass(1);
    await service.outbox.once();
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(Array(8).fill('delivered'));
    expect(await webhook(id)).to.include({ failing_since: null, pending_count: 0 });
  });

  it('of one that fails for three days end, and the webhook is switched off once', async () => {
    const { id } = await make();
    receiver.answer = refuse(503);
    for (let at = 0; at < 6; at += 1) await zone(`Down ${at}`);
    await service.outbox.once();
    await pass(73);
    const other = await startService({ database: service.database, env });
    try {
      await Promise.all([service.outbox.once(), other.outbox.once()]);
      const stopped = await webhook(id);
      expect(stopped).to.include({ active: false, disabled_reason: 'failing', pending_count: 0 });
      const entries = (await manager.get(`/activities?resource=webhook&record_id=${id}&action=update`)).body
        .data;
      expect(entries).to.have.lengthOf(1);
      expect(entries[0]).to.include({ user_id: null });
      const facts = await service.database
        .knex('facts')
        .where({ resource: 'webhook', kind: 'stopped', record_id: id });
      expect(facts).to.have.lengthOf(1);
    } finally {
      await other.stop();
    }
  });

  it('go on after a day without the receiver, none lost, in order', async () => {
    const { id } = await make();
    await receiver.stop();
    const zoneId = await zone('Down for a day');
    await service.outbox.once();
    for (let hour = 0; hour < 24; hour += 6) {
      await rename(zoneId, `Hour ${hour}`);
      await pass(6);
      await service.outbox.once();
    }
    expect((await deliveries())[0]).to.include({
      status: 'pending',
      error: 'connection',
      response_status: null,
    });
    receiver = await startReceiver();
    await manager.patch(`/webhooks/${id}`, { url: receiver.url });
    await pass(30);
    await service.outbox.once();
    expect(receiver.received.map(({ body }) => body.type)).to.deep.equal([
      'zone.create',
      ...Array(4).fill('zone.update'),
    ]);
  });

  it('of tests go to inactive webhooks, too; what waits there goes on once they are active', async () => {
    const { id } = await make();
    receiver.answer = refuse(500);
    await zone('Waits');
    await service.outbox.once();
    await manager.patch(`/webhooks/${id}`, { active: false });
    await zone('Not made');
    receiver.answer = (_received, response) => void response.end();
    receiver.received.length = 0;
    const { delivery_id } = (await manager.post(`/webhooks/${id}/test`, {})).body.data;
    await pass(1);
    await service.outbox.once();
    expect(receiver.received.map(({ body }) => body.type)).to.deep.equal(['webhook.test']);
    expect((await manager.get(`/webhook-deliveries/${delivery_id}`)).body.data).to.include({
      status: 'delivered',
      resource: 'webhook',
      record_id: id,
    });
    await manager.patch(`/webhooks/${id}`, { active: true });
    await service.outbox.once();
    expect(receiver.received.map(({ body }) => body.type)).to.deep.equal(['webhook.test', 'zone.create']);
  });

  it('are signed twice for a day after a rotation', async () => {
    const { id, secret } = await make();
    const { body } = await manager.post(`/webhooks/${id}/rotate`, {});
    await zone('Rotated');
    await service.outbox.once();
    const [one] = receiver.received;
    if (!one) throw new Error('Nothing came.');
    expect(String(one.headers['webhook-signature']).split(' ')).to.have.lengthOf(2);
    for (const each of [secret, body.data.secret]) expect(verified(each, one)).to.deep.equal(one.body);
    await service.database.knex('webhooks').update({ former_until: '2026-01-01 00:00:00.000' });
    await zone('A day later');
    await service.outbox.once();
    const last = receiver.received.at(-1);
    if (!last || last === one) throw new Error('Nothing came.');
    expect(verified(body.data.secret, last)).to.deep.equal(last.body);
    expect(() => verified(secret, last)).to.throw();
  });

  it('are delivered again under the same id, one or all that waits or failed', async () => {
    const { id } = await make();
    const zoneId = await zone('Again');
    await service.outbox.once();
    const [first] = await deliveries();
    const reply = await manager.post(`/webhook-deliveries/${first?.id}/redeliver`, {});
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body.data).to.include({ status: 'pending' });
    await service.outbox.once();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).to.deep.equal([
      first?.event_id,
      first?.event_id,
    ]);
    receiver.answer = refuse(500);
    for (const name of ['Second', 'Third']) await rename(zoneId, name);
    await service.outbox.once();
    receiver.received.length = 0;
    receiver.answer = (_received, response) => void response.end();
    const again = await manager.post(`/webhooks/${id}/redeliver`, {});
    expect(again.body.data).to.deep.equal({ redelivered: 2 });
    await service.outbox.once();
    expect(receiver.received.map(({ body }) => body.type)).to.deep.equal(['zone.update', 'zone.update']);
    const since = await manager.post(`/webhooks/${id}/redeliver`, { since: '2099-01-01T00:00:00Z' });
    expect(since.body.data).to.deep.equal({ redelivered: 0 });
  });

  it('of one that hangs hold up no other, and four at most are under way to it', async () => {
    const held: ServerResponse[] = [];
    const slow = await startReceiver();
    slow.answer = (_received, response) => void held.push(response);
    try {
      await make({ url: slow.url });
      await make();
      for (let at = 0; at < 6; at += 1) await zone(`Hangs ${at}`);
      const ended = service.outbox.once();
      await until('the other receiver has everything', () => receiver.received.length === 6);
      await until('four are under way', () => held.length === 4);
      await zone('Meanwhile');
      const other = await startService({ database: service.database, env });
      try {
        const also = other.outbox.once();
        await until('it is told of it meanwhile', () => receiver.received.length === 7);
        expect(held).to.have.lengthOf(4);
        slow.answer = (_received, response) => void response.end();
        for (const response of held) response.end();
        await Promise.all([ended, also]);
      } finally {
        await other.stop();
      }
      expect(slow.received).to.have.lengthOf(7);
    } finally {
      await slow.stop();
    }
  });

  it('of more that hang than there are places hold up neither another site nor one that is well', async () => {
    const held: ServerResponse[] = [];
    const slow = await startReceiver();
    slow.answer = (_received, response) => void held.push(response);
    try {
      for (let at = 0; at < 56; at += 1) await make({ url: slow.url });
      await service.database.knex('webhooks').update({ failures: 1 });
      await make();
      await zone('Their own');
      const { id: last } = await make({}, admin);
      await service.database.knex('webhooks').where({ id: last }).update({ failures: 2 });
      await zone('Of another site', admin);
      const ended = service.outbox.once();
      await until('the others are told', () => receiver.received.length === 2);
      await until('all places are taken', () => held.length >= 54);
      expect(held, 'none has given its place to another').to.have.lengthOf(54);
      slow.answer = (_received, response) => void response.end();
      for (const response of held) response.end();
      await ended;
      expect(slow.received).to.have.lengthOf(56);
    } finally {
      await slow.stop();
    }
  });

  it('whose name no server resolves are tried again, and say nothing about the receiver', async () => {
    const asked = Resolver.prototype.resolve4;
    const noAnswer = async () => Promise.reject(Object.assign(new Error('No answer'), { code: 'ESERVFAIL' }));
    Object.assign(Resolver.prototype, { resolve4: noAnswer, resolve6: noAnswer });
    try {
      const { id } = await make({ url: 'https://erp.plant.test/mill' });
      for (let at = 0; at < 6; at += 1) await zone(`Name ${at}`);
      await service.outbox.once();
      for (const one of await deliveries())
        expect(one).to.include({ status: 'pending', attempts: 1, error: 'name', response_status: null });
      expect(await webhook(id)).to.include({ failing_since: null, pending_count: 6 });
      // The last attempt of each.
      await service.database.knex('webhook_deliveries').update({ attempts: 9 });
      await pass(1);
      await service.outbox.once();
      expect((await deliveries()).map(({ status }) => status)).to.deep.equal(Array(6).fill('failed'));
      expect((await webhook(id)).failing_since).to.be.a('string');
    } finally {
      Object.assign(Resolver.prototype, { resolve4: asked, resolve6: asked });
    }
  });

  it('are made once and tried once, however many nodes look', async () => {
    await make();
    const nodes: Service[] = [];
    for (let at = 0; at < 2; at += 1) nodes.push(await startService({ database: service.database, env }));
    try {
      const ids: number[] = [];
      for (let at = 0; at < 10; at += 1) ids.push(await zone(`Node ${at}`));
      await Promise.all([service, ...nodes].map((node) => node.outbox.once()));
      for (const id of ids) await rename(id, `Other ${id}`);
      await Promise.all([service, ...nodes].map((node) => node.outbox.once()));
      const told = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(told).to.have.lengthOf(20);
      expect(new Set(told).size).to.equal(20);
      expect((await deliveries()).map(({ attempts }) => attempts)).to.deep.equal(Array(20).fill(1));
    } finally {
      for (const node of nodes) await node.stop();
    }
  });

  it('of a node that was killed are taken over, under the same id', async () => {
    await make();
    await zone('Killed');
    await service.outbox.once();
    const db = service.database.knex;
    // As a process leaves it that has sent it and noted nothing.
    const in45 = storeInstant(new Date(Date.now() + 45_000).toISOString());
    const left = {
      status: 'pending',
      attempts: 0,
      holder: 'killed',
      next_attempt_at: in45,
      delivered_at: null,
    };
    await db('webhook_deliveries').update(left);
    await service.outbox.once();
    expect(receiver.received).to.have.lengthOf(1);
    await pass(0.02);
    await service.outbox.once();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).to.have.lengthOf(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    expect((await deliveries())[0]).to.include({ status: 'delivered', attempts: 1 });
  });

  it('are forgotten after thirty days, and what waits behind them goes on', async () => {
    await make();
    const zoneId = await zone('Old');
    await rename(zoneId, 'Newer');
    receiver.answer = refuse(500);
    await service.outbox.once();
    const db = service.database.knex;
    const [first, second] = await deliveries();
    expect([first?.attempts, second?.next_attempt_at]).to.deep.equal([1, null]);
    await db('webhook_deliveries').where({ id: first?.id }).update({ created_at: '2026-01-01 00:00:00.000' });
    await service.runTasks();
    receiver.answer = (_received, response) => void response.end();
    await service.outbox.once();
    expect((await deliveries()).map(({ id, status }) => [id, status])).to.deep.equal([
      [second?.id, 'delivered'],
    ]);
  });

  it('are verified by the receiver of the page', async () => {
    const page = await readFile(resolve(import.meta.dirname, '../../../docs/outbox.md'), 'utf8');
    const [body = ''] = /(?<=```json\n)\{ "name": "ERP"[^`]*/.exec(page) ?? [];
    const [source = ''] =
      /(?<=```js\n)[^`]*(?:`[^`]+)*?(?=```)/.exec(page.slice(page.indexOf('## Webhooks'))) ?? [];
    const port = await freePort();
    const made = await manager.post('/webhooks', {
      ...JSON.parse(body),
      url: `http://127.0.0.1:${port}/`,
      events: ['zone.*'],
    });
    const run = async (secret: string) => {
      const environment = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { env: environment });
      let printed = '';
      child.stdout.on('data', (chunk) => {
        printed += chunk;
      });
      await untilOpen(port, once(child, 'exit'));
      return { told: () => printed, stop: () => child.kill() };
    };
    const impostor = await run(`whsec_${Buffer.alloc(32).toString('base64')}`);
    await zone('Page');
    await service.outbox.once();
    expect((await deliveries())[0]).to.include({ status: 'pending', response_status: 401 });
    impostor.stop();
    await until('it has gone', () => isRefused(port));
    const right = await run(made.body.data.secret);
    await pass(1);
    await service.outbox.once();
    const [delivery] = await deliveries();
    expect(delivery).to.include({ status: 'delivered', response_status: 204 });
    await until('it has told', () => right.told() === `${delivery?.event_id} zone.create\n`);
    right.stop();
  });

  it('count in the figures', async () => {
    await make();
    await zone('Counted');
    await service.outbox.once();
    const { text } = await manager.raw('GET', '/metrics');
    expect(text).to.match(/^webhook_attempts_total\{result="delivered"\} \d+$/m);
    expect(text).to.match(/^webhook_deliveries_pending 0$/m);
  });
});
