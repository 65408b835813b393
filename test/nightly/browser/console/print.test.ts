/** What is printed: a work order with its parts and lines to sign, a list as a list; nothing that one would press. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { until } from '../../../harness/until.ts';

inChromium.describe('on paper', () => {
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

    it(`stands a work order with its labour, which no field of it counts, and its steps, ${where}`, async () => {
      const [step] = (await manager.get('/maintenance-steps?per_page=1')).body.data;
      const id = step.maintenance_id;
      const trade = await manager.post('/trades', { name: `Trade ${width}`, hourly_rate: 40 });
      const entry = { maintenance_id: id, trade_id: trade.body.data.id, minutes: 75 };
      expect((await manager.post('/labour-entries', entry)).status).to.equal(201);
      const { page, visit } = await openAt(width);
      printed.length = 0;
      await visit(`/maintenances/${id}/print`);
      await until('it is printed', () => printed.length > 0);
      await page.emulateMedia({ media: 'print' });
      const labour = page.getByRole('table', { name: 'Labour entries' }).getByRole('row');
      const { meta } = (await manager.get(`/labour-entries?maintenance_id=${id}`)).body;
      expect(await labour.count()).to.equal(1 + meta.total);
      expect(await labour.last().locator('td.number').allInnerTexts()).to.have.length(2);
      const steps = await manager.get(`/maintenance-steps?maintenance_id=${id}`);
      const rows = page.getByRole('table', { name: 'Steps' }).getByRole('row');
      expect(await rows.count()).to.equal(1 + steps.body.meta.total);
      // A list without rows is left out.
      expect(await page.getByRole('table', { name: 'Service costs' }).count()).to.equal(0);
    });

    it(`stands what was measured in a step, with its unit and its bounds, ${where}`, async () => {
      const { data } = (await manager.get('/maintenance-steps?status=done,failed&per_page=100')).body;
      const measured = data.find(
        (one: { number: number | null; minimum: number | null; maximum: number | null }) =>
          one.number !== null && one.minimum !== null && one.maximum !== null,
      );
      const { maintenance_id, title, number, unit, minimum, maximum } = measured;
      const { page, visit } = await openAt(width);
      await visit(`/maintenances/${maintenance_id}/print`);
      const table = page.getByRole('table', { name: 'Steps' });
      const step = table.getByRole('row').filter({ hasText: title }).first();
      const answer = step.getByRole('cell').last();
      await answer.waitFor();
      expect(await table.getByRole('columnheader').last().innerText()).to.match(/^answer$/i);
      const text = (await answer.innerText()).replaceAll(/\s/g, ' ').trim();
      expect(text).to.equal(`${number} ${unit} (from ${minimum} to ${maximum})`);
    });

    it(`says of a list which of its rows are on paper, without what one would press, ${where}`, async () => {
      const { page, visit } = await openAt(width);
      await visit('/maintenances?type=preventive,corrective&status=completed&per_page=25');
      await page.getByRole('list', { name: 'Filters' }).getByRole('listitem').first().waitFor();
      await page.emulateMedia({ media: 'print' });
      await page.getByText(/^1–25 of \d+$/).waitFor();
      // The names of columns are text there, though they are buttons on a screen.
      const pressed = page.getByRole('button').and(page.locator(':not(th *)'));
      expect(await pressed.or(page.getByRole('combobox')).count()).to.equal(0);
      expect(await page.getByRole('list', { name: 'Filters' }).innerText()).not.to.include('×');
    });

    it(`stands a list as a table, told whole, ${where}`, async () => {
      const { page, visit } = await openAt(width);
      await page.emulateMedia({ media: 'print' });
      await visit('/maintenances');
      const cells = page.getByRole('table').getByRole('cell');
      await cells.first().waitFor();
      const [pages] = await page
        .getByRole('navigation')
        .evaluateAll((all) => all.map((one) => one.className));
      expect([pages, await page.getByRole('navigation').count()]).to.deep.equal(['pages', 1]);
      expect(await page.getByRole('combobox').count()).to.equal(0);
      const cut = await cells.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1),
      );
      expect(cut).to.have.length(0);
    });
  }
});
