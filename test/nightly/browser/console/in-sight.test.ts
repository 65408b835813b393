/** What stays in sight, and has room: the menu, the heads of a table, long words, the columns of a chart, today. */
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { openConsole, untilFocused } from '../../../harness/console.ts';
import { settled } from './everybody.ts';

describe('what has to be in sight', () => {
  const { fixture, manager } = openConsole(['manager']);
  const email = 'manager@demo.test';
  const desk = { email, viewport: { width: 1280, height: 500 } };

  const top = async (one: Locator): Promise<number> => (await one.boundingBox())?.y ?? Number.NaN;

  it('is the menu, and the heads of a table, after any scrolling', async () => {
    const { page, visit } = await fixture.open(desk);
    await visit('/materials');
    const head = page.getByRole('columnheader').first();
    await head.waitFor();
    const links = await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').all();
    const before = await Promise.all(links.map(top));
    await page.evaluate(() => scrollTo(0, 400));
    await settled(page);
    expect(await Promise.all(links.map(top))).to.deep.equal(before);
    const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {};
    expect(await top(head)).to.be.closeTo(height, 1);
    // A table that is wider than its page scrolls in its box, as does its head.
    await page.setViewportSize({ width: 780, height: 500 });
    await visit('/materials');
    await page.evaluate(() => {
      const table = document.querySelector<HTMLElement>('main table');
      if (table) table.style.minWidth = '2000px';
    });
    const box = page.locator('main .scroll:not(.fits)');
    await box.waitFor();
    await box.evaluate((one) => one.scrollTo(0, 300));
    expect((await top(head)) - (await top(box))).to.be.within(0, 2);
  });

  it('is a card of a board in its own column, however long its words are', async () => {
    const { data } = (await manager.get('/materials?per_page=1')).body;
    await manager.post('/incidents', { name: 'W'.repeat(120), material_id: data[0].id });
    const { page, visit } = await fixture.open(desk);
    await visit('/incidents?view=board');
    await page.getByRole('link', { name: 'WWW' }).waitFor();
    const over = await page.locator('.column').evaluateAll((columns) =>
      columns.flatMap((column) => {
        const { right } = column.getBoundingClientRect();
        return [...column.querySelectorAll('.card')].filter(
          (one) => one.getBoundingClientRect().right > right,
        );
      }),
    );
    expect(over).to.deep.equal([]);
  });

  it('is all of a form and of a week on a tablet: nothing lies over anything, and words stay whole', async () => {
    const { page, visit } = await fixture.open({ email, viewport: { width: 768, height: 1024 } });
    const { id } = (await manager.get('/maintenance-plans?per_page=1')).body.data[0];
    await visit(`/maintenance-plans/${id}/edit`);
    const dates = page.getByRole('region', { name: 'Forecast' }).first();
    await dates.getByRole('row').nth(1).waitFor();
    const name = page.getByLabel('Name').first();
    // Parts beside the form do not cover the visible part of a box.
    const onTop = await name.evaluate((one) => {
      const { right, top, height } = one.getBoundingClientRect();
      return document.elementFromPoint(right - 4, top + height / 2) === one;
    });
    expect(onTop).to.equal(true);
    await visit('/maintenances?view=calendar&span=week&by=person');
    const days = page.getByRole('list', { name: 'By person' }).locator('ol > li');
    await days.first().waitFor();
    expect((await days.first().boundingBox())?.width).to.be.above(60);
  });

  it('is how late work is on a tablet, beside the menu behind its button', async () => {
    const { page, visit } = await fixture.open({ email, viewport: { width: 768, height: 1024 } });
    await visit('/maintenances?overdue=true');
    const late = page.getByRole('table').getByText(/ late$/);
    await late.first().waitFor();
    for (const one of await late.all()) {
      const box = await one.boundingBox();
      expect((box?.x ?? 768) + (box?.width ?? 0)).to.be.below(768);
    }
    const menu = page.getByRole('navigation', { name: 'Menu' });
    expect(await menu.isVisible()).to.equal(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Incidents', exact: true }).click();
    await untilFocused(page.getByRole('heading', { level: 1, name: 'Incidents' }));
    await menu.waitFor({ state: 'hidden' });
  });

  it('is each column of a chart, whole and as wide as the others', async () => {
    const { page, visit } = await fixture.open(desk);
    await visit('/');
    const chart = page.getByRole('figure', { name: 'Cleanings by week' }).getByRole('img');
    await chart.waitFor();
    await settled(page);
    const { widths, cut } = await chart.evaluate((picture) => {
      const around = picture.getBoundingClientRect();
      const columns = [...picture.querySelectorAll('.band')].map((one) => one.getBoundingClientRect());
      return {
        widths: columns.map(({ width }) => width),
        cut: columns.filter(({ left, right }) => left < around.left - 1 || right > around.right + 1).length,
      };
    });
    expect(widths.length).to.be.above(20);
    expect(Math.max(...widths) - Math.min(...widths)).to.be.below(0.5);
    expect(cut).to.equal(0);
  });

  it('is today, where a month is opened on a phone', async () => {
    const { page, visit } = await fixture.open({ email, viewport: { width: 390, height: 700 } });
    await visit('/maintenances?view=calendar');
    const today = page.locator('[aria-current=date]');
    await today.waitFor();
    await settled(page);
    expect(await top(today)).to.be.within(0, 700);
    await page.evaluate(() => scrollTo(0, 0));
    // The month after this one may begin with days of this one.
    for (let later = 0; later < 2; later += 1) await page.getByRole('button', { name: 'Later' }).click();
    await today.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => scrollY)).to.equal(0);
  });

  it('is the name of a row that a restored draft refers to, though no answer has it any more', async () => {
    const { page, visit } = await fixture.open(desk);
    await visit('/incidents/new');
    const box = page.getByRole('combobox', { name: 'Material' });
    await box.click();
    await page.getByRole('listbox').getByRole('option').first().click();
    const name = await box.inputValue();
    await page.getByLabel('Name').fill('Kept');
    await page.route(/options\/material_id\?.*id=/, (route) => route.abort());
    await visit('/incidents/new');
    await page.getByRole('button', { name: 'Restore it' }).click();
    expect(await box.inputValue()).to.equal(name);
    expect(name).not.to.match(/^(?:#|$)/);
  });
});
