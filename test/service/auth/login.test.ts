/** Signing in and out as a browser does it: cookies, CSRF token, session row. */
import { expect } from 'chai';
import { sessionRowId } from '../../../auth/sessions/end.ts';
import type { Client } from '../../harness/client.ts';
import { people, type SignInService, startSignIn } from './fixture.ts';

const ada = { email: 'ada@demo.test', password: 'password' };
const idIn = (client: Client) => (client.cookies.get('millwright_session') ?? '').split('.')[0] ?? '';

describe('login', () => {
  let service: SignInService;
  let client: Client;
  before(async () => {
    service = await startSignIn();
  });
  after(() => service.stop());
  beforeEach(() => {
    client = service.client();
  });

  it('begins a session with the right password, in upper or lower case of the e-mail', async () => {
    const reply = await client.login(' ADA@demo.TEST ');
    expect([reply.status, reply.body]).to.deep.equal([200, { two_factor: false }]);
    expect((await client.get('/user')).body.data.id).to.equal(people.ada);
  });

  const wrong: [string, object][] = [
    ['a wrong password', { ...ada, password: 'Password' }],
    ['an unknown e-mail', { ...ada, email: 'nobody@demo.test' }],
    ['a deleted user', { ...ada, email: 'gone@demo.test' }],
    [
      'a password that goes on after the right one’s 72 bytes',
      { ...ada, password: `password${'\0'.repeat(80)}` },
    ],
  ];
  for (const [title, body] of wrong) {
    it(`answers ${title} with one and the same 422`, async () => {
      await client.get('/spa/csrf-cookie');
      const reply = await client.post('/auth/login', body);
      const said = 'The e-mail address or the password is not right.';
      expect(reply.status).to.equal(422);
      expect(reply.body).to.deep.equal({
        message: said,
        code: 'validation_failed',
        errors: { email: [said] },
      });
      expect((await client.get('/user')).status).to.equal(401);
    });
  }

  const malformed: [string, unknown, string[]][] = [
    ['an operator in place of a text', { email: { $ne: null }, password: 'password' }, ['email']],
    ['an inherited name', { ...ada, constructor: 1 }, ['constructor']],
  ];
  for (const [title, body, fields] of malformed) {
    it(`names every bad field of ${title}`, async () => {
      await client.get('/spa/csrf-cookie');
      const reply = await client.post('/auth/login', body);
      expect(reply.status).to.equal(422);
      expect(Object.keys(reply.body.errors).sort()).to.deep.equal(fields);
      for (const field of fields) expect(reply.body.errors[field][0], 'a toast').to.include(`“${field}”`);
    });
  }

  it('refuses an array, and what is no JSON', async () => {
    await client.get('/spa/csrf-cookie');
    expect((await client.post('/auth/login', [])).status).to.equal(422);
    const token = client.cookies.get('XSRF-TOKEN');
    const headers = { Origin: 'http://localhost:5173', Cookie: client.cookieHeader(), 'X-XSRF-TOKEN': token };
    const send = (type: string, body: string) =>
      client.raw('POST', '/api/v1/auth/login', { headers: { ...headers, 'Content-Type': type }, body });
    expect((await send('application/json', '{"email":')).status).to.equal(400);
    expect((await send('application/x-www-form-urlencoded', 'email=a')).status).to.equal(415);
    expect((await send('application/json', `{"email":"${'x'.repeat(1 << 20)}"}`)).status).to.equal(413);
  });

  it('changes the session’s id and the token, and leaves the old ones dead', async () => {
    await client.get('/spa/csrf-cookie');
    const [planted, token] = [client.cookieHeader(), client.cookies.get('XSRF-TOKEN')];
    const before = idIn(client);
    await client.post('/auth/login', ada);
    expect(idIn(client)).to.have.length(43).and.not.equal(before);
    expect(client.cookies.get('XSRF-TOKEN')).to.have.length(43).and.not.equal(token);
    expect((await client.get('/user', { Cookie: planted })).status).to.equal(401);
    expect((await client.post('/change', {}, { 'X-XSRF-TOKEN': token })).status).to.equal(419);
    expect((await client.post('/change', {})).status).to.equal(200);
  });

  it('ends one’s former session when one signs in again', async () => {
    await client.login(ada.email);
    const former = client.cookieHeader();
    await client.post('/auth/login', ada);
    expect((await client.get('/user', { Cookie: former })).status).to.equal(401);
    expect((await client.get('/user')).status).to.equal(200);
  });

  it('keeps the cookie’s id nowhere, and of the visitor what the list of sessions shows', async () => {
    await client.get('/spa/csrf-cookie', { 'User-Agent': 'x'.repeat(2000) });
    await client.post('/auth/login', ada, { 'User-Agent': 'Browser 1.0' });
    const { knex } = service.database;
    const row = await knex('sessions')
      .where({ id: sessionRowId(idIn(client)) })
      .first();
    expect(row).to.include({ user_id: people.ada, user_agent: 'Browser 1.0', data: '{}' });
    expect(row.ip).to.match(/127\.0\.0\.1$/);
    expect(JSON.stringify(await knex('sessions'))).not.to.include(idIn(client));
    const user = await knex('users').where({ id: people.ada }).first();
    expect(user.last_login_at).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  });

  it('sends cookies as the contract has them', async () => {
    await client.get('/spa/csrf-cookie');
    const cookies = async (remember: boolean) => {
      const reply = await client.post('/auth/login', { ...ada, remember });
      return (reply.headers['set-cookie'] ?? [])
        .map((line) => line.replace(/=[^;]+/, '').toLowerCase())
        .sort();
    };
    expect(await cookies(false)).to.deep.equal([
      'millwright_session; path=/; samesite=lax; httponly',
      'xsrf-token; path=/; samesite=lax',
    ]);
    const kept = await cookies(true);
    expect(kept).to.have.length(2);
    for (const line of kept) {
      const days = (Date.parse(/expires=([^;]+)/.exec(line)?.[1] ?? '') - Date.now()) / 86_400_000;
      expect(days, line).to.be.within(29.9, 30);
    }
  });

  it('marks cookies Secure behind a proxy that speaks https, where it is trusted', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https' };
    const untrusted = await client.get('/spa/csrf-cookie', forwarded);
    expect(String(untrusted.headers['set-cookie'])).not.to.match(/secure/i);
    const { database } = service;
    const proxied = await startSignIn({ database, env: { TRUST_PROXY: '1' } });
    const reply = await proxied.client().get('/spa/csrf-cookie', forwarded);
    for (const line of reply.headers['set-cookie'] ?? []) expect(line).to.match(/; secure/i);
    await proxied.stop();
  });

  it('marks cookies Secure where APP_URL is https, however the request came', async () => {
    const { database } = service;
    const behind = await startSignIn({ database, env: { APP_URL: 'https://plant.test' } });
    const reply = await behind.client({ origin: 'https://plant.test' }).get('/spa/csrf-cookie');
    await behind.stop();
    expect(reply.headers['set-cookie']).to.have.lengthOf(2);
    for (const line of reply.headers['set-cookie'] ?? []) expect(line).to.match(/; secure/i);
  });
});

describe('logout', () => {
  let service: SignInService;
  before(async () => {
    service = await startSignIn();
  });
  after(() => service.stop());

  it('kills the cookie on every node', async () => {
    const client = service.client();
    await client.login(ada.email);
    const stolen = client.cookieHeader();
    const other = await startSignIn({ database: service.database });
    expect((await other.client().get('/user', { Cookie: stolen })).status).to.equal(200);
    const reply = await client.post('/auth/logout');
    expect([reply.status, reply.text]).to.deep.equal([204, '']);
    expect([...client.cookies.keys()]).to.deep.equal([]);
    for (const node of [service, other]) {
      expect((await node.client().get('/user', { Cookie: stolen })).status).to.equal(401);
    }
    expect(await service.database.knex('sessions')).to.deep.equal([]);
    await other.stop();
  });

  it('is 204 without a session, stateful or not', async () => {
    expect((await service.client().post('/auth/logout')).status).to.equal(204);
    expect((await service.client({ origin: null }).post('/auth/logout')).status).to.equal(204);
  });

  it('needs the token while there is a session to end', async () => {
    const client = service.client();
    await client.login(ada.email);
    expect((await client.post('/auth/logout', undefined, { 'X-XSRF-TOKEN': undefined })).status).to.equal(
      419,
    );
    expect((await client.get('/user')).status).to.equal(200);
  });

  it('is not undone by a request that was under way', async () => {
    const client = service.client();
    await service.database.knex('sessions').delete();
    await client.login(ada.email);
    await Promise.all([
      client.post('/auth/logout'),
      ...Array.from({ length: 8 }, () => client.get('/user', { Cookie: client.cookieHeader() })),
      ...Array.from({ length: 4 }, () => client.patch('/user/site', { site_id: 1 })),
    ]);
    expect(await service.database.knex('sessions').whereNotNull('user_id')).to.deep.equal([]);
  });
});
