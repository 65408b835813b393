/** What waits for a network, where more than one tab, one person or one week is about it. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { keptKeys, openConsole, signIn, type Window } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { png } from '../../../harness/pictures.ts';
import { until } from '../../../harness/until.ts';

const day = 24 * 3600_000;

inChromium.describe('what waits for a network', () => {
  const { fixture, manager } = openConsole(['manager']);
  let window: Window;
  /** Another tab of the same browser: it shows what waits. */
  let other: Page;
  let material: number;
  /** Names of incidents that were sent, as often as they were. */
  const sent: string[] = [];
  before(async () => {
    material = (await manager.get('/materials?status=operational&per_page=1')).body.data[0].id;
    window = await fixture.open({
      email: 'technician@demo.test',
      serviceWorkers: 'allow',
      meant: [401, 419],
    });
    const { page } = window;
    const context = page.context();
    // Not those that never left.
    context.on('requestfinished', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/incidents'))
        sent.push(request.postDataJSON().name);
    });
    await context.addInitScript(
      "Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', " +
        '{ value: { register: async (tag) => void (localStorage.asked = tag) } })',
    );
    await page.evaluate('navigator.serviceWorker.ready');
    other = await context.newPage();
    await other.goto(`${fixture.service.url}/console/-/queue`);
    await nothing(other).waitFor();
  });

  const setOffline = (isOffline: boolean) => window.page.context().setOffline(isOffline);
  const nothing = (page: Page) => page.getByText('Everything has been sent.');
  const count = (page: Page, many: number) => page.getByRole('link', { name: `${many} not sent` });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const stored = async (name: string) =>
    (await manager.get(`/incidents?search=${encodeURIComponent(name)}`)).body.data;
  const report = async (name: string) => {
    const { page, visit } = window;
    await visit(`/incidents/new?with.material_id=${material}`);
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

  it('is shown by every tab, sent by one of them, and once', async () => {
    const { page } = window;
    await setOffline(true);
    await report('Seen by two tabs');
    await count(page, 1).waitFor();
    await count(other, 1).waitFor();
    // This browser has it turned off: the page asks for it nevertheless.
    expect(await page.evaluate('localStorage.asked')).to.equal('millwright queue');
    await setOffline(false);
    await nothing(other).waitFor();
    await count(page, 1).waitFor({ state: 'detached' });
    expect(sent).to.deep.equal(['Seen by two tabs']);
    expect(await stored('Seen by two tabs')).to.have.lengthOf(1);
  });

  it('is woken by the service worker, which sends nothing itself', async () => {
    const { page } = window;
    const devtools = await page.context().newCDPSession(page);
    const found = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
        if (one) resolve(one.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const told = page.evaluate(
      "new Promise((done) => navigator.serviceWorker.addEventListener('message', ({ data }) => done(data)))",
    );
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      ...{ origin: fixture.service.url, registrationId: await found },
      ...{ tag: 'millwright queue', lastChance: false },
    });
    expect(await told).to.equal('millwright queue');
    await devtools.detach();
  });

  it('is discarded one by one, with what cannot be sent without it', async () => {
    const { page } = window;
    await setOffline(true);
    await report('Stays');
    await report('Goes');
    await page.getByRole('link', { name: /^Files \d/ }).click();
    const file = { name: 'leak.png', mimeType: 'image/png', buffer: png() };
    await page.locator('input[type=file][multiple]').setInputFiles([file]);
    await count(other, 3).waitFor();
    await button(other, 'Discard: Goes').first().click();
    const dialog = other.getByRole('dialog');
    await dialog.getByText('cannot be sent without it').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).to.deep.equal(['leak.png']);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await count(page, 1).waitFor();
    await setOffline(false);
    await nothing(other).waitFor();
    expect(sent.slice(1)).to.deep.equal(['Stays']);
    expect(await stored('Goes')).to.deep.equal([]);
  });

  it('is not sent by itself a week after the first try', async () => {
    const { page } = window;
    await setOffline(true);
    await report('Tried long ago');
    await count(other, 1).waitFor();
    await page.evaluate(`new Promise((done) => {
      const opening = indexedDB.open('millwright /console');
      opening.onsuccess = () => {
        const work = opening.result.transaction('writes', 'readwrite');
        const asked = work.objectStore('writes').getAll();
        asked.onsuccess = () => work.objectStore('writes').put({ ...asked.result[0], tried: ${Date.now() - 8 * day} });
        work.oncomplete = () => { opening.result.close(); done(); };
      };
    })`);
    await setOffline(false);
    await window.visit('/-/queue');
    await page.getByText('It was tried over 7 days ago').waitFor();
    await window.quiet();
    expect(sent).to.not.include('Tried long ago');
    await button(page, 'Try now: Tried long ago').click();
    await nothing(page).waitFor();
    expect(await stored('Tried long ago')).to.have.lengthOf(1);
  });

  it('is that of one person: another on the same browser neither sees nor sends it', async () => {
    const { page, visit, complaints } = window;
    await other.close();
    await setOffline(true);
    await report('Of the technician');
    await count(page, 1).waitFor();
    await page.context().clearCookies();
    await setOffline(false);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('viewer@demo.test');
    await dialog.getByLabel('Password').fill('password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit('/-/queue');
    await nothing(page).waitFor();
    expect(await count(page, 1).count()).to.equal(0);
    const owners = async () => new Set((await keptKeys(page)).map(([owner]) => owner)).size;
    await until('answers of nobody else are kept', async () => (await owners()) === 1);
    await page.locator('button[popovertarget=account]').click();
    await button(page, 'Sign out').click();
    await page.getByLabel('E-mail').waitFor();
    expect(sent).to.not.include('Of the technician');
    await signIn(window, 'technician@demo.test');
    await until('it is sent', async () => (await stored('Of the technician')).length > 0);
    const { full_name } = (await stored('Of the technician'))[0].created_by;
    expect(full_name).to.equal('Tom Barker');
    expect(complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one))).to.deep.equal([]);
  });
});
