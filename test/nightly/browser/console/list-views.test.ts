/** Lists as people like them: saved views, at the headquarters, on a phone, by the keyboard. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const scripts = '<b onclick="alert(1)">Down</b>';

describe('a list as a user wants it', () => {
  const { fixture } = openConsole();

  const rows = (page: Page) => page.getByRole('table').or(page.locator('.cards')).first();
  it('is saved under a name, opens first where that is said, and is deleted', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/materials?status=down,degraded&sort=-criticality');
    await rows(page).waitFor();
    const views = page.getByRole('button', { name: /^Views/ });
    await views.click();
    const panel = page.getByRole('dialog', { name: 'Views' });
    await panel.getByLabel('Save this view as').fill(scripts);
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await panel.getByRole('checkbox', { name: /Open this view first/ }).check();
    expect(await views.innerText()).to.include(scripts);
    await page.keyboard.press('Escape');
    await visit('/materials');
    await page.waitForURL(/status=down%2Cdegraded/);
    await page.getByText('Status: Down, Degraded').or(page.getByText('Status: Degraded, Down')).waitFor();
    await views.click();
    await panel.getByRole('button', { name: 'All', exact: true }).click();
    await page.waitForURL(/\?view=list$/);
    await page.getByRole('row').nth(20).waitFor();
    await views.click();
    await panel.getByRole('button', { name: scripts, exact: true }).click();
    await page.waitForURL(/status=down/);
    await views.click();
    await panel.getByRole('button', { name: `Delete view: ${scripts}` }).click();
    await panel.getByText(scripts).waitFor({ state: 'detached' });
    await visit('/materials');
    await page.getByRole('row').nth(20).waitFor();
    expect(new URL(page.url()).search).to.equal('');
    expect(complaints).to.deep.equal([]);
  });

  it('opens with what is to do, if its definition says so, and shows the rest in one press', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    const views = page.getByRole('button', { name: /^Views/ });
    const chip = page.getByRole('button', { name: 'Remove filter: Status' });
    await visit('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Maintenances', exact: true }).click();
    await page.waitForURL(/\?status=planned%2Cin_progress&sort=scheduled_at$/);
    await chip.waitFor();
    await page.getByRole('button', { name: 'Board', exact: true }).click();
    await page.waitForURL(/\/maintenances\?view=board$/);
    await page.getByRole('heading', { name: /^Completed/ }).waitFor();
    await visit('/maintenances');
    await chip.click();
    await page.waitForURL(/\?sort=scheduled_at$/);
    await views.click();
    await page.getByRole('button', { name: 'Default view', exact: true }).click();
    await chip.waitFor();
    await views.click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.waitForURL(/\?view=list$/);
    await chip.waitFor({ state: 'detached' });
    expect(complaints).to.deep.equal([]);
  });

  it('belongs to one person', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/zones?allow_material=true');
    await page.getByRole('button', { name: /^Views/ }).click();
    await page.getByLabel('Save this view as').fill('Mine');
    await page.getByLabel('Save this view as').press('Enter');
    await page.getByRole('button', { name: 'Delete view: Mine' }).waitFor();
    await page.evaluate(() => {
      const kept = Object.keys(localStorage).filter((key) => key.includes('views'));
      for (const key of kept) localStorage.setItem(key.replace(/\d+/, '9999'), 'no JSON {');
    });
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').fill('technician@demo.test');
    await page.getByLabel('Password').fill('password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('banner').waitFor();
    await visit('/zones');
    await rows(page).waitFor();
    await page.getByRole('button', { name: /^Views/ }).click();
    expect(await page.getByRole('button', { name: 'Mine' }).count()).to.equal(0);
  });

  it('tells the site of each row at the headquarters, and is filtered by it', async () => {
    const window = await fixture.open({ email: 'admin@demo.test' });
    const { page, visit } = window;
    await visit('/materials');
    await page.getByRole('columnheader', { name: 'Site' }).waitFor();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByText('More filters').click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    await panel.getByRole('combobox', { name: 'Site', exact: true }).click();
    await panel.getByRole('option', { name: 'Plant South' }).click();
    await page.getByText('Site: Plant South').waitFor();
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('tbody tr')].every((row) => row.textContent?.includes('Plant South')) &&
        document.querySelector('.listed[aria-busy="false"]') !== null,
    );
  });

  it('reads rows of a plant by the clock of the plant, with its zone, at the headquarters', async () => {
    const admin = await fixture.service.signedIn('admin@demo.test');
    const plant = (await admin.get('/sites?search=South')).body.data[0];
    await admin.patch(`/sites/${plant.id}`, { timezone: 'Asia/Tokyo' });
    const [row] = (
      await admin.get(
        `/maintenances?site_id=${plant.id}&status=completed&scheduled_at[null]=false&per_page=1`,
      )
    ).body.data;
    const time = new Date(row.scheduled_at).toLocaleTimeString('en-US', {
      ...{ hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Tokyo' },
    });
    const day = new Date(row.scheduled_at).toLocaleDateString('en-CA', { timeZone: 'Asia/Tokyo' });
    const { page, complaints, visit } = await fixture.open({ email: 'admin@demo.test' });
    await visit(`/maintenances?id=${row.id}&columns=name,scheduled_at`);
    await rows(page)
      .getByText(`${time.replace(' ', '\u202f')} Tokyo`)
      .waitFor();
    const whose = page.getByText(/Times are those of Headquarters \(\w+ time\)\. Rows of other sites/);
    await whose.waitFor();
    for (const span of ['week', 'day']) {
      await visit(`/maintenances?id=${row.id}&view=calendar&span=${span}&on=${day}`);
      await page
        .getByText(`${time.replace(' ', '\u202f')} Tokyo`)
        .first()
        .waitFor();
    }
    await visit(`/maintenances/${row.id}`);
    await page.getByRole('definition').filter({ hasText: 'Tokyo' }).first().waitFor();
    await whose.waitFor();
    await admin.patch(`/sites/${plant.id}`, { timezone: plant.timezone });
    expect(complaints).to.deep.equal([]);
  });

  it('is cards on a phone, sorted by a menu, without a way sideways', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test', ...phone });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await visit('/maintenances?status=planned,in_progress&priority=high&overdue=false');
      const cards = page.getByRole('list', { name: 'Maintenances' }).getByRole('listitem');
      await cards.first().waitFor();
      expect(await cards.first().getByRole('term').allInnerTexts()).to.deep.equal([
        'Material',
        'Priority',
        'Scheduled',
      ]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).to.equal(0);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main a, main select, main input:not([type=checkbox])')]
          .filter((one) => one.checkVisibility() && !one.closest('.cards'))
          .map((one) => ({ text: one.textContent, height: one.getBoundingClientRect().height }))
          .filter(({ height }) => height < 44),
      );
      expect(small).to.deep.equal([]);
    }
    await page.getByLabel('Sorted by').selectOption('priority');
    await page.waitForURL(/sort=priority/);
    const card = page.getByRole('list', { name: 'Maintenances' }).getByRole('listitem').first();
    const technician = await fixture.service.signedIn('technician@demo.test');
    const sorted = await technician.get(`/maintenances${new URL(page.url()).search}&per_page=1`);
    const { name } = sorted.body.data[0];
    await card.getByRole('link', { name, exact: true }).waitFor();
    await page.locator('.listed[aria-busy="false"]').waitFor();
    // Anywhere on a card leads to its row.
    await card.click({ position: { x: 30, y: 60 } });
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('has what is done with all rows, and what is computed of those that are filtered', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/maintenance-plans?type=preventive');
    await rows(page).waitFor();
    await page.getByRole('button', { name: 'Compliance', exact: true }).click();
    await page.waitForURL(/report=compliance/);
    await page.getByRole('region', { name: 'Compliance', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Compliance', exact: true }).waitFor();
    await page.getByText('Type: Preventive').waitFor();
    await page.getByRole('button', { name: 'Compliance', exact: true }).click();
    await page.getByRole('region', { name: 'Compliance', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Generate all…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate all' });
    await dialog.getByRole('button', { name: 'Generate all' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).to.deep.equal([]);
  });

  it('computes a report of all rows, not of those that the list opens with, and says which it counts', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/incidents');
    await page.waitForURL(/status=/);
    await page.getByRole('button', { name: 'Failures', exact: true }).click();
    await page.waitForURL((url) => url.search === '?report=pareto');
    const asked = 'with.from=2026-01-01&with.until=2026-11-01&with.by=failure_mode_id';
    await visit(`/incidents?severity=high&report=pareto&${asked}`);
    const report = page.getByRole('region', { name: 'Failures', exact: true });
    await report
      .getByText(
        'Counted: Incidents · Plant North · Severity: High · Started: Jan 1, 2026 – Oct 31, 2026 · Failure: Yes',
      )
      .waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('is a board or a calendar where the address says so, of the same rows', async () => {
    const { page, complaints, quiet, requests, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/maintenances?priority=urgent');
    await rows(page).waitFor();
    requests.length = 0;
    await page.getByRole('button', { name: 'Board' }).click();
    await page.waitForURL(/view=board/);
    await page.getByText('Priority: Urgent').waitFor();
    await quiet();
    expect(requests).to.have.length.within(1, 3);
    expect(requests.every((one) => one.includes('priority=urgent'))).to.equal(true);
    await page.getByRole('button', { name: 'Calendar' }).click();
    await page.waitForURL(/view=calendar/);
    await page.goBack();
    await page.waitForURL(/view=board/);
    expect(complaints).to.deep.equal([]);
  });
});
