/** The list of one's sessions, the headers of every answer, and the sweeping of what has expired. */
import { expect } from 'chai';
import { storedNow } from '../../../engine/values.ts';
import type { Client } from '../../harness/client.ts';
import { type SignInService, startSignIn } from './fixture.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const headers = { 'User-Agent': firefox };

describe('sessions of a user', () => {
  let service: SignInService;
  let ada: Client;
  beforeEach(async () => {
    service = await startSignIn();
    ada = await service.signedIn('ada', { headers });
  });
  afterEach(() => service.stop());
  const list = async (client: Client) => (await client.get('/user/sessions')).body.data;

  it('are listed with address, browser and times; another’s and those without a person are not', async () => {
    await service.signedIn('max');
    await service.client().get('/spa/csrf-cookie');
    await ada.get('/user');
    const [session, ...others] = await list(ada);
    expect(others).to.deep.equal([]);
    expect(Object.keys(session)).to.deep.equal([
      'id',
      'address',
      'browser',
      'remember',
      'current',
      'created_at',
      'last_seen_at',
      'expires_at',
    ]);
    expect(session).to.include({ browser: 'Firefox on Windows', remember: false, current: true });
    expect(session.address).to.match(/127\.0\.0\.1$/);
    expect(session.expires_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('end one by one', async () => {
    const other = await service.signedIn('ada');
    const listed: { id: string; current: boolean }[] = await list(ada);
    expect(listed).to.have.length(2);
    const away = listed.find(({ current }) => !current)?.id;
    expect((await ada.delete(`/user/sessions/${away}`)).status).to.equal(204);
    expect((await other.get('/user')).status).to.equal(401);
    expect((await ada.delete(`/user/sessions/${away}`)).status).to.equal(404);
  });

  it('end with the current one as by a logout', async () => {
    const [{ id }] = await list(ada);
    const stolen = ada.cookieHeader();
    expect((await ada.delete(`/user/sessions/${id}`)).status).to.equal(204);
    expect([...ada.cookies.keys()]).to.deep.equal([]);
    expect((await service.client().get('/user', { Cookie: stolen })).status).to.equal(401);
  });

  it('of others are not found, and neither is what is none', async () => {
    const max = await service.signedIn('max');
    const [{ id }] = await list(max);
    for (const wrong of [id, '1', 'x', '%00', `${id}'--`]) {
      expect((await ada.delete(`/user/sessions/${encodeURIComponent(wrong)}`)).status, wrong).to.equal(404);
    }
    expect((await max.get('/user')).status).to.equal(200);
  });

  it('cannot be taken over by what the list shows', async () => {
    const [{ id }] = await list(ada);
    for (const value of [id, `${id}.${id}`, `${id.slice(0, 43)}.${id.slice(0, 43)}`]) {
      const reply = await service.client().get('/user', { Cookie: `millwright_session=${value}` });
      expect(reply.status).to.equal(401);
    }
  });

  it('are swept when they have expired, with the counters', async () => {
    const { knex } = service.database;
    await service.signedIn('max');
    await service.client().login('max@demo.test', 'wrong');
    await knex('sessions')
      .where({ user_id: 1 })
      .update({ expires_at: storedNow(new Date(Date.now() - 1)) });
    expect(await service.sweep()).to.equal(1);
    await knex('rate_limits').update({ expire: Date.now() - 1 });
    expect(await service.sweep()).to.be.above(0);
    expect(await knex('rate_limits')).to.deep.equal([]);
    expect((await knex('sessions').whereNotNull('user_id')).map((row) => row.user_id)).to.deep.equal([2]);
  });
});

describe('security headers', () => {
  let service: SignInService;
  before(async () => {
    service = await startSignIn();
  });
  after(() => service.stop());

  it('are on answers and on failures', async () => {
    const ada = await service.signedIn('ada');
    for (const path of ['/user', '/nothing', '/spa/csrf-cookie', '/health/none']) {
      const reply = await ada.get(path);
      expect(reply.headers, path).to.include({
        'content-security-policy':
          "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(reply.headers, path).not.to.have.property('x-powered-by');
      expect(reply.headers['cache-control'], path).to.equal('no-store');
    }
  });
});
