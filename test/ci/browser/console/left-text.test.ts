/** Text that is typed into a picker and left without a choice: it is resolved, or told of, and never dropped. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, untilFocused } from '../../../harness/console.ts';

describe('the text of a picker that was left', () => {
  const { fixture, manager } = openConsole(['manager']);

  const named = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
  const told = (page: Page) => page.getByText('Nothing is chosen yet.');
  const press = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click();
  const writesOf = (requests: readonly string[]) => requests.filter((one) => !one.startsWith('GET '));

  /** Holds the searches of the options back. @returns lets them go on */
  const hold = async (page: Page, options: string) => {
    const path = new RegExp(`/options/${options}[?].*search=`);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  };

  const supplier = async () => (await manager.get('/items/options/company_id?per_page=1')).body.data[0];

  it('is told of where a form is sent before its search is answered, and is chosen by the answer', async () => {
    const { name, id } = await supplier();
    const { page, requests, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/items/new');
    const answer = await hold(page, 'company_id');
    await page.getByLabel('Name').fill('Of a quick hand');
    const box = named(page, 'Supplier');
    await box.pressSequentially(name);
    await press(page);
    await told(page).waitFor();
    await untilFocused(box);
    expect(await box.inputValue()).to.equal(name);
    expect(await box.getAttribute('aria-invalid')).to.equal('true');
    const describing = (await box.getAttribute('aria-describedby'))?.split(' ').at(-1);
    expect(await page.locator(`[id="${describing}"]`).innerText()).to.include('Nothing is chosen yet.');
    expect(writesOf(requests)).to.deep.equal([]);
    answer();
    await told(page).waitFor({ state: 'detached' });
    expect(await box.inputValue()).to.equal(name);
    await press(page);
    await page.getByRole('heading', { level: 1, name: 'Of a quick hand' }).waitFor();
    const [row] = (await manager.get('/items?search=Of%20a%20quick%20hand')).body.data;
    expect(row.company_id).to.equal(id);
    expect(complaints).to.deep.equal([]);
  });

  it('stays where nothing has its name, until it is deleted', async () => {
    const { page, requests, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/items/new');
    await page.getByLabel('Name').fill('Of no supplier');
    const box = named(page, 'Supplier');
    await box.fill('no such supplier');
    await page.getByText('Nothing found.').waitFor();
    await press(page);
    await told(page).waitFor();
    expect(await box.inputValue()).to.equal('no such supplier');
    expect(writesOf(requests)).to.deep.equal([]);
    await box.press('Escape');
    await told(page).waitFor({ state: 'detached' });
    expect(await box.inputValue()).to.equal('');
    await press(page);
    await page.getByRole('heading', { level: 1, name: 'Of no supplier' }).waitFor();
  });

  it('is told of in a field with several rows, and in a dialog', async () => {
    const { page, requests, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/items/new');
    await page.getByLabel('Name').fill('Of one of several');
    await hold(page, 'material_ids');
    await named(page, 'Materials').fill('Press');
    await press(page);
    await told(page).waitFor();
    expect(await named(page, 'Materials').inputValue()).to.equal('Press');
    await visit('/items');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await press(page, 'Change a field');
    await page.getByRole('dialog').getByLabel('Field').selectOption('Supplier');
    await hold(page, 'company_id');
    await named(page, 'Supplier').fill('no such supplier');
    await press(page, 'Change');
    await told(page).waitFor();
    await untilFocused(named(page, 'Supplier'));
    expect(writesOf(requests)).to.deep.equal([]);
  });

  it('is told of beside a filter, which no button sends', async () => {
    const { name, id } = await supplier();
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/items');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const box = named(page, 'Supplier');
    await box.fill('no such supplier');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Tab');
    await told(page).waitFor();
    expect(await box.inputValue()).to.equal('no such supplier');
    await box.fill(name);
    await page.keyboard.press('Tab');
    await page.waitForURL(new RegExp(`company_id=${id}`));
    await told(page).waitFor({ state: 'detached' });
  });
});
