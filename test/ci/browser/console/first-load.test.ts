/** What is sent before a user sees a page: nothing waits for the script that could be requested at the same time. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { console as fr } from '../../../../locales/fr/console.ts';
import { openConsole, type Window } from '../../../harness/console.ts';

/** An expression for the page: counts the placeholders that are drawn from now on. */
const countWaiting = `globalThis.waited = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && (node.matches('.waiting') || node.querySelector('.waiting'))) globalThis.waited += 1;
  }).observe(document.body, { childList: true, subtree: true });`;

/** An expression for a new page: counts the placeholders for rows. */
const countHeld = `globalThis.held = 0;
  new MutationObserver(() => {
    globalThis.held += document.querySelectorAll('#main .waiting').length;
  }).observe(document, { childList: true, subtree: true });`;

/** An expression for the page: notes whether the frame is there when the list of materials is requested. */
const noteFramed = `{
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) => {
    if (/materials\\?/.test(address)) globalThis.framed ??= document.querySelector('header') !== null;
    return fetch(address, init);
  };
}`;

describe('the first load of the console', () => {
  const { fixture } = openConsole();
  let window: Window;
  let row: number;
  before(async () => {
    window = await fixture.open({ email: 'manager@demo.test' });
    const manager = await fixture.service.signedIn('manager@demo.test');
    row = (await manager.get('/materials?per_page=1')).body.data[0].id;
  });

  const assets = () => `${fixture.service.url}/console/assets/`;
  const isAsked = (page: Page, path: string) =>
    page.waitForRequest(`${fixture.service.url}/api/v1${path}`).then(() => undefined);

  it('asks for all that it shows in one trip, beside its script, and for nothing twice', async () => {
    const { page, requests, visit } = window;
    // What a page asks for first is known once it has been open.
    await visit('/materials');
    await page.getByRole('table').waitFor();
    requests.length = 0;
    const asked = Promise.all([
      isAsked(page, '/user'),
      isAsked(page, '/resources'),
      page.waitForRequest(/api\/v1\/materials\?/),
    ]);
    await page.route(`${assets()}*.js`, async (route) => {
      await asked;
      await route.continue();
    });
    await visit('/materials');
    await page.getByRole('table').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(requests.map((one) => one.replace(/\?.*/, '')).sort()).to.deep.equal([
      'GET /materials',
      'GET /resources',
      'GET /user',
    ]);
  });

  it('only requests the files that the page names, then those of its charts, and last the files for later, on any page', async () => {
    const { page, quiet, visit } = window;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(assets())) asked.push(request.url());
    });
    for (const path of ['/', '/materials', `/materials/${row}`]) {
      asked.length = 0;
      await visit(path);
      await quiet();
      const html = await (await page.request.get(`${fixture.service.url}/console${path}`)).text();
      const named = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(
        ([, name = '']) => `${fixture.service.url}${name}`,
      );
      expect(named, path).to.have.lengthOf.within(6, path === '/materials' ? 6 : 15);
      const later = asked.filter((one) => !named.includes(one)).map((one) => one.slice(assets().length));
      const names = later
        .map((one) => one.replace(/-\w+\.js$/, ''))
        .filter((one) => !['kept-console', 'seen', 'chunk', 'record-page', 'home-page'].includes(one));
      expect(names).to.deep.equal(path === '/' ? ['figure'] : []);
      expect(asked).to.include.members(named);
    }
  });

  it('asks for the rows as soon as it knows whose, before the scripts that draw them are there', async () => {
    const { page } = window;
    // Nothing is known of this address yet, so its page does not name the request.
    await page.context().clearCookies({ name: 'millwright.ahead' });
    const address = `${fixture.service.url}/console/materials?sort=-name`;
    const html = await (await page.request.get(address)).text();
    expect(html).to.not.include('/api/v1/materials');
    const [, first] = / async src="[^"]*\/([^"/]+)"/.exec(html) ?? [];
    const asked = page.waitForRequest(/api\/v1\/materials\?/);
    await page.route(`${assets()}*.js`, async (route) => {
      if (!route.request().url().endsWith(`/${first}`)) await asked;
      await route.continue();
    });
    await page.goto(address);
    await page.getByRole('table').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('draws the page once, with its rows, if they are there before the scripts that draw them', async () => {
    const page = await window.page.context().newPage();
    await page.addInitScript(countHeld);
    const address = `${fixture.service.url}/console/materials?sort=-name`;
    const html = await (await page.request.get(address)).text();
    const [, first] = / async src="[^"]*\/([^"/]+)"/.exec(html) ?? [];
    const answered = page.waitForResponse(/api\/v1\/materials\?/).then((response) => response.finished());
    await page.route(`${assets()}*.js`, async (route) => {
      if (!route.request().url().endsWith(`/${first}`)) await answered;
      await route.continue();
    });
    await page.goto(address);
    await page.getByRole('table').waitFor();
    expect(await page.evaluate('globalThis.held')).to.equal(0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.close();
  });

  it('draws the page before its rows are there, and holds their place', async () => {
    const { page } = window;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/v1/materials?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${fixture.service.url}/console/materials?sort=name`);
    await page.getByRole('heading', { name: 'Materials', level: 1 }).waitFor();
    await page.getByRole('main').getByText('Loading').waitFor();
    expect(await page.getByRole('table').count()).to.equal(0);
    letGo();
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('main').getByText('Loading').count()).to.equal(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('has a token before Sign in is pressed, and asks for the rows before it draws the page', async () => {
    const { page, requests, visit } = await fixture.open();
    await visit('/materials');
    const token = page.waitForResponse(/csrf-cookie/);
    await page.getByLabel('E-mail').fill('viewer@demo.test');
    await token;
    await page.getByLabel('Password').fill('password');
    await page.evaluate(noteFramed);
    const askedAgain = page.waitForRequest(/csrf-cookie/, { timeout: 0 }).then(
      () => true,
      () => false,
    );
    requests.length = 0;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.evaluate('globalThis.framed'), 'whether the frame was drawn before').to.equal(false);
    // What is taken along for work without a network may follow.
    const [, , , list] = requests;
    expect(requests.slice(0, 4).map((one) => one.replace(/\?.*/, ''))).to.deep.equal([
      'POST /auth/login',
      'GET /user',
      'GET /resources',
      'GET /materials',
    ]);
    expect(requests.filter((one) => one === list)).to.have.lengthOf(1);
    await page.context().close();
    expect(await askedAgain, 'whether a second token was asked for').to.equal(false);
  });

  it('draws rows that it has at once, with no placeholder before them', async () => {
    const { page, visit } = window;
    await visit('/materials?sort=name');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(countWaiting);
    await page.goBack();
    await page.getByRole('table').waitFor();
    expect(await page.evaluate('globalThis.waited')).to.equal(0);
  });

  it('comes with the words of the last user, and no others', async () => {
    const manager = await fixture.service.signedIn('manager@demo.test');
    await manager.send('PATCH', '/user/locale', { locale: 'fr' });
    const { page, visit, complaints } = window;
    await visit('/');
    await page.getByRole('link', { name: fr.frame.overview }).waitFor();
    const loaded: string[] = [];
    page.on('request', (request) =>
      loaded.push(...(/\/(en|console)-\w+\.js$/.exec(request.url())?.slice(1) ?? [])),
    );
    await visit('/materials');
    await page.getByRole('table').waitFor();
    expect(loaded).to.deep.equal(['console']);
    expect(complaints).to.deep.equal([]);
  });
});
