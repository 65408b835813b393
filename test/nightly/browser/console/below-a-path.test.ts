/** The console behind a proxy that puts the service under a path of another host, and takes that path away. */
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../harness/browser.ts';
import { openWindow } from '../../../harness/console.ts';
import { type PageServer, servePage } from '../../../harness/page-server.ts';
import { type Service, startService } from '../../../harness/service.ts';

describe('the console below the path of a proxy', () => {
  let pages: PageServer;
  let service: Service;
  let browser: Browser;
  before(async () => {
    pages = await servePage();
    const env = { APP_URL: `${pages.url()}/mill`, TRUST_PROXY: '1' };
    service = await startService({ seed: 'demo', env });
    pages.forwardTo(service.url, '/mill');
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    pages?.close();
  });

  it('signs in, lists, opens and creates there', async () => {
    const url = `${pages.url()}/mill`;
    const { page, complaints, requests } = await openWindow(browser, url, { email: 'manager@demo.test' });
    await page.getByRole('link', { name: 'Zones', exact: true }).click();
    await page.waitForURL(`${url}/console/zones`);
    await page.getByRole('table').waitFor();
    await page.getByRole('link', { name: 'New' }).first().click();
    await page.getByLabel('Name').fill('Paint shop');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Paint shop' }).waitFor();
    await page.waitForURL(/\/mill\/console\/zones\/\d+/);
    const before = requests.length;
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Paint shop' }).waitFor();
    expect(requests).to.include('POST /zones');
    const again = requests.slice(before).filter((one) => /^GET \/(?:user|resources)$/.test(one));
    expect(again.sort()).to.deep.equal(['GET /resources', 'GET /user']);
    expect(complaints).to.deep.equal([]);
    await page.goto(`${url}/`);
    expect(page.url()).to.equal(`${url}/console`);
  });
});
