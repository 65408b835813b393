/** Signing in from a page on another origin, in a real browser, with axios as its package ships it. */
import { expect } from 'chai';
import type { ClientPage } from '../harness/browser.ts';
import { type BrowserFixture, password, signIn, startInBrowser } from './fixture.ts';

const email = 'manager@demo.test';

describe('signing in from FRONTEND_URL', () => {
  let fixture: BrowserFixture;
  let client: ClientPage;
  const cookie = async (name: string) => (await fixture.browser.cookies()).find((one) => one.name === name);
  const readableCookies = (): Promise<string> => client.page.evaluate('document.cookie');

  before(async () => {
    fixture = await startInBrowser();
    client = await fixture.open();
  });
  after(() => fixture?.stop());
  beforeEach(() => fixture.browser.forget());

  it('begins with a 401 that the page can read', async () => {
    expect(await client.get('/user')).to.deep.include({
      status: 401,
      data: { message: 'You are not signed in.', code: 'unauthenticated' },
    });
  });

  it('needs the CSRF cookie first', async () => {
    const { status, data } = await client.send('POST', '/auth/login', { email, password });
    expect([status, data.code]).to.deep.equal([419, 'csrf_mismatch']);
    expect((await client.get('/user')).status).to.equal(401);
  });

  it('shows the page the token and keeps the session from it', async () => {
    await client.get('/spa/csrf-cookie');
    const before = await readableCookies();
    await signIn(client, email);
    const after = await readableCookies();
    expect(before).to.match(/^XSRF-TOKEN=[\w%-]+$/);
    expect(after).to.match(/^XSRF-TOKEN=[\w%-]+$/);
    expect(after).not.to.equal(before);
    expect(await cookie('XSRF-TOKEN')).to.include({ httpOnly: false, sameSite: 'Lax', path: '/' });
    expect(await cookie('millwright_session')).to.include({ httpOnly: true, sameSite: 'Lax', path: '/' });
  });

  it('tells the page why a wrong password is refused', async () => {
    await client.get('/spa/csrf-cookie');
    const { status, data } = await client.send('POST', '/auth/login', { email, password: 'wrong' });
    expect([status, data.code]).to.deep.equal([422, 'validation_failed']);
    expect(data.errors).to.deep.equal({ email: ['The e-mail address or the password is not right.'] });
    expect((await client.get('/user')).status).to.equal(401);
  });

  it('lets the page read how long to wait after too many guesses', async () => {
    await client.get('/spa/csrf-cookie');
    const guess = { email: 'nobody@demo.test', password: 'wrong' };
    const statuses: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      statuses.push((await client.send('POST', '/auth/login', guess)).status);
    }
    expect(statuses).to.deep.equal([422, 422, 422, 422, 422]);
    const { status, headers } = await client.send('POST', '/auth/login', guess);
    expect(status).to.equal(429);
    expect(Number(headers['retry-after'])).to.be.within(1, 60);
  });

  it('gives the current user', async () => {
    await signIn(client, email);
    const { status, data } = await client.get('/user');
    expect(status).to.equal(200);
    expect(data.data).to.include({ email, current_site_id: 2 });
    expect(data.data.roles).to.deep.equal(['manager']);
    expect(data.data.permissions).to.include('material.create').and.not.include('company.viewAny');
    expect(data.data.sites).to.deep.equal([
      { id: 2, name: 'Plant North', is_headquarters: false },
      { id: 3, name: 'Plant South', is_headquarters: false },
    ]);
  });

  it('asks for a second factor where there is one', async () => {
    await client.get('/spa/csrf-cookie');
    const login = await client.send('POST', '/auth/login', { email: 'secure@demo.test', password });
    expect(login).to.deep.include({ status: 200, data: { two_factor: true } });
    expect((await client.get('/user')).status).to.equal(401);
    const challenge = { recovery_code: 'demo1-aaaaa' };
    expect((await client.send('POST', '/auth/two-factor-challenge', challenge)).status).to.equal(204);
    expect((await client.get('/user')).data.data).to.include({ email: 'secure@demo.test' });
  });

  it('switches the site, and with it what is seen', async () => {
    await signIn(client, email);
    const { status, data } = await client.send('PATCH', '/user/site', { site_id: 3 });
    expect([status, data.data.current_site_id]).to.deep.equal([200, 3]);
    const zones = await client.get('/zones');
    expect(zones.data.data.map(({ site_id }: { site_id: number }) => site_id))
      .to.include(3)
      .and.not.include(2);
    expect((await client.send('PATCH', '/user/site', { site_id: 1 })).data.errors).to.have.keys('site_id');
    expect((await client.send('PATCH', '/user/site', { site_id: 2 })).data.data.current_site_id).to.equal(2);
  });

  it('changes the language, and with it the messages', async () => {
    await signIn(client, email);
    expect((await client.send('PATCH', '/user/locale', { locale: 'fr' })).data.data.locale).to.equal('fr');
    const french = (await client.get('/zones/999999')).data;
    expect((await client.send('PATCH', '/user/locale', { locale: 'en' })).data.data.locale).to.equal('en');
    const english = (await client.get('/zones/999999')).data;
    expect([french.code, english.code]).to.deep.equal(['not_found', 'not_found']);
    expect(french.message).not.to.equal(english.message);
  });

  it('signs out, in every tab', async () => {
    const tab = await fixture.open();
    await signIn(client, email);
    expect((await tab.get('/user')).status).to.equal(200);
    expect((await client.send('POST', '/auth/logout')).status).to.equal(204);
    expect([(await client.get('/user')).status, (await tab.get('/user')).status]).to.deep.equal([401, 401]);
    expect(await fixture.browser.cookies()).to.deep.equal([]);
    await tab.page.close();
    await signIn(client, email);
  });

  it('is forgotten with the browser', async () => {
    await signIn(client, email);
    expect(await cookie('millwright_session')).to.include({ expires: -1 });
    await fixture.browser.restart();
    client = await fixture.open();
    expect((await client.get('/user')).status).to.equal(401);
  });

  it('is remembered beyond the browser where that was asked for', async () => {
    await signIn(client, email, true);
    const days = ((await cookie('millwright_session'))?.expires ?? 0) - Date.now() / 1000;
    expect(Math.round(days / 86_400)).to.equal(30);
    await fixture.browser.restart();
    client = await fixture.open();
    expect((await client.get('/user')).data.data).to.include({ email });
    // The token lasts as long: a page opened after the restart can write at once.
    expect((await client.send('PATCH', '/user/site', { site_id: 2 })).status).to.equal(200);
  });
});
