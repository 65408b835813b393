/** A page whose user works at another site by now: what it requests is refused, told once, and the page follows. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';

describe('a page of another site than the present one', () => {
  const { fixture, admin } = openConsole(['admin']);
  let north: number;
  let south: number;
  before(async () => {
    const { sites } = (await admin.get('/user')).body.data;
    const idOf = (wanted: string) => sites.find(({ name }: { name: string }) => name === wanted).id;
    [north, south] = [idOf('Plant North'), idOf('Plant South')];
  });
  beforeEach(() => admin.patch('/user/site', { site_id: north }));

  const told = (page: Page) => page.getByRole('status').getByText('Meanwhile you work at another site');
  const isAt = (page: Page, site: string) =>
    page.getByLabel('Site').locator('option:checked', { hasText: site }).waitFor({ state: 'attached' });

  it('says once that a card was not moved, and opens no form for it', async () => {
    const { page, visit, requests } = await fixture.open({ email: 'admin@demo.test', meant: [422] });
    await visit('/maintenances?view=board');
    const card = page.getByRole('region', { name: 'Planned', exact: true }).getByRole('listitem').first();
    const address = await card.getByRole('link').getAttribute('href');
    const [id] = address?.split('/').slice(-1) ?? [];
    await admin.patch('/user/site', { site_id: south });
    await card.getByRole('combobox').selectOption('Canceled');
    await told(page).waitFor();
    await isAt(page, 'Plant South');
    expect(await told(page).count()).to.equal(1);
    expect(new URL(page.url()).pathname).to.equal('/console/maintenances');
    expect(requests.filter((one) => one.startsWith('PATCH'))).to.deep.equal([`PATCH /maintenances/${id}`]);
    const row = await fixture.service.database.knex('maintenances').where({ id }).first();
    expect(row.status).to.equal('planned');
  });

  it('says nothing of it where its own user switches the site', async () => {
    const { page, visit } = await fixture.open({ email: 'admin@demo.test', meant: [422] });
    await visit('/materials');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v1/resources', async (route) => {
      await held;
      await route.continue();
    });
    const switched = page.waitForResponse((answer) => answer.url().endsWith('/user/site'));
    await page.getByLabel('Site').selectOption('Plant South');
    await switched;
    const refused = page.waitForResponse(
      (answer) => answer.url().endsWith('/changes') && answer.status() === 422,
    );
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await refused;
    letGo();
    await page.locator('main h1', { hasText: 'Plant South' }).waitFor();
    expect(await told(page).count()).to.equal(0);
  });
});
