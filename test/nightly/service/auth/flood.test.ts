/** Floods of sign-ins: which are turned away, which wait for which, and what is counted. */
import { expect } from 'chai';
import { hashPassword } from '../../../../auth/index.ts';
import { databaseNow } from '../../../../engine/database/clock.ts';
import type { Reply } from '../../../harness/client.ts';
import { people, type SignInService, startSignIn } from '../../../service/auth/fixture.ts';

describe('a flood of sign-ins', () => {
  let service: SignInService;
  beforeEach(async () => {
    service = await startSignIn({ env: { TRUST_PROXY: '1' }, slowPasswords: true });
  });
  afterEach(() => service.stop());

  const from = async (address: string) => {
    const client = service.client({ headers: { 'X-Forwarded-For': address } });
    await client.get('/spa/csrf-cookie');
    return client;
  };
  const pointsOf = async (prefix: string): Promise<number[]> => {
    const points = await service.database
      .knex('rate_limits')
      .where('key', 'like', `${prefix}:%`)
      .pluck('points');
    return points.map(Number);
  };

  it('is turned away at once except for a few, and the next turn goes to another address', async () => {
    const attacker = await from('203.0.113.1');
    const right = await from('203.0.113.2');
    let refused = () => {};
    const firstRefusal = new Promise<void>((resolve) => {
      refused = resolve;
    });
    const compared: Reply[] = [];
    const turnedAway: Reply[] = [];
    const flood = Array.from({ length: 100 }, async (_, index) => {
      const reply = await attacker.post('/auth/login', {
        email: `guess-${index}@demo.test`,
        password: 'wrong',
      });
      (reply.status === 422 ? compared : turnedAway).push(reply);
      if (reply.status === 429) refused();
    });
    await firstRefusal;
    const reply = await right.post('/auth/login', { email: 'ada@demo.test', password: 'password' });
    expect(reply.status, reply.text).to.equal(200);
    const before = compared.length;
    await Promise.all(flood);
    expect(compared.length, 'of the flood some still waited').to.be.greaterThan(before);
    expect(turnedAway.length).to.be.greaterThan(50);
    for (const one of turnedAway) {
      expect([one.status, one.body.code, one.headers['retry-after']]).to.deep.equal([
        429,
        'rate_limited',
        '1',
      ]);
    }
    expect(await pointsOf('address'), 'what was not compared is not counted').to.include(compared.length);
  });

  it('of one IPv6 network is that of one address', async () => {
    const clients = await Promise.all(
      Array.from({ length: 40 }, (_, host) => from(`2001:db8:1:2::${host + 1}`)),
    );
    const replies = await Promise.all(
      clients.map((client, index) =>
        client.post('/auth/login', { email: `guess-${index}@demo.test`, password: 'wrong' }),
      ),
    );
    expect(replies.some(({ status }) => status === 429)).to.equal(true);
  });

  it('does not count for an address what was right', async () => {
    const wrong = await from('203.0.113.1');
    await wrong.post('/auth/login', { email: 'max@demo.test', password: 'wrong' });
    for (let round = 0; round < 3; round += 1) {
      const client = await from('203.0.113.1');
      const reply = await client.post('/auth/login', { email: 'ada@demo.test', password: 'password' });
      expect(reply.status).to.equal(200);
    }
    expect(await pointsOf('address'), 'the one that was wrong').to.deep.equal([1]);
  });

  it('counts before it compares: the limit of an address holds for all at once, too', async () => {
    const first = await from('203.0.113.1');
    await first.post('/auth/login', { email: 'guess@demo.test', password: 'wrong' });
    await service.database.knex('rate_limits').where('key', 'like', 'address:%').update({ points: 98 });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        first.post('/auth/login', { email: `guess-${index}@demo.test`, password: 'wrong' }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([422, 422, ...Array(8).fill(429)]);
    expect(await pointsOf('address'), 'a refused attempt takes nothing').to.deep.equal([100]);
    expect((await pointsOf('login')).length, 'in no limit').to.equal(3);
  });

  /** Sign-ins with a wrong password that go on until they are left, each from another address; begun when one is refused. */
  const floodFrom = async (addresses: readonly string[]) => {
    const visitors = await Promise.all(
      addresses.map(async (address) => [address, await from(address)] as const),
    );
    const leaving = new AbortController();
    let refused = () => {};
    const firstRefusal = new Promise<void>((resolve) => {
      refused = resolve;
    });
    const flood = visitors.map(async ([address, visitor]) => {
      const attempt = await fetch(`${service.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: {
          Origin: 'http://localhost:5173',
          Cookie: visitor.cookieHeader(),
          'X-XSRF-TOKEN': visitor.cookies.get('XSRF-TOKEN') ?? '',
          'X-Forwarded-For': address,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ email: 'ada@demo.test', password: 'wrong' }),
        signal: leaving.signal,
      }).catch(() => null);
      if (attempt && [429, 503].includes(attempt.status)) {
        expect(Number(attempt.headers.get('retry-after'))).to.be.at.least(1);
        refused();
      }
      return attempt?.status ?? 0;
    });
    await firstRefusal;
    return {
      /** How many are still waited for. */
      end: async () => {
        leaving.abort();
        return (await Promise.all(flood)).filter((status) => status === 0).length;
      },
    };
  };

  for (const [title, addresses] of [
    ['one /24', Array.from({ length: 80 }, (_, host) => `198.51.100.${host}`)],
    ['a /64 each of one /48', Array.from({ length: 80 }, (_, net) => `2001:db8:7:${net.toString(16)}::1`)],
  ] as const) {
    it(`from ${title} at one e-mail delays neither new nor known addresses`, async () => {
      const ada = { email: 'ada@demo.test', password: 'password' };
      const [known, unknown] = [await from('203.0.113.1'), await from('192.0.2.1')];
      expect((await known.post('/auth/login', ada)).status).to.equal(200);
      // The cost is high, so that a sign-in that waits for a turn really waits.
      const password_hash = await hashPassword('password', 12);
      await service.database.knex('users').where({ id: people.ada }).update({ password_hash });
      const flood = await floodFrom(addresses);
      const [stranger, owner] = await Promise.all([
        unknown.post('/auth/login', ada),
        known.post('/auth/login', ada),
      ]);
      expect([stranger.status, owner.status], owner.text).to.deep.equal([200, 200]);
      expect(await flood.end(), 'of the flood some still waited').to.be.greaterThan(0);
    });
  }

  it('does not tell whose address it is: a turn depends on the address only', async () => {
    const { knex } = service.database;
    const client = await from('203.0.113.1');
    await client.post('/auth/login', { email: 'ada@demo.test', password: 'password' });
    const keys: string[] = await knex('rate_limits').where('key', 'like', 'known:%').pluck('key');
    const again = await from('203.0.113.1');
    await again.post('/auth/login', { email: 'max@demo.test', password: 'password' });
    expect(keys).to.have.length(1);
    expect(await knex('rate_limits').where('key', 'like', 'known:%').pluck('key')).to.deep.equal(keys);
  });

  it('knows 30 addresses for an account, and renews those', async () => {
    const { knex } = service.database;
    const ada = { email: 'ada@demo.test', password: 'password' };
    const known = async () => (await knex('rate_limits').where('key', 'like', 'known:%')).length;
    await (await from('203.0.113.1')).post('/auth/login', ada);
    await knex('rate_limits').where('key', 'like', 'introductions:%').update({ points: 29 });
    for (const [host, number] of [
      [1, 1],
      [2, 2],
      [3, 2],
      [2, 2],
    ] as const) {
      const reply = await (await from(`203.0.113.${host}`)).post('/auth/login', ada);
      expect([reply.status, await known()], `203.0.113.${host}`).to.deep.equal([200, number]);
    }
  });

  it('gives the places back of those who leave', async () => {
    const client = await from('203.0.113.1');
    const headers = {
      Origin: 'http://localhost:5173',
      Cookie: client.cookieHeader(),
      'X-XSRF-TOKEN': client.cookies.get('XSRF-TOKEN') ?? '',
      'X-Forwarded-For': '203.0.113.1',
      'Content-Type': 'application/json',
    };
    const leaving = new AbortController();
    const attempt = (index: number, signal?: AbortSignal) =>
      fetch(`${service.url}/api/v1/auth/login`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: `guess-${index}@demo.test`, password: 'wrong' }),
        ...(signal && { signal }),
      });
    const first = attempt(99);
    const left = Array.from({ length: 12 }, (_, index) => attempt(index, leaving.signal).catch(() => 'left'));
    expect((await first).status).to.equal(422);
    leaving.abort();
    await Promise.all(left);
    const last = await from('203.0.113.1');
    expect(
      (await last.post('/auth/login', { email: 'ada@demo.test', password: 'password' })).status,
    ).to.equal(200);
    const [points = 0] = await pointsOf('address');
    expect(points, 'some of them were not compared any more').to.be.within(1, 12);
  });
});

describe('limits and clocks', () => {
  let service: SignInService;
  const { now } = Date;
  const ahead = 5 * 3_600_000;

  before(async () => {
    service = await startSignIn();
  });
  after(() => service.stop());
  afterEach(() => {
    Date.now = now;
  });

  it('use the clock of the database, not that of the node', async () => {
    Date.now = () => now() + ahead;
    const client = service.client();
    await client.get('/spa/csrf-cookie');
    for (const expected of [422, 422, 422, 422, 422, 429]) {
      const reply = await client.post('/auth/login', { email: 'ada@demo.test', password: 'wrong' });
      expect(reply.status).to.equal(expected);
      if (expected === 429) expect(Number(reply.headers['retry-after'])).to.be.within(1, 60);
    }
    Date.now = now;
    const { knex } = service.database;
    const minute = (await databaseNow(knex)) + 60_000;
    const [counter] = await knex('rate_limits').where('key', 'like', 'login:%');
    expect(Number(counter.expire)).to.be.at.most(minute);
    const refused = await client.post('/auth/login', { email: 'ada@demo.test', password: 'password' });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 60);
  });

  it('sweep nothing that has not expired by the database’s clock', async () => {
    const { knex } = service.database;
    const counters = await knex('rate_limits').pluck('key');
    const sessions = await knex('sessions').pluck('id');
    expect([counters.length, sessions.length]).to.satisfy((some: number[]) => some.every((one) => one > 0));
    Date.now = () => now() + ahead;
    expect(await service.sweep()).to.equal(0);
    expect(await knex('rate_limits').pluck('key')).to.have.members(counters);
  });
});
