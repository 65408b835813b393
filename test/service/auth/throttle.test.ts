/** Guessing passwords: how soon it ends, for whom, and for whom it does not. */
import { expect } from 'chai';
import { type SignInService, startSignIn } from './fixture.ts';

const email = 'ada@demo.test';

describe('login throttle', () => {
  let service: SignInService;
  beforeEach(async () => {
    service = await startSignIn({ env: { TRUST_PROXY: '1' } });
  });
  afterEach(() => service.stop());
  const attempt = async (password: string, from = '203.0.113.1', as = email, node = service) => {
    const client = node.client({ headers: { 'X-Forwarded-For': from } });
    await client.get('/spa/csrf-cookie');
    return client.post('/auth/login', { email: as, password });
  };
  const statuses = async (times: number, ...given: Parameters<typeof attempt>) => {
    const seen: number[] = [];
    for (let time = 0; time < times; time++) seen.push((await attempt(...given)).status);
    return seen;
  };

  it('answers 429 to the sixth failure in a minute, and then to the right password too', async () => {
    expect(await statuses(6, 'wrong')).to.deep.equal([422, 422, 422, 422, 422, 429]);
    const reply = await attempt('password');
    expect([reply.status, reply.body.code]).to.deep.equal([429, 'rate_limited']);
    expect(Number(reply.headers['retry-after'])).to.be.within(1, 60);
    expect(reply.body.message).to.equal(
      `Too many attempts. Try again in ${reply.headers['retry-after']} seconds.`,
    );
    await service.database
      .knex('rate_limits')
      .where('key', 'like', 'login:%')
      .update({ expire: Date.now() - 1 });
    expect((await attempt('password')).status, 'after the minute').to.equal(200);
  });

  it('says with each answer what is left, the same for an e-mail without an account', async () => {
    const policy = '"login";q=5;w=60, "login-hour";q=50;w=3600, "address";q=100;w=60';
    for (const [as, host] of [
      [email, 1],
      ['nobody@demo.test', 2],
    ] as const) {
      for (const [status, left, inHour] of [
        [422, 4, 49],
        [422, 3, 48],
        [422, 2, 47],
        [422, 1, 46],
        [422, 0, 45],
        [429, 0, 45],
      ]) {
        const reply = await attempt('wrong', `203.0.113.${host}`, as);
        expect(reply.status).to.equal(status);
        expect(reply.headers['ratelimit-policy']).to.equal(policy);
        const [, r, t, hour, hours] =
          /^"login";r=(\d);t=(\d+), "login-hour";r=(\d+);t=(\d+), "address";r=\d+;t=\d+$/.exec(
            String(reply.headers.ratelimit),
          ) ?? [];
        expect([Number(r), Number(hour)], String(reply.headers.ratelimit)).to.deep.equal([left, inHour]);
        expect(Number(t)).to.be.within(1, 60);
        expect(Number(hours)).to.be.within(3500, 3600);
      }
    }
    const right = await attempt('password', '203.0.113.3');
    expect(right.headers.ratelimit).to.match(/^"login";r=4;t=\d+, /);
    expect(right.headers['access-control-expose-headers']).to.include('RateLimit,RateLimit-Policy');
  });

  it('cannot be passed by sending all at once, or by spelling the e-mail otherwise', async () => {
    const spellings = [email, 'ADA@demo.test', ' Ada@Demo.Test '];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => attempt('wrong', undefined, spellings[index % 3])),
    );
    expect(replies.filter(({ status }) => status === 422)).to.have.length(5);
    expect(replies.filter(({ status }) => status === 429)).to.have.length(15);
  });

  it('treats an e-mail with control characters as unknown, and counts it like the one without', async () => {
    const strange = [`${email}\u0001`, `\u0007${email}`, `${email}\u009F \u0001`, `${email}\u0002`];
    for (const as of strange) {
      const reply = await attempt('password', undefined, as);
      expect([reply.status, Object.keys(reply.body.errors)], JSON.stringify(as)).to.deep.equal([
        422,
        ['email'],
      ]);
    }
    expect(await statuses(2, 'wrong')).to.deep.equal([422, 429]);
    expect(await statuses(1, 'wrong', undefined, `${email}\u0003`)).to.deep.equal([429]);
  });

  it('does not lock the person out from another address', async () => {
    await statuses(8, 'wrong');
    expect((await attempt('password', '203.0.113.2')).status).to.equal(200);
    expect((await attempt('password')).status).to.equal(429);
  });

  it('believes no address that the client makes up in front of the proxy’s', async () => {
    expect((await statuses(6, 'wrong', '198.51.100.7, 203.0.113.1')).at(-1)).to.equal(429);
    expect((await attempt('wrong', '198.51.100.8, 203.0.113.1')).status).to.equal(429);
  });

  it('takes the addresses of one IPv6 network for one', async () => {
    const seen: number[] = [];
    for (let host = 1; host <= 6; host++) seen.push((await attempt('wrong', `2001:db8:1:2::${host}`)).status);
    expect(seen.at(-1)).to.equal(429);
    expect((await attempt('password', '2001:db8:1:3::1')).status).to.equal(200);
  });

  it('counts on all nodes together', async () => {
    const other = await startSignIn({ database: service.database, env: { TRUST_PROXY: '1' } });
    await statuses(3, 'wrong');
    expect(await statuses(3, 'wrong', undefined, email, other)).to.deep.equal([422, 422, 429]);
    await other.stop();
  });

  it('forgets the failures at a success', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await statuses(4, 'wrong')).to.deep.equal([422, 422, 422, 422]);
      expect((await attempt('password')).status).to.equal(200);
    }
  });

  it('tells nothing about which e-mails have an account', async () => {
    const unknown = await statuses(7, 'wrong', undefined, 'nobody@demo.test');
    expect(unknown).to.deep.equal(await statuses(7, 'wrong'));
  });

  it('stops an address that tries one e-mail after another', async () => {
    const { knex } = service.database;
    expect((await attempt('wrong', undefined, 'first@demo.test')).status).to.equal(422);
    await knex('rate_limits').where('key', 'like', 'address:%').update({ points: 100 });
    expect((await attempt('wrong', undefined, 'last@demo.test')).status).to.equal(429);
    expect((await attempt('password', '203.0.113.9')).status).to.equal(200);
  });

  it('keeps no e-mail or address in the open', async () => {
    await statuses(1, 'wrong');
    const rows = JSON.stringify(await service.database.knex('rate_limits'));
    expect(rows).not.to.include('ada').and.not.to.include('203.0');
  });

  it('limits how many sessions without a person one address starts', async () => {
    const { knex } = service.database;
    const client = service.client();
    expect((await client.get('/spa/csrf-cookie')).status).to.equal(204);
    await knex('rate_limits').where('key', 'like', 'visit:%').update({ points: 600 });
    expect((await service.client().get('/spa/csrf-cookie')).status).to.equal(429);
    expect((await client.get('/spa/csrf-cookie')).status, 'with a session there is').to.equal(204);
  });
});
