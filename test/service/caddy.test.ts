/** The service behind Caddy with `deploy/Caddyfile`: what it holds to behind nginx, as far as it is up to the proxy. */
import { expect } from 'chai';
import { until } from '../harness/until.ts';
import { type BehindProxy, describeBehindProxy, startBehindCaddy } from './behind-proxy.ts';

describeBehindProxy('Caddy', 'behind Caddy', () => {
  let world: BehindProxy;
  before(async () => {
    world = await startBehindCaddy();
  });
  after(() => world?.stop());

  it('signs people in with cookies for https alone, and holds to the CSRF token', async () => {
    const client = world.client();
    const login = await client.login('manager@demo.test');
    expect(login.status, login.text).to.equal(200);
    const cookies = login.headers['set-cookie'] ?? [];
    expect(cookies).to.have.length.above(0);
    for (const cookie of cookies) expect(cookie).to.match(/; secure/i);
    expect((await client.post('/zones', { name: 'Proxy' })).status).to.equal(201);
    const forged = await client.post('/zones', { name: 'Forged' }, { 'X-XSRF-TOKEN': undefined });
    expect([forged.status, forged.body.code]).to.deep.equal([419, 'csrf_mismatch']);
  });

  it('knows the address of whoever asks, and believes no claim of it', async () => {
    const client = world.client({ localAddress: '127.0.0.2' });
    await client.login('manager@demo.test');
    const claimed = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Host': 'x.test',
    };
    const { body } = await client.get('/user/sessions', claimed);
    expect(body.data.find(({ current }: { current: boolean }) => current).address).to.equal('127.0.0.2');
    const zones = await client.get('/zones?per_page=1', claimed);
    expect(zones.body.links.next).to.match(new RegExp(`^${world.url}/api/v1/zones\\?`));
  });

  it('says itself what is too large, compresses once, leaves entity tags as they are, and sends a list as CSV', async () => {
    const client = await world.signedIn();
    const large = await client.post('/zones', { name: 'x'.repeat(2 ** 20) });
    expect([large.status, large.body.code]).to.deep.equal([413, 'payload_too_large']);
    const packed = await client.get('/materials?per_page=100', { 'Accept-Encoding': 'gzip' });
    expect(packed.headers['content-encoding']).to.equal('gzip');
    const [{ id }] = packed.body.data;
    const one = await client.get(`/materials/${id}`, { 'Accept-Encoding': 'gzip' });
    const changed = await client.patch(`/materials/${id}`, {}, { 'If-Match': String(one.headers.etag) });
    expect(changed.status, changed.text).to.equal(200);
    const csv = await client.get('/materials?format=csv');
    expect([csv.status, csv.headers['content-type']]).to.deep.equal([200, 'text/csv; charset=utf-8']);
    expect(csv.text.split('\n')).to.have.length.above(packed.body.data.length);
  });

  it('is answered in the shape of the service while that is away, and goes on with the same session', async () => {
    const client = await world.signedIn();
    await world.service.stop();
    const away = await client.get('/zones');
    expect([away.status, away.body.code, away.headers['retry-after']]).to.deep.equal([
      503,
      'unavailable',
      '5',
    ]);
    world.service = await world.start();
    await until('the service is back', async () => (await client.get('/health/ready')).status === 200);
    expect((await client.get('/user')).status).to.equal(200);
  });
});
