/** What is printed: a work order with its parts and lines to sign, a list as a list; nothing that one would press. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../harness/console.ts';
import { until } from '../../harness/until.ts';

describe('on paper', () => {
  const { fixture, manager } = openConsole(['manager']);
  /** Names of what has been printed: the title of the page, which a file of it takes. */
  const printed: string[] = [];

  const openAt = async (width: number) => {
    const window = await fixture.open({
      ...{ email: 'manager@demo.test', viewport: { width, height: 844 } },
    });
    await window.page.exposeFunction('tellPrinted', (title: string) => printed.push(title));
    await window.page.addInitScript('window.print = () => tellPrinted(document.title)');
    return window;
  };
  /** What can be pressed on it: links alone, which are text there. */
  const pressable = (page: Page) =>
    page.getByRole('button').or(page.getByRole('navigation')).or(page.getByRole('combobox')).count();

  for (const [where, width] of [
    ['at a desk', 1280],
    ['on a phone', 390],
  ] as const) {
    it(`stands a work order with its parts and lines to sign, ${where}`, async () => {
      const [movement] = (await manager.get('/item-movements?per_page=100')).body.data.filter(
        (one: { maintenance: object | null }) => one.maintenance !== null,
      );
      const { id, name } = movement.maintenance;
      const { page, visit } = await openAt(width);
      await visit(`/maintenances/${id}`);
      printed.length = 0;
      await page.getByRole('link', { name: 'Print' }).click();
      const parts = page.getByRole('table', { name: 'Movements' });
      await parts.getByRole('cell', { name: movement.name, exact: true }).waitFor();
      await page.getByText('Done by').waitFor();
      await until('it is printed', () => printed.length > 0);
      expect(printed).to.deep.equal([name]);
      await page.emulateMedia({ media: 'print' });
      expect(await pressable(page)).to.equal(0);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('region', { name: 'To sign' }).waitFor();
    });

    it(`stands a list as a table, told whole, ${where}`, async () => {
      const { page, visit } = await openAt(width);
      await page.emulateMedia({ media: 'print' });
      await visit('/maintenances');
      const cells = page.getByRole('table').getByRole('cell');
      await cells.first().waitFor();
      expect(await page.getByRole('navigation').or(page.getByRole('combobox')).count()).to.equal(0);
      const cut = await cells.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1),
      );
      expect(cut).to.have.length(0);
    });
  }
});
