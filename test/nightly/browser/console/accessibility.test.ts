/** Every kind of page for everybody: nothing that axe-core finds, no sideways scroll, nothing too small for a finger, nothing
 * lost; wide and narrow, light and dark, in forced colours, at 200 %. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, type Window } from '../../../harness/console.ts';
import { height, looks } from './everybody.ts';

interface Kind {
  readonly name: string;
  /** Opens it; the window is wide then. */
  open(): Promise<void>;
  /** Where it is not in every width. */
  readonly widths?: readonly number[];
}

describe('the console’s pages are for everybody', () => {
  const { fixture, manager } = openConsole(['manager']);
  let window: Window;
  let page: Page;
  before(async () => {
    // What axe-core is made of is no script of the page's own.
    const seen = { bypassCSP: true, reducedMotion: 'reduce' as const };
    window = await fixture.open({ email: 'manager@demo.test', meant: [409, 412, 422, 401, 404], ...seen });
    ({ page } = window);
  });

  const first = async (path: string) => (await manager.get(`${path}?per_page=1`)).body.data[0];
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const dialog = () => page.getByRole('dialog');
  const at = (path: string, ready: () => Promise<unknown>, name = path): Kind => ({
    name,
    open: async () => {
      await window.visit(path);
      await ready();
    },
  });
  const heading = () => page.locator('main h1').waitFor();
  const table = () => page.getByRole('table').waitFor();

  const activePlan = async () =>
    (await manager.get('/maintenance-plans?active=true&per_page=1')).body.data[0];
  const record = async (tab = '') => {
    const { id } = await first('/materials');
    await window.visit(`/materials/${id}${tab}`);
    await page.locator('dl').first().waitFor();
  };

  const kinds: readonly Kind[] = [
    at('/', () => page.locator('.overview section').first().waitFor(), 'overview'),
    at('/-/account', () => page.getByText('Signed in').first().waitFor(), 'account'),
    at('/-/password#token=abc', heading, 'password to be chosen'),
    at('/-/password#token=abc&for=email', heading, 'address to be confirmed'),
    at('/materials', table, 'list'),
    at('/materials?search=zzzzqq', () => page.getByText('Nothing matches').waitFor(), 'list without rows'),
    at('/materials?status=operational&sort=-name', table, 'list that is filtered'),
    {
      name: 'filters of a list',
      open: async () => {
        await window.visit('/materials');
        await table();
        await button('Filters').click();
        await dialog().getByText('More filters').click();
      },
    },
    {
      name: 'columns of a list',
      open: async () => {
        await window.visit('/materials');
        await table();
        await button('Columns').click();
        await dialog().waitFor();
      },
    },
    {
      name: 'views of a list',
      open: async () => {
        await window.visit('/materials');
        await table();
        await button('Views').click();
        await dialog().waitFor();
      },
    },
    {
      name: 'list with chosen rows',
      open: async () => {
        await window.visit('/incidents?per_page=1');
        await table();
        await button('Select').click();
        await page.getByRole('row').nth(1).getByRole('checkbox').check();
      },
    },
    at('/items/print?per_page=3&paper=sheet8', () => page.locator('.label').first().waitFor(), 'labels'),
    at('/incidents?view=board', () => page.locator('.card').first().waitFor(), 'board'),
    at('/maintenances?view=calendar', () => page.locator('.days').waitFor(), 'calendar'),
    { name: 'record', open: () => record() },
    { name: 'record with its history', open: () => record('?tab=-history') },
    {
      name: 'record with another list than the first',
      open: async () => {
        await record();
        // The addresses of what is attached begin with a hyphen.
        await page.locator('[popovertarget=tabs]').click();
        await page.locator('.behind a:not([href*="tab=-"])').first().click();
        await page.locator('nav.tabs > a[aria-current]:not([href*="tab=-"])').waitFor();
        await page.waitForURL(/[?&]tab=/);
        await page.locator('.related').waitFor();
      },
    },
    {
      name: 'what came of an own action',
      open: async () => {
        const { id } = await activePlan();
        await window.visit(`/maintenance-plans/${id}`);
        await button('Generate…').click();
        await dialog().getByRole('button', { name: 'Generate' }).click();
        await dialog().getByRole('button', { name: 'Close' }).waitFor();
      },
    },
    {
      name: 'way from a code that nothing has',
      open: async () => {
        await window.visit('/-/search');
        await page.getByLabel('Name, reference, code or address').fill('none has this');
        await page.getByText('Nothing found.').waitFor();
      },
    },
    {
      name: 'QR code',
      open: async () => {
        await record();
        await button('QR code').click();
        await dialog().waitFor();
      },
    },
    {
      name: 'question before a row is deleted, which is critical',
      open: async () => {
        const { id } = await first('/incidents');
        await manager.patch(`/incidents/${id}`, { severity: 'critical' });
        await window.visit(`/incidents/${id}`);
        await button('Delete').click();
        await dialog().waitFor();
      },
    },
    {
      name: 'report about a row',
      open: async () => {
        const { id } = await activePlan();
        await window.visit(`/maintenance-plans/${id}?tab=-report-forecast&with.until=2028-01-01`);
        await page.getByRole('link', { name: 'CSV' }).waitFor();
      },
    },
    {
      name: 'action with errors',
      open: async () => {
        const { id } = await activePlan();
        await window.visit(`/maintenance-plans/${id}`);
        await button('Duplicate…').click();
        await dialog().getByRole('button', { name: 'Duplicate' }).click();
        await dialog().locator('.error').waitFor();
      },
    },
    at('/materials/new', () => page.getByLabel('Name').first().waitFor(), 'form of a new row'),
    {
      name: 'form with errors',
      open: async () => {
        await window.visit('/materials/new');
        await button('Save').click();
        await page.getByRole('alert').first().waitFor();
      },
    },
    {
      name: 'form with an open picker',
      open: async () => {
        await window.visit('/materials/new');
        await page.locator('main').getByRole('combobox').first().click();
        await page.getByRole('listbox').getByRole('option').first().waitFor();
      },
    },
    at('/users/new', heading, 'form of a user'),
    at('/roles/new', heading, 'form of a role'),
    at('/maintenances/new', heading, 'form with entries'),
    {
      name: 'form of several',
      open: async () => {
        await window.visit('/item-movements/new');
        await page
          .getByRole('button', { name: /^One more: / })
          .first()
          .click();
        await page
          .getByText(/^Current stock/)
          .first()
          .waitFor();
      },
    },
    {
      name: 'form with what follows from it',
      open: async () => {
        const { id } = await first('/materials');
        await window.visit(`/maintenance-plans/new?with.material_id=${id}`);
        await page.getByLabel('Name').fill('Seen');
        await page.getByLabel('Frequency').selectOption({ label: 'Month' });
        await page.getByRole('region', { name: 'Forecast' }).getByRole('row').nth(3).waitFor();
      },
    },
    {
      name: 'what two people have changed',
      open: async () => {
        const { id } = await first('/incidents');
        await window.visit(`/incidents/${id}/edit`);
        await page.getByLabel('Name').fill('Changed here');
        await manager.patch(`/incidents/${id}`, { name: 'Changed elsewhere' });
        await button('Save').click();
        await dialog().waitFor();
      },
    },
    {
      name: 'what keeps a row from being deleted',
      open: async () => {
        const { id: material } = await first('/materials');
        const { body } = await manager.post('/incidents', { name: 'For now', material_id: material });
        const { id: zone } = await first('/materials/options/zone_id');
        const { body: made } = await manager.post('/materials', { name: 'Held', zone_id: zone });
        await window.visit(`/materials/${made.data.id}`);
        await button('Delete').click();
        await manager.patch(`/incidents/${body.data.id}`, { material_id: made.data.id });
        await dialog().getByRole('button', { name: 'Delete' }).click();
        await dialog().getByRole('link').first().waitFor();
      },
    },
    {
      name: 'what is done with several rows',
      open: async () => {
        await window.visit('/incidents');
        await table();
        await button('Select').click();
        await page.getByRole('row').nth(1).getByRole('checkbox').check();
        // By its name: before the choice is drawn, the first button ends choosing.
        await button('Change a field').click();
        await dialog().waitFor();
      },
    },
    {
      name: 'what is in the menu of oneself',
      open: async () => {
        await window.visit('/');
        await page.getByRole('banner').getByRole('button').last().click();
        await dialog().waitFor();
      },
    },
    {
      name: 'the menu of a phone',
      widths: [390, 320],
      open: async () => {
        await page.setViewportSize({ width: 390, height });
        await window.visit('/');
        await button('Menu').click();
        await page.getByRole('navigation').waitFor();
      },
    },
    at('/nothing-like-this', heading, 'what is not there'),
    at(
      '/materials/99999999',
      () => page.getByText('you do not have permission to see it').waitFor(),
      'row that is not there',
    ),
  ];

  for (const kind of kinds) {
    it(`${kind.name}: has no barriers`, async () => {
      await page.setViewportSize({ width: 1280, height });
      await kind.open();
      expect(await looks(page, kind.widths)).to.deep.equal([]);
    });
  }

  it('sign-in over a page: has no barriers', async () => {
    await page.setViewportSize({ width: 1280, height });
    await window.visit('/');
    await window.quiet();
    await fixture.service.database.knex('sessions').delete();
    // A request of the overview may meet the ended session first: the dialog is in the way of a press then.
    await page.getByRole('link', { name: 'Incidents', exact: true }).first().dispatchEvent('click');
    await dialog().getByText('Your session has ended').waitFor();
    expect(await looks(page)).to.deep.equal([]);
  });

  it('sign-in and code: have no barriers', async () => {
    await page.context().clearCookies();
    await window.visit('/');
    await page.getByLabel('E-mail').fill('secure@demo.test');
    expect(await looks(page)).to.deep.equal([]);
    await page.getByLabel('Password').fill('password');
    await button('Sign in').click();
    await page.getByLabel('Code from your app').waitFor();
    expect(await looks(page)).to.deep.equal([]);
  });
});
