/** A page that stays open while the service gets another version, or while there is no connection. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';

describe('an open console', () => {
  const { fixture } = openConsole();

  const openForm = async (page: Page) => {
    await page.getByRole('link', { name: 'New' }).first().click();
    return page.getByLabel('Name');
  };

  it('offers to reload where a part of it is gone with the version before', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [404] });
    await visit('/zones');
    const { url } = fixture.service;
    await page.route(`${url}/console/assets/*`, (route) => route.fulfill({ status: 404 }));
    await page.route(`${url}/console`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script src="/console/assets/main-ANOTHER1.js">' }),
    );
    await openForm(page);
    const problem = page.getByRole('alert').filter({ hasText: 'A new version is available.' });
    await problem.waitFor();
    await page.unrouteAll();
    await problem.getByRole('button', { name: 'Reload' }).click();
    await page.getByLabel('Name').waitFor();
    expect(page.url()).to.equal(`${url}/console/zones/new`);
  });

  it('loads a part of it once there is a connection again', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/zones');
    await page.getByRole('table').waitFor();
    await page.context().setOffline(true);
    const name = await openForm(page);
    const problem = page.getByRole('alert').filter({ hasText: 'No connection.' });
    await problem.waitFor();
    await page.context().setOffline(false);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await name.waitFor();
  });

  it('says that there is a newer one when the user comes back to it', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/zones');
    await page.route(`${fixture.service.url}/console`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script src="/console/assets/main-ANOTHER1.js">' }),
    );
    // Again and again: the page may not listen yet when it is there to be seen.
    await page.evaluate("setInterval(() => dispatchEvent(new Event('focus')), 100)");
    await page.getByRole('status').filter({ hasText: 'A new version is available.' }).waitFor();
  });
});
