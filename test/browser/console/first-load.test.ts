/** What goes over the wire before somebody sees a page: nothing waits for the script that could be asked for beside it. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { console as fr } from '../../../locales/fr/console.ts';
import { openConsole, type Window } from '../../harness/console.ts';

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

  it('asks for no file but those that the page names, that of its charts, and last what is for later, whatever it shows first', async () => {
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
      expect(named, path).to.have.lengthOf.within(3, path === '/materials' ? 3 : 12);
      const later = asked.filter((one) => !named.includes(one)).map((one) => one.slice(assets().length));
      const names = later
        .map((one) => one.replace(/-\w+\.js$/, ''))
        .filter((one) => !['kept-console', 'seen', 'chunk', 'record-page', 'home-page'].includes(one));
      expect(names).to.deep.equal(path === '/' ? ['figure'] : []);
      expect(asked).to.include.members(named);
    }
  });

  it('comes with the words of whoever was signed in last, and with no others', async () => {
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
