/** The console where a browser has kept it: it opens without a network, and a newer version takes its place. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';

describe('a console that a browser has kept', () => {
  const { fixture } = openConsole();

  const opened = async () => {
    const window = await fixture.open({ email: 'manager@demo.test', serviceWorkers: 'allow' });
    await keptBy(window.page);
    return window;
  };
  /** Waits until its service worker has kept everything and stands between. */
  const keptBy = async (page: Page) => {
    await page.evaluate('navigator.serviceWorker.ready');
    await page.waitForFunction(
      "navigator.serviceWorker.getRegistration('/console').then((one) => one.active?.state === 'activated')",
    );
  };

  inChromium.it('opens without a network, with every part of it, and says that there is none', async () => {
    const { page, complaints } = await opened();
    await page.context().setOffline(true);
    await page.goto(`${fixture.service.url}/console/zones`);
    await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor();
    const missing = await page.evaluate(`(async () => {
      const [name] = (await caches.keys()).filter((one) => one.startsWith('millwright /console '));
      const kept = (await (await caches.open(name)).keys()).filter(({ url }) => url.includes('/assets/'));
      const answers = await Promise.all(kept.map(({ url }) => fetch(url).then((one) => one.ok, () => false)));
      return [kept.length > 10, answers.filter((one) => !one).length];
    })()`);
    expect(missing).to.deep.equal([true, 0]);
    await page.context().setOffline(false);
    await page.getByRole('table').waitFor();
    expect(complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).to.deep.equal([]);
  });

  it('keeps no answer of the API, and lets writes pass', async () => {
    const { page, complaints } = await opened();
    await page.goto(`${fixture.service.url}/console/zones/new`);
    await page.getByLabel('Name').fill('Paint shop');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Paint shop' }).waitFor();
    const kept = await page.evaluate(`(async () => {
      const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return caught.flat().map(({ url }) => new URL(url).pathname);
    })()`);
    expect(kept).to.include('/console');
    expect((kept as string[]).filter((path) => !/^\/console(?:$|\/assets\/)/.test(path))).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
