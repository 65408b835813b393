/** Pages that a user has seen in the console can be seen without a network, by that user only. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Form } from '../../../../package/testing/world/form.ts';
import { keptKeys, openConsole, type Window } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { png } from '../../../harness/pictures.ts';
import { until } from '../../../harness/until.ts';

describe('what was seen in the console', () => {
  const { fixture } = openConsole();

  const url = (path: string) => `${fixture.service.url}/console${path}`;
  /** How many answers are kept, once a page has been kept: whose they are does not matter. */
  const countKept = async (page: Page, of?: string) => (await keptKeys(page, of)).length;
  const untilKept = (page: Page, are: (count: number) => boolean) =>
    until('so many answers are kept', async () => are(await countKept(page)));
  const asOf = (page: Page) => page.getByRole('status').filter({ hasText: 'What you see is from' });

  /** A list and a row, seen. Then the network goes, and the page is reloaded. */
  const seen = async (): Promise<Window & { name: string }> => {
    const window = await fixture.open({ email: 'manager@demo.test', serviceWorkers: 'allow' });
    const { page, visit } = window;
    await visit('/zones');
    const link = page.getByRole('table').getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    await link.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.evaluate('navigator.serviceWorker.ready');
    await page.waitForFunction(
      "navigator.serviceWorker.getRegistration('/console').then((one) => one.active?.state === 'activated')",
    );
    await untilKept(page, (count) => count >= 2);
    await page.context().setOffline(true);
    return { ...window, name };
  };

  inChromium.it('is shown without a network, with its time, until the service is there again', async () => {
    const { page, name } = await seen();
    await page.goto(url('/zones'));
    await asOf(page).waitFor();
    await page.getByRole('table').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    // Of what was never seen nothing is made up.
    await page.goto(url('/items'));
    await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor();
    expect(await page.getByRole('table').count()).to.equal(0);
    await page.goto(url('/zones'));
    await asOf(page).waitFor();
    await page.context().setOffline(false);
    await asOf(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name, exact: true }).waitFor();
  });

  it('has beside it what is taken along, also what was never opened: one’s own, or all of the site by choice', async () => {
    const technician = await fixture.service.signedIn('technician@demo.test');
    const { id } = (await technician.get('/user')).body.data;
    const open = async (query: string) =>
      (await technician.get(`/maintenances?status=planned,in_progress&per_page=100&${query}`)).body.data;
    const own = await open(`operator_id=${id}`);
    expect(own).to.have.length.above(1);
    const place = `/maintenances/${own[0].id}`;
    expect((await technician.post(`${place}/comments`, { body: 'Bring a ladder.' })).status).to.equal(201);
    const file = { name: 'file', filename: 'leak.png', value: png() };
    const added = await technician.post(`${place}/attachments`, new Form([file]));
    expect(added.status, added.text).to.equal(201);
    const { page, quiet, requests, visit } = await fixture.open({
      ...{ email: 'technician@demo.test', serviceWorkers: 'allow' },
    });
    await visit('/');
    await page.getByRole('region', { name: 'My work' }).waitFor();
    const said = page.getByRole('status').filter({ hasText: 'on this device, from' });
    await untilKept(page, (count) => count >= own.length);
    await visit('/-/account');
    await page.reload();
    await said.waitFor();
    // Only when a quarter of an hour has passed, also after a full load.
    requests.length = 0;
    await page.reload();
    await said.waitFor();
    await page.evaluate('navigator.serviceWorker.ready');
    await quiet();
    expect(requests.filter((one) => one.includes('with=can%2Cetag'))).to.deep.equal([]);
    const number = async () => Number((await said.innerText()).match(/\d+/)?.[0]);
    const before = await number();
    expect(before).to.be.above(own.length);
    await page.getByLabel('Take the work of everybody at the site along').check();
    await until('more is there', async () => (await number()) > before);
    await until('the picture is there', async () => (await countKept(page, 'pictures')) > 0);
    await page.context().setOffline(true);
    const isOwn = (one: { id: number }) => own.some((other: { id: number }) => other.id === one.id);
    const others = (await open('sort=scheduled_at')).filter((one: { id: number }) => !isOwn(one));
    for (const [path, row] of [
      ['maintenances', own[0]],
      ['materials', own[1].material],
      ['maintenances', others[0]],
    ]) {
      await page.goto(url(`/${path}/${row.id}`));
      await page.getByRole('heading', { level: 1, name: row.name }).waitFor();
      await asOf(page).waitFor();
    }
    await page.goto(url(`${place}?tab=-comments`));
    await page.getByRole('region', { name: 'Comments' }).getByText('Bring a ladder.').waitFor();
    await page.goto(url(`${place}?tab=-attachments`));
    const picture = page.getByRole('button', { name: 'Open leak.png' });
    await picture.locator('img[src^="blob:"]').waitFor();
    await picture.click();
    await page.getByRole('dialog').getByRole('img', { name: 'leak.png' }).waitFor();
    await page.getByRole('dialog').getByText('only the small picture').waitFor();
  });

  it('is gone after a week, and when its owner signs out, and no other user sees it', async () => {
    const { page, name } = await seen();
    await page.goto(url('/zones'));
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.clock.setFixedTime(Date.now() + 8 * 24 * 3600_000);
    await page.goto(url('/zones'));
    await page.getByRole('alert').filter({ hasText: 'The service is not responding' }).waitFor();
    expect(await page.getByText(name).count()).to.equal(0);
    await page.clock.setFixedTime(Date.now());
    await page.context().setOffline(false);
    await page.goto(url('/'));
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').waitFor();
    await untilKept(page, (count) => count === 0);
    await page.context().setOffline(true);
    await page.goto(url('/zones'));
    await page.getByRole('alert').or(page.getByLabel('E-mail')).first().waitFor();
    expect(await page.getByRole('table').count()).to.equal(0);
  });
});
