/** Nodes whose clocks are wrong: what has expired is decided by the database's. */
import { expect } from 'chai';
import { databaseNow } from '../../../../../engine/database/clock.ts';
import { storedNow } from '../../../../../engine/values.ts';
import { compareClocks } from '../../../../../service/start/clocks.ts';
import type { Client } from '../../../../harness/client.ts';
import { serveDemo, startService } from '../../../../harness/service.ts';
import { resetClock, shiftClock } from '../../../../harness/set-clock.ts';

const hour = 3_600_000;

/** Does something while the clock of this process goes wrong by so many milliseconds. */
async function withClock<Result>(ahead: number, work: () => Promise<Result>): Promise<Result> {
  shiftClock(ahead);
  try {
    return await work();
  } finally {
    resetClock();
  }
}

describe('clocks', () => {
  const { service } = serveDemo([]);
  let manager: Client;
  beforeEach(async () => {
    await service.database.knex('sessions').delete();
    manager = await service.signedIn('manager@demo.test');
  });
  const row = async () => service.database.knex('sessions').whereNotNull('user_id').first();
  const minutesLeft = (stored: string) => (Date.parse(`${stored.replace(' ', 'T')}Z`) - Date.now()) / 60_000;

  for (const [title, ahead] of [
    ['ahead', 20 * hour],
    ['behind', -20 * hour],
  ] as const) {
    it(`a node whose clock is ${title} neither ends a session nor lengthens it`, async () => {
      await service.database
        .knex('sessions')
        .update({ last_seen_at: storedNow(new Date(Date.now() - 120_000)) });
      expect((await withClock(ahead, () => manager.get('/user'))).status).to.equal(200);
      expect(minutesLeft((await row()).expires_at)).to.be.within(120.9, 121);
      expect(minutesLeft((await row()).last_seen_at)).to.be.within(-0.1, 0);
      expect((await manager.get('/user')).status).to.equal(200);
      const made = await withClock(ahead, () => service.signedIn('viewer@demo.test'));
      expect((await made.get('/user')).status).to.equal(200);
      expect((await made.get('/user/sessions')).body.data).to.have.length(1);
    });
  }

  it('a session that has expired is none on a node whose clock is behind', async () => {
    await service.database.knex('sessions').update({ expires_at: storedNow(new Date(Date.now() - 1000)) });
    expect((await withClock(-hour, () => manager.get('/user'))).status).to.equal(401);
  });

  it('a login waits for its code for ten minutes on a node whose clock is ahead', async () => {
    const secure = service.client();
    expect((await secure.login('secure@demo.test')).body).to.deep.equal({ two_factor: true });
    const reply = await withClock(hour, () =>
      secure.post('/auth/two-factor-challenge', { recovery_code: 'demo1-aaaaa' }),
    );
    expect(reply.status, reply.text).to.equal(204);
  });

  it('an idempotency key is kept for seven days by the clock of the database, not of the node', async () => {
    const send = () => manager.post('/zones', { name: 'Made once' }, { 'Idempotency-Key': 'clocks' });
    const first = await withClock(-30 * hour, send);
    expect(first.status, first.text).to.equal(201);
    for (const ahead of [30 * hour, 0]) {
      const again = await withClock(ahead, send);
      expect([again.status, again.body.data?.id], again.text).to.deep.equal([201, first.body.data.id]);
    }
    const old = storedNow(new Date(Date.now() - 7 * 24 * hour - 1000));
    await service.database.knex('idempotency_keys').update({ created_at: old });
    // Free again: it is another request now, whose name is taken.
    expect((await withClock(-30 * hour, send)).status).to.equal(422);
  });

  it('that are far apart are told in one line at start', async () => {
    const there = () => databaseNow(service.database.knex);
    const told: string[] = [];
    const log = { warn: (_: object, message: string) => told.push(message) };
    expect(Math.abs(await compareClocks(there, log))).to.be.below(5000);
    expect(told).to.deep.equal([]);
    await compareClocks(there, log, () => Date.now() + hour);
    await compareClocks(there, log, () => Date.now() - hour);
    const [ahead = '', behind = '', ...more] = told;
    expect(more).to.deep.equal([]);
    expect(ahead).to.match(/^The clock of this machine is (3599|36\d\d) seconds ahead of the database’s/);
    expect(behind).to.match(/ (359\d|3600) seconds behind the database’s/);
  });

  it('a visit that was not noted shortens no idleness: SESSION_LIFETIME=1 lasts for a minute of it', async () => {
    const short = await startService({ database: service.database, env: { SESSION_LIFETIME: '1' } });
    const client = await short.signedIn('technician@demo.test');
    const { knex } = service.database;
    const technician = knex('users').where({ email: 'technician@demo.test' }).select('id');
    // As 118 seconds later: the last visit, 59 seconds after the noted one, was not noted itself.
    const later = 118_000;
    const session = await knex('sessions').whereIn('user_id', technician).first();
    const expires = Date.parse(`${session.expires_at.replace(' ', 'T')}Z`);
    await knex('sessions')
      .where({ id: session.id })
      .update({
        last_seen_at: storedNow(new Date(Date.now() - later)),
        expires_at: storedNow(new Date(expires - later)),
      });
    expect((await client.get('/user')).status).to.equal(200);
    await short.stop();
  });
});
