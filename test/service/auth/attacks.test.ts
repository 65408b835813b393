/** Tricks with headers, methods, bodies and time that a request may try on the way in. */
import { expect } from 'chai';
import type { Client } from '../../harness/client.ts';
import { people, type SignInService, startSignIn } from './fixture.ts';

const frontend = 'http://localhost:5173';
const credentials = { email: 'ada@demo.test', password: 'password' };

describe('attacks on sign-in', () => {
  let service: SignInService;
  let ada: Client;
  before(async () => {
    service = await startSignIn();
  });
  after(() => service.stop());
  beforeEach(async () => {
    await service.database.knex('rate_limits').delete();
    ada = await service.signedIn('ada');
  });

  /** A request with just these headers, and the cookies and token of Ada where they are asked for. */
  const send = (method: string, path: string, headers: Record<string, string | string[]>, body?: string) =>
    service.client().raw(method, path, { headers, ...(body === undefined ? {} : { body }) });
  const cookie = () => ({ Cookie: ada.cookieHeader() });
  const token = () => ({ 'X-XSRF-TOKEN': ada.cookies.get('XSRF-TOKEN') ?? '' });

  const origins: [string, Record<string, string | string[]>][] = [
    ['two Origin headers, ours first', { Origin: [frontend, 'https://evil.test'] }],
    ['two Origin headers, ours last', { Origin: ['https://evil.test', frontend] }],
    ['an empty Origin and our Referer', { Origin: '', Referer: `${frontend}/` }],
    ['our Host and no Origin', { Host: 'localhost:5173' }],
    ['our name in X-Forwarded-Host', { 'X-Forwarded-Host': 'localhost:5173', 'X-Forwarded-Proto': 'http' }],
    ['our origin in X-Original-Origin', { Origin: 'https://evil.test', 'X-Original-Origin': frontend }],
    ['two values of Sec-Fetch-Site', { 'Sec-Fetch-Site': ['same-origin', 'cross-site'] }],
  ];
  for (const [title, headers] of origins) {
    it(`have no session with ${title}`, async () => {
      expect((await send('GET', '/api/v1/user', { ...cookie(), ...headers })).status).to.equal(401);
      expect((await send('POST', '/api/v1/change', { ...cookie(), ...token(), ...headers })).status).to.equal(
        401,
      );
    });
  }

  it('cannot forge a change with what a foreign form or script can send', async () => {
    const form = 'site_id=2&X-XSRF-TOKEN=x&_token=x';
    const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const ours = { ...cookie(), Origin: frontend };
    const path = '/api/v1/user/site';
    const tricks = [
      await send(
        'POST',
        `${path}?_method=PATCH`,
        { ...ours, 'X-HTTP-Method-Override': 'PATCH', ...urlencoded },
        form,
      ),
      await send('PATCH', `${path}?X-XSRF-TOKEN=${token()['X-XSRF-TOKEN']}`, ours, '{"site_id":2}'),
      await send('PATCH', path, { ...ours, 'X-CSRF-TOKEN': token()['X-XSRF-TOKEN'] }, '{"site_id":2}'),
      await send('PATCH', path, { ...ours, 'X-XSRF-TOKEN': [token()['X-XSRF-TOKEN'], 'x'] }, '{"site_id":2}'),
      await send('PATCH', path, { ...ours, 'Content-Type': 'text/plain' }, '{"site_id":2}'),
    ];
    expect(tricks.map(({ status }) => status)).to.deep.equal([404, 419, 419, 419, 419]);
    const right = { ...ours, ...token() };
    expect(
      (await send('PATCH', path, { ...right, 'Content-Type': 'text/plain' }, '{"site_id":2}')).status,
    ).to.equal(415);
    expect((await send('PATCH', path, { ...right, ...urlencoded }, form)).status).to.equal(415);
    expect((await ada.get('/user')).body.data.current_site_id).to.equal(1);
  });

  it('change nothing by GET or HEAD', async () => {
    const before = await service.database.knex('users').where({ id: people.ada }).first();
    for (const path of ['/auth/logout', '/auth/login', '/user/site?site_id=2', '/user/locale?locale=fr']) {
      expect((await ada.get(path)).status, path).to.be.oneOf([404, 405]);
    }
    expect((await ada.send('HEAD', '/user')).status).to.equal(200);
    expect(await service.database.knex('users').where({ id: people.ada }).first()).to.deep.equal(before);
  });

  it('do not reach a prototype through a body', async () => {
    const headers = { Origin: frontend, 'Content-Type': 'application/json', ...cookie(), ...token() };
    const bodies = [
      '{"__proto__":{"locale":"fr"}}',
      '{"locale":"en","__proto__":{"x":1}}',
      '{"constructor":{"x":1}}',
    ];
    for (const body of bodies) {
      const reply = await send('PATCH', '/api/v1/user/locale', headers, body);
      expect(reply.status, body).to.be.oneOf([400, 422]);
    }
    expect(Object.prototype).not.to.have.property('x');
  });

  it('find one name in two cookies: the first, and only if we signed it', async () => {
    const good = ada.cookies.get('millwright_session') ?? '';
    const tossed = { Origin: frontend, Cookie: `millwright_session=x.y; millwright_session=${good}` };
    expect((await send('GET', '/api/v1/user', tossed)).status).to.equal(401);
  });

  // By the work of the processor: a clock would tell of what else the machine does.
  it('are told nothing by the time of a refusal', async () => {
    const slow = await startSignIn({ slowPasswords: true });
    const timed = async (email: string) => {
      await slow.database.knex('rate_limits').delete();
      const client = slow.client();
      await client.get('/spa/csrf-cookie');
      const start = process.cpuUsage();
      expect((await client.post('/auth/login', { email, password: 'wrong' })).status).to.equal(422);
      return process.cpuUsage(start).user;
    };
    const [known, unknown, deleted]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < 9; round++) {
      known.push(await timed('ada@demo.test'));
      unknown.push(await timed('nobody@demo.test'));
      deleted.push(await timed('gone@demo.test'));
    }
    await slow.stop();
    const median = (times: number[]) => times.sort((left, right) => left - right)[4] ?? 0;
    for (const times of [unknown, deleted]) {
      expect(median(times) / median(known)).to.be.within(0.6, 1.7);
    }
  });

  it('cannot fix a session: neither a made-up id nor one of an attacker outlives the login', async () => {
    const attacker = service.client();
    await attacker.get('/spa/csrf-cookie');
    const planted = attacker.cookieHeader();
    const victim = service.client();
    victim.cookies.set('millwright_session', attacker.cookies.get('millwright_session') ?? '');
    victim.cookies.set('XSRF-TOKEN', attacker.cookies.get('XSRF-TOKEN') ?? '');
    expect((await victim.post('/auth/login', credentials)).status).to.equal(200);
    expect((await victim.get('/user')).status).to.equal(200);
    expect((await attacker.get('/user', { Cookie: planted })).status).to.equal(401);
  });
});
