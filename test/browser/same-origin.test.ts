/** A page that a reverse proxy serves from the service's own origin: no CORS, and reads that carry no `Origin`. */
import { expect } from 'chai';
import type { ClientPage } from '../harness/browser.ts';
import { type BrowserFixture, password, startInBrowser } from './fixture.ts';

describe('a page on the service’s own origin', () => {
  let fixture: BrowserFixture;
  let client: ClientPage;

  before(async () => {
    // Nothing but the host of APP_URL makes it stateful.
    fixture = await startInBrowser((pages) => ({
      APP_URL: pages.url(),
      FRONTEND_URL: 'https://app.example',
      STATEFUL_DOMAINS: 'app.example',
      TRUST_PROXY: '1',
    }));
    fixture.pages.forwardTo(fixture.service.url);
    client = await fixture.browser.open(fixture.pages.url());
  });
  after(() => fixture?.stop());

  it('signs in, reads, writes and signs out', async () => {
    const manager = { email: 'manager@demo.test', password };
    expect((await client.get('/user')).status).to.equal(401);
    expect((await client.get('/spa/csrf-cookie')).status).to.equal(204);
    expect((await client.send('POST', '/auth/login', manager)).status).to.equal(200);
    expect((await client.get('/user')).data.data).to.include({ email: manager.email });
    const { status, headers, data } = await client.send('POST', '/zones', { name: 'Paint shop' });
    expect(status).to.equal(201);
    expect(headers.location).to.match(new RegExp(`/api/v1/zones/${data.data.id}$`));
    const zones = await client.get('/zones?per_page=1');
    expect(zones.data.links.next).to.equal(`${fixture.pages.url()}/api/v1/zones?per_page=1&page=2`);
    expect((await client.get(zones.data.links.next.replace(fixture.pages.url(), ''))).status).to.equal(200);
    expect((await client.send('DELETE', `/zones/${data.data.id}`)).status).to.equal(204);
    expect((await client.send('POST', '/auth/logout')).status).to.equal(204);
    expect((await client.get('/user')).status).to.equal(401);
  });

  it('still sends the token with every change', async () => {
    await client.get('/spa/csrf-cookie');
    const forged = `fetch('/api/v1/auth/login', { method: 'POST', body: '{}' }).then(({ status }) => status)`;
    expect(await client.page.evaluate(forged)).to.equal(419);
  });
});
