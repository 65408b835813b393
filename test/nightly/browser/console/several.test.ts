/** Forms that make several rows at once: parts that were used, and a plan for each of some machines. Clicks are counted. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { openConsole, untilFocused } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';

const widths = { 'at a desk': { width: 1280, height: 800 }, 'on a phone': { width: 390, height: 780 } };

/** Counts the actions of a user with a mouse or a finger: presses, typing into a box, choices from a list. */
function hand() {
  let clicks = 0;
  return {
    get clicks() {
      return clicks;
    },
    async press(target: Locator) {
      clicks += 1;
      await target.click();
    },
    async type(target: Locator, text: string) {
      clicks += 1;
      await target.fill(text);
    },
    async choose(target: Locator, label: string) {
      clicks += 1;
      await target.selectOption({ label });
    },
  };
}

describe('a form of several', () => {
  const { fixture, manager } = openConsole(['manager']);

  const newItem = async (name: string, stock: number): Promise<number> => {
    const { id } = (await manager.post('/items', { name, unit: 'kg' })).body.data;
    if (stock > 0) await manager.post('/item-movements', { item_id: id, type: 'entry', quantity: stock });
    return id;
  };
  const work = async (name: string): Promise<number> => {
    const [material] = (await manager.get('/maintenances/options/material_id?per_page=1')).body.data;
    return (await manager.post('/maintenances', { name, material_id: material.id })).body.data.id;
  };
  const used = async (id: number) =>
    (await manager.get(`/item-movements?maintenance_id=${id}&sort=id`)).body.data.map(
      (row: { item: { name: string }; quantity: number }) => `${row.quantity} ${row.item.name}`,
    );
  const save = (page: Page) => page.getByRole('button', { name: 'Save' });

  for (const [where, viewport] of Object.entries(widths)) {
    it(`books three parts in eight clicks or less, with their stock beside, ${where}`, async () => {
      const name = (part: string) => `${part} ${where}`;
      for (const part of ['AAA bolt', 'AAB nut', 'AAC seal']) await newItem(name(part), 9);
      const id = await work(name('Mend'));
      const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test', viewport });
      await visit(`/maintenances/${id}`);
      const mouse = hand();
      const { press, type } = mouse;
      await press(page.getByRole('link', { name: '+ Part used' }));
      const list = page.getByRole('list', { name: 'Item' });
      await list
        .getByRole('listitem')
        .filter({ hasText: name('AAA bolt') })
        .getByText('Current stock 9 kg')
        .waitFor();
      await press(page.getByRole('button', { name: `One more: ${name('AAA bolt')}` }));
      await type(page.getByLabel('Search: Item'), `seal ${where}`);
      await press(page.getByRole('button', { name: `One more: ${name('AAC seal')}` }));
      await type(page.getByLabel('Search: Item'), `nut ${where}`);
      await press(page.getByRole('button', { name: `One more: ${name('AAB nut')}` }));
      await press(page.getByRole('button', { name: `One more: ${name('AAB nut')}` }));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(viewport.width);
      await press(save(page));
      await page.waitForURL(new RegExp(`/maintenances/${id}\\?tab=item-movements$`));
      await page.getByRole('status').getByText('3 created.').waitFor();
      expect(await used(id)).to.deep.equal([
        ...[`1 ${name('AAA bolt')}`, `1 ${name('AAC seal')}`, `2 ${name('AAB nut')}`],
      ]);
      expect(mouse.clicks).to.equal(8);
      const region = page.getByRole('region').getByRole('listitem').filter({ hasText: 'Just added' });
      await region.nth(2).waitFor();
      expect(await region.count()).to.equal(3);
      expect(complaints).to.deep.equal([]);
    });
  }

  it('plans a monthly inspection on five machines in twelve clicks or less, with its dates seen', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/');
    const mouse = hand();
    await mouse.press(page.getByRole('navigation').getByRole('link', { name: 'Maintenance plans' }));
    await mouse.press(page.getByRole('link', { name: 'New' }));
    await mouse.type(page.getByLabel('Name'), 'Look at the guards');
    const dates = page.getByRole('region', { name: 'Forecast' }).first();
    await dates.getByText('Fill in the required fields').waitFor();
    await mouse.press(page.getByRole('combobox', { name: 'Material' }));
    const options = page.getByRole('listbox').getByRole('option');
    for (const at of [0, 1, 2, 3, 4]) await mouse.press(options.nth(at));
    await mouse.choose(page.getByLabel('Type'), 'Inspection');
    await mouse.choose(page.getByLabel('Frequency'), 'Month');
    await dates.getByText(/^Every month on the \d+\w\w, at 08:00\.$/).waitFor();
    expect(await dates.getByRole('row').count()).to.equal(13);
    await mouse.press(save(page));
    await page.getByText('5 created.').waitFor();
    await page.waitForURL(/\/maintenance-plans\?id=\d+/);
    const made = page.getByRole('link', { name: 'Look at the guards' });
    await made.first().waitFor();
    expect(await made.count()).to.equal(5);
    const plans = (await manager.get('/maintenance-plans?search=Look%20at%20the%20guards')).body.data;
    expect(new Set(plans.map((plan: { material_id: number }) => plan.material_id)).size).to.equal(5);
    expect(mouse.clicks).to.equal(12);
    expect(complaints).to.deep.equal([]);
  });

  inChromium.it('books all of them or none, tells which one is short, and keeps what was typed', async () => {
    await newItem('ABA rope', 5);
    await newItem('ABB hook', 1);
    const id = await work('Lift');
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit(`/item-movements/new?with.maintenance_id=${id}&with.type=exit&back=/maintenances/${id}`);
    await page.getByLabel('Search: Item').fill('AB');
    await page.getByRole('textbox', { name: 'Quantity: ABA rope' }).fill('2');
    await page.getByRole('textbox', { name: 'Quantity: ABB hook' }).fill('3');
    await save(page).click();
    await page.getByRole('alert').getByRole('link', { name: 'ABB hook: Only 1 is in stock.' }).waitFor();
    expect(await used(id)).to.deep.equal([]);
    await page.getByRole('alert').getByRole('link').click();
    await untilFocused(page.getByRole('textbox', { name: 'Quantity: ABB hook' }));
    const wrong = page.locator('[aria-invalid=true]');
    expect(await wrong.getAttribute('aria-label')).to.equal('Quantity: ABB hook');
    expect(await page.getByRole('textbox', { name: 'Quantity: ABA rope' }).inputValue()).to.equal('2');
    await page.getByRole('button', { name: 'One less: ABB hook' }).click();
    await page.getByRole('button', { name: 'One less: ABB hook' }).click();
    await save(page).click();
    await page.waitForURL(new RegExp(`/maintenances/${id}$`));
    expect(await used(id)).to.deep.equal(['2 ABA rope', '1 ABB hook']);
  });
});
