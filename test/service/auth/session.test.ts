/** Sessions, tried by hostile or late clients: foreign pages, forged cookies, expiry. */
import { expect } from 'chai';
import { storedNow } from '../../../engine/values.ts';
import type { Client } from '../../harness/client.ts';
import { type SignInService, startSignIn } from './fixture.ts';

const frontend = 'http://localhost:5173';
const credentials = { email: 'ada@demo.test', password: 'password' };
/** How long ago a stored moment is, in minutes. */
const age = (stored: string) => (Date.now() - Date.parse(`${stored.replace(' ', 'T')}Z`)) / 60_000;
const ago = (minutes: number) => storedNow(new Date(Date.now() - minutes * 60_000));

describe('stateful sessions', () => {
  let service: SignInService;
  let client: Client;
  before(async () => {
    service = await startSignIn();
  });
  after(() => service.stop());
  beforeEach(async () => {
    await service.database.knex('sessions').delete();
    client = service.client();
    await client.login(credentials.email);
  });

  const foreign: [string, Record<string, string | undefined>][] = [
    ['another origin', { Origin: 'https://evil.test' }],
    ['nothing that tells whence', { Origin: undefined }],
  ];
  for (const [title, headers] of foreign) {
    it(`do not exist for a request with ${title}`, async () => {
      for (const path of ['/user', '/whoami']) {
        const refused = await client.get(path, headers);
        expect([refused.status, refused.body.code]).to.deep.equal([401, 'unauthenticated']);
        expect(refused.body.message, path).to.include('Origin (or Referer) header');
        const without = await client.get(path, { ...headers, Cookie: undefined });
        expect([without.status, without.body.message]).to.deep.equal([401, 'You are not signed in.']);
      }
      expect((await client.post('/change', {}, headers)).status).to.equal(401);
      const login = await client.post('/auth/login', credentials, headers);
      expect([login.status, login.body.code]).to.deep.equal([403, 'forbidden']);
      expect(login.body.message).to.include('STATEFUL_DOMAINS');
      const cookie = await client.get('/spa/csrf-cookie', headers);
      expect([cookie.status, cookie.body.message]).to.deep.equal([403, login.body.message]);
      expect(cookie.headers['set-cookie']).to.equal(undefined);
      expect((await client.get('/user')).status, 'the session is untouched').to.equal(200);
    });
  }

  it('exist for the same origin by fetch metadata, and by referer', async () => {
    expect(
      (await client.get('/user', { Origin: undefined, 'Sec-Fetch-Site': 'same-origin' })).status,
    ).to.equal(200);
    expect((await client.get('/user', { Origin: undefined, Referer: `${frontend}/x` })).status).to.equal(200);
  });

  it('need the token of their own session for every change', async () => {
    const other = service.client();
    await other.login('max@demo.test');
    const tokens = [
      undefined,
      '',
      'x',
      other.cookies.get('XSRF-TOKEN'),
      `${client.cookies.get('XSRF-TOKEN')}x`,
    ];
    for (const token of tokens) {
      for (const method of ['POST', 'PATCH'] as const) {
        const path = method === 'POST' ? '/change' : '/user/site';
        const reply = await client.send(method, path, {}, { 'X-XSRF-TOKEN': token });
        expect(reply.status, `${method} with ${token}`).to.equal(419);
        expect(reply.body).to.deep.equal({ message: 'CSRF token mismatch.', code: 'csrf_mismatch' });
      }
    }
    expect((await client.post('/change', {})).status).to.equal(200);
    // Cookie tossing: a subdomain can plant the cookie and script the header, yet not with a token that fits.
    const tossed = other.cookies.get('XSRF-TOKEN') ?? '';
    const Cookie = `XSRF-TOKEN=${tossed}; millwright_session=${client.cookies.get('millwright_session')}`;
    expect((await client.post('/change', {}, { Cookie, 'X-XSRF-TOKEN': tossed })).status).to.equal(419);
  });

  it('refuse a login without a token, and one with the token of another visitor', async () => {
    const [visitor, attacker] = [service.client(), service.client()];
    expect((await visitor.post('/auth/login', credentials)).status).to.equal(419);
    await visitor.get('/spa/csrf-cookie');
    await attacker.get('/spa/csrf-cookie');
    const token = attacker.cookies.get('XSRF-TOKEN');
    expect((await visitor.post('/auth/login', credentials, { 'X-XSRF-TOKEN': token })).status).to.equal(419);
  });

  it('keep their id while the CSRF cookie is asked for again', async () => {
    const held = client.cookieHeader();
    expect((await client.get('/spa/csrf-cookie')).status).to.equal(204);
    expect(client.cookieHeader()).to.equal(held);
  });

  it('are found by no forged, cut or unsigned cookie', async () => {
    const cookie = client.cookies.get('millwright_session') ?? '';
    const [id = '', signature = ''] = cookie.split('.');
    const flipped = (text: string) => `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`;
    const row = await service.database.knex('sessions').whereNotNull('user_id').first();
    const forged = [
      id,
      `${id}.`,
      `${flipped(id)}.${signature}`,
      `${id}.${flipped(signature)}`,
      `${id}.${signature}x`,
      `${row.id}.${signature}`,
      '.',
      '%00',
      `"${id}"`,
    ];
    for (const value of forged) {
      const reply = await client.get('/user', { Cookie: `millwright_session=${value}` });
      expect(reply.status, value).to.equal(401);
    }
    expect((await client.get('/user')).status).to.equal(200);
  });

  it('outlive a new APP_KEY while the former one is named, and not otherwise', async () => {
    const { database } = service;
    const env = { APP_KEY: Buffer.alloc(32, 9).toString('base64') };
    const former = Buffer.alloc(32, 7).toString('base64');
    const rotated = await startSignIn({ database, env: { ...env, APP_PREVIOUS_KEYS: former } });
    const lost = await startSignIn({ database, env });
    const sent = { Cookie: client.cookieHeader(), 'X-XSRF-TOKEN': client.cookies.get('XSRF-TOKEN') };
    expect((await rotated.client().post('/change', {}, sent)).status).to.equal(200);
    expect((await lost.client().get('/user', sent)).status).to.equal(401);
    await Promise.all([rotated.stop(), lost.stop()]);
  });

  it('start none for a mere visit, and one for the CSRF cookie', async () => {
    const { knex } = service.database;
    await knex('sessions').delete();
    const visitor = service.client();
    const reply = await visitor.get('/user');
    expect([reply.status, reply.headers['set-cookie']]).to.deep.equal([401, undefined]);
    expect(await knex('sessions')).to.have.length(0);
    await visitor.get('/spa/csrf-cookie');
    await visitor.get('/spa/csrf-cookie');
    expect((await knex('sessions')).map(({ user_id }) => user_id)).to.deep.equal([null]);
  });

  it('end with idleness, which a visit puts off, yet not more than once a minute', async () => {
    const { knex } = service.database;
    const half = { last_seen_at: ago(0.5), expires_at: ago(-90) };
    await knex('sessions').update(half);
    await client.get('/user');
    expect(await knex('sessions').first()).to.include(half);
    await knex('sessions').update({ last_seen_at: ago(2), expires_at: ago(-1) });
    await client.get('/user');
    const seen = await knex('sessions').whereNotNull('user_id').first();
    expect(age(seen.last_seen_at)).to.be.below(1);
    expect(age(seen.expires_at)).to.be.within(-121, -120);
    await knex('sessions').update({ expires_at: ago(0.01) });
    expect((await client.get('/user')).status).to.equal(401);
  });

  it('end after half a day however busy they are, remembered ones after their days', async () => {
    const { knex } = service.database;
    await knex('sessions').update({ created_at: ago(719), last_seen_at: ago(2) });
    expect((await client.get('/user')).status).to.equal(200);
    expect(age((await knex('sessions').whereNotNull('user_id').first()).expires_at)).to.be.within(-1, -0.9);
    await client.login(credentials.email, credentials.password, true);
    await knex('sessions')
      .where({ remember: 1 })
      .update({ created_at: ago(29 * 1440), last_seen_at: ago(9999) });
    expect((await client.get('/user')).status).to.equal(200);
    const kept = await knex('sessions').where({ remember: 1 }).first();
    expect(age(kept.expires_at)).to.be.within(-1440, -1439.9);
  });

  it('end when their user is deleted', async () => {
    const max = service.client();
    await max.login('max@demo.test');
    await service.database.knex('users').where({ username: 'max' }).update({ live: null });
    expect((await max.get('/user')).status).to.equal(401);
    await service.database.knex('users').where({ username: 'max' }).update({ live: 1 });
  });
});

describe('cross-origin access', () => {
  let service: SignInService;
  before(async () => {
    service = await startSignIn({ env: { FRONTEND_URL: frontend } });
  });
  after(() => service.stop());
  const allowed = (headers: object) =>
    Object.keys(headers)
      .filter((name) => /^access-control-/.test(name))
      .sort();

  it('is open to the front end, for answers and for failures', async () => {
    for (const path of ['/user', '/nothing', '/spa/csrf-cookie']) {
      const { headers } = await service.client().get(path);
      expect(headers['access-control-allow-origin'], path).to.equal(frontend);
      expect(headers['access-control-allow-credentials'], path).to.equal('true');
      expect(headers['access-control-expose-headers'], path).to.equal(
        'ETag,Location,Retry-After,RateLimit,RateLimit-Policy,X-Request-Id,Preference-Applied,Idempotent-Replayed,Content-Disposition,Content-Range,Accept-Ranges',
      );
      expect(headers.vary, path).to.match(/origin/i);
    }
  });

  it('puts the token where pages on another host name of the domain can read it, and the session nowhere else', async () => {
    const env = {
      APP_URL: 'https://api.plant.example',
      COOKIE_DOMAIN: 'plant.example',
      STATEFUL_DOMAINS: 'app.plant.example',
    };
    const shared = await startSignIn({ env });
    const page = shared.client({ origin: 'https://app.plant.example' });
    const { headers } = await page.get('/spa/csrf-cookie');
    await shared.stop();
    const [session, token] = ['millwright_session', 'XSRF-TOKEN'].map((name) =>
      headers['set-cookie']?.find((line) => line.startsWith(`${name}=`)),
    );
    expect(token).to.match(/; domain=plant\.example/i);
    expect(session).to.not.match(/domain=/i);
  });

  it('is one of each service on a host name, where the names of their cookies differ', async () => {
    const services = await Promise.all(
      ['one', 'two'].map((COOKIE_PREFIX) => startSignIn({ env: { COOKIE_PREFIX } })),
    );
    // A browser has one jar for all ports of a host.
    const clients = services.map((one) => one.client());
    const as = (index: number) => {
      const [one, other] = [clients[index], clients[1 - index]];
      if (!one || !other) throw new Error('There is no such service.');
      for (const [name, value] of other.cookies) one.cookies.set(name, value);
      const token = one.cookies.get(`${index === 0 ? 'one' : 'two'}-XSRF-TOKEN`);
      return { client: one, headers: token === undefined ? {} : { 'X-XSRF-TOKEN': token } };
    };
    try {
      for (const index of [0, 1]) {
        const { headers } = await as(index).client.get('/spa/csrf-cookie');
        expect(String(headers['set-cookie'])).not.to.match(/millwright|(?:^|,)XSRF/);
        const { client, headers: own } = as(index);
        const body = { email: 'ada@demo.test', password: 'password' };
        expect((await client.post('/auth/login', body, own)).status).to.equal(200);
      }
      for (const index of [0, 1, 0]) {
        const { client, headers } = as(index);
        expect((await client.get('/user')).status, `${index}`).to.equal(200);
        expect((await client.patch('/user/locale', { locale: 'en' }, headers)).status).to.equal(200);
      }
    } finally {
      await Promise.all(services.map((one) => one.stop()));
    }
  });

  it('answers the front end’s preflight', async () => {
    const { status, headers } = await service.client().send('OPTIONS', '/anything', undefined, {
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'x-xsrf-token,content-type,if-match',
    });
    expect(status).to.equal(204);
    expect(headers['access-control-allow-methods']).to.equal('GET,HEAD,POST,PUT,PATCH,DELETE');
    expect(headers['access-control-allow-headers']?.toLowerCase().split(',')).to.include.members([
      'x-xsrf-token',
      'content-type',
      'if-match',
      'idempotency-key',
      'prefer',
      'x-requested-with',
    ]);
  });

  const others = ['https://evil.test', 'http://localhost', `${frontend}.evil.test`, 'null', `${frontend}/`];
  for (const origin of others) {
    it(`gives ${origin} no header, not even in a preflight`, async () => {
      const stranger = service.client({ origin });
      for (const reply of [
        await stranger.get('/user'),
        await stranger.send('OPTIONS', '/user', undefined, { 'Access-Control-Request-Method': 'POST' }),
      ]) {
        expect(allowed(reply.headers)).to.deep.equal([]);
        expect(reply.headers.vary).to.match(/origin/i);
      }
    });
  }

  it('is given on the paths of the API alone', async () => {
    for (const path of ['/health/live', '/docs', '/spa/other', '/apiary']) {
      const { headers } = await service.client().raw('GET', path, { headers: { Origin: frontend } });
      expect(allowed(headers), path).to.deep.equal([]);
    }
  });
});
