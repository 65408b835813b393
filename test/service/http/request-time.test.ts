/** Requests whose client has left, and requests that take too long: they end, and leave nothing behind. */
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { expect } from 'chai';
import { transact } from '../../../engine/database/transaction.ts';
import type { Client } from '../../harness/client.ts';
import { Gate, gatedDefinitions, openGate } from '../../harness/gate.ts';
import { type Service, startService } from '../../harness/service.ts';
import { expectReply } from '../auth/rights/access-world.ts';

describe('the time of a request', () => {
  let folder: string;
  let service: Service;
  let manager: Client;
  let statements: string[];

  before(async () => {
    folder = await gatedDefinitions();
    service = await startService({ seed: 'demo', resources: folder, timeLimit: 1000 });
    manager = await service.signedIn('manager@demo.test');
    service.database.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  });
  beforeEach(() => {
    statements = [];
  });
  afterEach(openGate);
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let named = 0;
  const newZone = async (more: object = {}): Promise<number> => {
    named += 1;
    return (await manager.post('/zones', { name: `Timed ${named}`, ...more })).body.data.id;
  };
  const zone = (id: number) => service.database.knex('zones').where({ id }).first();
  /** Waits for the transaction that holds the row, and answers the row as that transaction leaves it. */
  const afterwards = async (id: number) => (await manager.patch(`/zones/${id}`, {})).body.data;

  it('a write whose client leaves stops at its next statement and is undone', async () => {
    const id = await newZone();
    const held = new Gate('beforeValidate');
    const cookie = [...manager.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = request(`${service.url}/api/v1/zones/${id}`, {
      method: 'PATCH',
      headers: {
        Cookie: cookie,
        Origin: 'http://localhost:5173',
        'X-XSRF-TOKEN': decodeURIComponent(manager.cookies.get('XSRF-TOKEN') ?? ''),
        'Content-Type': 'application/json',
      },
    });
    sent.on('error', () => {});
    sent.end(JSON.stringify({ description: 'unread' }));
    await held.arrived;
    const closed = new Promise((resolve) => sent.once('close', resolve));
    sent.destroy();
    await closed;
    // The service hears of it when it next looks at the connection: a request of another one comes after.
    await service.client().get('/health/live');
    held.open();
    expect((await afterwards(id)).description).to.equal(null);
    expect(statements.filter((sql) => /^update `zones`/.test(sql))).to.deep.equal([]);
  });

  it('is not held by a gate that a failed test has left shut', () => void new Gate('beforeValidate'));
  it('is its own in the next test', async () => {
    expect((await afterwards(await newZone())).description).to.equal(null);
  });

  it('a write that takes too long is a 503, and is undone', async () => {
    const id = await newZone();
    const held = new Gate('beforeValidate');
    const reply = await manager.patch(`/zones/${id}`, { description: 'late' });
    expectReply(reply, 503);
    expect(reply.headers).to.have.property('retry-after');
    held.open();
    expect((await afterwards(id)).description).to.equal(null);
  });

  it('a sign-in that takes too long is a 503, and begins no session', async () => {
    const { knex } = service.database;
    const viewer = { email: 'viewer@demo.test', password: 'password' };
    const sessions = async () => (await knex('sessions').whereNotNull('user_id')).length;
    const before = await sessions();
    const client = service.client();
    await client.get('/spa/csrf-cookie');
    const reply = await transact(knex, async (trx) => {
      await trx('users').where({ email: viewer.email }).update({ last_login_at: null });
      return client.post('/auth/login', viewer);
    });
    expectReply(reply, 503);
    // Their turn comes after the one whose client has left.
    await service.signedIn(viewer.email);
    expect(await sessions()).to.equal(before + 1);
  });

  it('a move in a tree that has a circle ends', async () => {
    const top = await newZone();
    const middle = await newZone({ parent_id: top });
    const bottom = await newZone({ parent_id: middle });
    await service.database.knex('zones').where({ id: top }).update({ parent_id: bottom });
    const moved = await newZone();
    statements = [];
    expectReply(await manager.patch(`/zones/${moved}`, { parent_id: middle }), 200);
    expect(statements).to.have.length.below(25);
    expectReply(await manager.patch(`/zones/${top}`, { parent_id: moved }), 422);
    expectReply(await manager.patch(`/zones/${top}`, { parent_id: null }), 200);
    expect((await zone(top)).parent_id).to.equal(null);
    expectReply(await manager.get(`/zones/options/parent_id?for=${top}`), 200);
  });
});
