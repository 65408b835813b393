/** The list of a resource: filters of every kind, order, pages and columns, all of them in the address. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../harness/console.ts';

const scripts = '<img src=x onerror=alert(1)>';

describe('the list of a resource', () => {
  const { fixture, manager } = openConsole(['manager']);

  const query = (page: Page) => decodeURIComponent(new URL(page.url()).search.slice(1));
  const total = async (path: string): Promise<number> => (await manager.get(path)).body.meta.total;
  /** Waits until the list says that it has as many rows as the service counts. */
  const shows = async (page: Page, path: string) => {
    const count = await total(path);
    await page
      .getByRole('status')
      .getByText(count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`, { exact: true })
      .waitFor({ state: 'attached' });
    return count;
  };
  const openFilters = (page: Page) => page.getByRole('button', { name: /^Filters/ }).click();

  it('is filtered by enumerations, references, days and nothing, which the address tells', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    const [material] = (await manager.get('/maintenances?status=completed&per_page=1')).body.data.map(
      (row: { material: { id: number; name: string } }) => row.material,
    );
    await visit('/maintenances?view=list');
    await openFilters(page);
    const panel = page.getByRole('dialog', { name: 'Filters' });
    await panel.getByRole('checkbox', { name: 'Completed' }).check();
    await panel.getByRole('checkbox', { name: 'Planned' }).check();
    await page.waitForURL(/status=completed%2Cplanned/);
    const picker = panel.getByRole('combobox', { name: 'Material', exact: true });
    await picker.fill(material.name);
    await panel.getByRole('option', { name: material.name }).first().click();
    await page.waitForURL(/material_id=/);
    await picker.press('Escape');
    const scheduled = panel.getByRole('group', { name: 'Scheduled' });
    await scheduled.getByLabel('From', { exact: true }).fill('2025-01-01');
    await page.waitForURL(/scheduled_at/);
    expect(query(page)).to.equal(
      `view=list&status=completed,planned&material_id=${material.id}&scheduled_at[gte]=2025-01-01T00:00:00.000Z`,
    );
    await shows(page, `/maintenances?${new URL(page.url()).search.slice('?view=list&'.length)}`);
    const chips = page.getByRole('main').getByRole('list', { name: 'Filters' });
    expect(
      (await chips.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s*×$/, '')),
    ).to.deep.equal([
      `Material: ${material.name}`,
      'Status: Completed, Planned',
      'Scheduled: from Jan 1, 2025',
    ]);
    await panel.getByRole('group', { name: 'Due' }).getByRole('checkbox', { name: 'None' }).check();
    await page.waitForURL(/due_at=null/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter: Status' }).click();
    await page.waitForURL((url) => !url.search.includes('status'));
    await page.getByRole('main').getByRole('button', { name: 'Remove all filters' }).click();
    await page.waitForURL(/\?view=list$/);
    await shows(page, '/maintenances');
    expect(complaints).to.deep.equal([]);
  });

  it('leaves out what a filter names, and finds what begins with a text', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/maintenances?view=list');
    await openFilters(page);
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const status = panel.getByRole('group', { name: 'Status' });
    await status.getByRole('combobox', { name: 'Status: condition' }).selectOption('is not');
    await status.getByRole('checkbox', { name: 'Completed' }).check();
    await page.waitForURL(/status/);
    expect(query(page)).to.equal('view=list&status[not]=completed');
    await shows(page, '/maintenances?status[not]=completed');
    await page.getByText('Status: not Completed').waitFor();
    await status.getByRole('combobox', { name: 'Status: condition' }).selectOption('is');
    await page.waitForURL(/status=completed/);
    await panel.getByRole('combobox', { name: 'Material: condition' }).selectOption('is not');
    await panel.getByRole('combobox', { name: 'Material', exact: true }).press('ArrowDown');
    await panel.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(/material_id/);
    expect(query(page)).to.match(/material_id\[not\]=\d+/);
    await visit('/attachments');
    await openFilters(page);
    const type = panel.getByRole('group', { name: 'Type' });
    await type.getByRole('combobox', { name: 'Type: condition' }).selectOption('begins with');
    await type.getByRole('textbox', { name: 'Type: begins with' }).pressSequentially('image/');
    await page.keyboard.press('Tab');
    await page.waitForURL(/type/);
    expect(query(page)).to.equal('type[starts]=image/');
    await shows(page, '/attachments?type[starts]=image/');
    expect(complaints).to.deep.equal([]);
  });

  it('keeps a day while the user types it, even if answers arrive meanwhile', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/maintenances?view=list');
    await openFilters(page);
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const from = panel.getByRole('group', { name: 'Scheduled' }).getByLabel('From', { exact: true });
    await from.focus();
    await page.keyboard.type('013120');
    // As the answer to another filter does, which was on its way.
    await page.evaluate(() => {
      history.replaceState(history.state, '', `${location.pathname}?view=list&overdue=false`);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await page.getByRole('button', { name: 'Remove filter: Overdue' }).waitFor({ state: 'attached' });
    await page.keyboard.type('25');
    await page.waitForURL(/scheduled_at/);
    expect(query(page)).to.include('scheduled_at[gte]=2025-01-31');
  });

  it('is filtered by numbers, ids, yes and no', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/items');
    await openFilters(page);
    const stock = page.getByRole('group', { name: 'Current stock' });
    await stock.getByLabel('From').pressSequentially('5');
    await stock.getByLabel('From').press('Enter');
    await page.waitForURL(/gte/);
    await stock.getByLabel('To').pressSequentially('40');
    // What comes meanwhile leaves in the box what is being typed.
    await stock
      .getByLabel('From')
      .evaluate((box) => box.dispatchEvent(new Event('change', { bubbles: true })));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: history.state })));
    await page.getByRole('button', { name: 'Remove filter: Current stock' }).waitFor({ state: 'attached' });
    await stock.getByLabel('To').press('Tab');
    await page.waitForURL(/lte/);
    expect(query(page)).to.equal('current_stock[gte]=5&current_stock[lte]=40');
    const some = await shows(page, `/items?${query(page)}`);
    expect(some).to.be.within(1, (await total('/items')) - 1);
    await visit('/zones');
    await openFilters(page);
    await page.getByLabel('Holds materials').selectOption('Yes');
    await page.waitForURL(/allow_material=true/);
    await shows(page, '/zones?allow_material=true');
    await page.getByText('More filters').click();
    const [{ id }] = (await manager.get('/zones?allow_material=true&per_page=1')).body.data;
    await page.getByLabel('Id', { exact: true }).pressSequentially(`${id}, 999999`);
    await page.getByLabel('Id', { exact: true }).press('Enter');
    await page.waitForURL(/id=/);
    await shows(page, `/zones?id=${id}`);
    expect(complaints).to.deep.equal([]);
  });

  it('is searched while the user types, and shows the number of results', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/materials');
    const before = await page.evaluate(() => history.length);
    const box = page.getByRole('searchbox');
    await box.pressSequentially('pump');
    await page.waitForURL(/search=pump$/);
    expect(await shows(page, '/materials?search=pump')).to.be.above(0);
    expect(await page.evaluate(() => history.length)).to.equal(before);
    await box.fill('no machine is called so');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await shows(page, '/materials');
    expect(await box.inputValue()).to.equal('');
    expect(complaints).to.deep.equal([]);
  });

  it('is sorted by its heads, and read page by page', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/materials');
    const name = page.getByRole('columnheader', { name: 'Name' });
    await name.waitFor();
    expect(await name.getAttribute('aria-sort')).to.equal('ascending');
    await name.getByRole('button').click();
    await page.waitForURL(/sort=-name/);
    expect(await name.getAttribute('aria-sort')).to.equal('descending');
    const last = (await manager.get('/materials?sort=-name&per_page=25&page=2')).body.data;
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('row').nth(1).getByText(last[0].name, { exact: true }).waitFor();
    await page.getByLabel('Rows per page').selectOption('50');
    await page.waitForURL(/per_page=50/);
    await page.getByText(/^1–50 of/).waitFor();
    await visit('/materials');
    await page.getByText(/^1–50 of/).waitFor();
    await visit('/materials?page=9000');
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByRole('row').nth(1).waitFor();
  });

  it('has the columns that the user chose, in their order, and so has its file', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/materials?status=operational');
    const heads = async () =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/[\s↑↓↕]+$/, ''));
    await page.getByRole('columnheader').first().waitFor();
    expect(await heads()).to.deep.equal(['Name', 'Status', 'Zone', 'Criticality', 'Next cleaning']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Criticality' }).uncheck();
    await page.getByRole('checkbox', { name: 'Serial number' }).check();
    await page.getByRole('button', { name: 'Move up: Zone' }).click();
    await page.keyboard.press('Escape');
    const chosen = ['Name', 'Zone', 'Status', 'Next cleaning', 'Serial number'];
    expect(await heads()).to.deep.equal(chosen);
    await visit('/materials?status=operational');
    await page.getByRole('columnheader', { name: 'Serial number' }).waitFor();
    expect(await heads()).to.deep.equal(chosen);
    const link = page.getByRole('link', { name: 'CSV' });
    const file = await page.request.get(
      new URL((await link.getAttribute('href')) ?? '', fixture.service.url).href,
      { headers: { Referer: page.url() } },
    );
    const lines = (await file.text()).trim().split(/\r?\n/);
    expect(
      lines[0]
        ?.replace(/^\uFEFF/, '')
        .split(',')
        .toSorted(),
    ).to.deep.equal(chosen.toSorted());
    expect(lines).to.have.length((await total('/materials?status=operational')) + 1);
  });

  it('is there again after going back, as far down, with the focus on the row', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/materials?sort=-name&per_page=100');
    const row = page.getByRole('row').nth(70).getByRole('link').first();
    await row.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    const name = await row.innerText();
    await row.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await page.getByRole('table').waitFor();
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 5, before);
    await page.waitForFunction((text) => document.activeElement?.textContent === text, name);
  });

  it('tells what is wrong with an address, and leads out', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit('/materials?status=wobbly&size=5');
    await page.getByRole('alert').getByText('wobbly').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('table').waitFor();
  });

  it('asks three times at the most, and names all that it is filtered by', async () => {
    const { page, quiet, requests, visit } = await fixture.open({ email: 'manager@demo.test' });
    const [row] = (await manager.get('/maintenances?per_page=1')).body.data;
    requests.length = 0;
    await visit(`/maintenances?material_id=${row.material_id}&status=${row.status}`);
    await page.getByText(`Material: ${row.material.name}`).waitFor();
    await quiet();
    const own = (all: readonly string[]) =>
      all.filter((one) => !/^GET \/(?:user|resources|service)$/.test(one));
    expect(own(requests)).to.have.length(1);
    // However many it is filtered by, and however few rows there are that would tell.
    const nobody = (await manager.get('/zones?per_page=1&sort=-created_at')).body.data[0];
    const [operator] = (await manager.get('/maintenances/options/filter.operator_id?per_page=1')).body.data;
    const filtered = `zone_id=${nobody.id}&operator_id=${operator.id}&created_by_id=${operator.id}`;
    for (const [view, most] of Object.entries({ list: 1, board: 3, calendar: 3 })) {
      requests.length = 0;
      await visit(`/maintenances?view=${view}&${filtered}&material_id=${row.material_id},999999`);
      await page.getByText(`Zone: ${nobody.name}`).waitFor();
      await page.getByText(`Material: ${row.material.name}, #999999`).waitFor();
      await quiet();
      expect(own(requests), view).to.have.length.within(1, most);
    }
  });

  it('shows markup in names as text, in rows and in what is filtered by', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    const [parent] = (await manager.get('/zones/options/parent_id?per_page=1')).body.data;
    const zone = await manager.post('/zones', { name: scripts, parent_id: parent.id, allow_material: true });
    const { id } = zone.body.data;
    await manager.post('/materials', { name: `${scripts} machine`, zone_id: id });
    await visit(`/materials?zone_id=${id}`);
    await page.getByRole('link', { name: `${scripts} machine` }).waitFor();
    await page.getByText(`Zone: ${scripts}`).waitFor();
    await openFilters(page);
    await page.getByRole('list', { name: 'Zone' }).getByText(scripts).waitFor();
    expect(await page.locator('main img').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });
});
