/** The service behind Caddy with `docs/deploy/Caddyfile`: what it holds to behind nginx, as far as it is up to the proxy. */
import { expect } from 'chai';
import { until } from '../../../harness/until.ts';
import {
  type BehindProxy,
  describeBehindProxy,
  describeEveryProxy,
  startBehindCaddy,
} from './behind-proxy.ts';

describeBehindProxy('Caddy', 'behind Caddy', () => {
  let world: BehindProxy;
  before(async () => {
    world = await startBehindCaddy();
  });
  after(() => world?.stop());

  describeEveryProxy(() => world);

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
