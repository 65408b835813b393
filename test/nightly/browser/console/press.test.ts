/** Nothing moves while a user presses: the target that they aim at is the one that they hit, with a mouse or a finger. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { openConsole, type Window } from '../../../harness/console.ts';

describe('a press on a page', () => {
  const { fixture, manager } = openConsole(['manager']);

  const first = async (path: string) => (await manager.get(path)).body.data[0];
  const names = async (count: number): Promise<string[]> =>
    (await manager.get(`/materials?per_page=${count}&sort=-name`)).body.data.map(
      ({ name }: { name: string }) => name,
    );
  const desk = { viewport: { width: 1280, height: 800 } };
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

  /** Where everything is that can be pressed, in the order of the page. */
  const places = (page: Page) =>
    page.evaluate(async () => {
      // What is drawn late has been drawn by then.
      for (let frame = 0; frame < 3; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return [...document.querySelectorAll('a, button, input, select')].flatMap((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.checkVisibility() && !one.closest('[role=listbox]') ? [[x, y, width, height].join()] : [];
      });
    });

  /** Presses with a mouse, or taps with a finger, where there is one. */
  const press = async (page: Page, target: Locator) => {
    await target.hover({ trial: true });
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    const at = [x + width / 2, y + height / 2] as const;
    if (await page.evaluate(() => 'ontouchstart' in window)) return page.touchscreen.tap(...at);
    await page.mouse.move(...at);
    const before = await places(page);
    await page.mouse.down();
    expect(await places(page)).to.deep.equal(before);
    await page.mouse.up();
  };

  for (const [where, device] of Object.entries({ 'at a desk': desk, 'on a phone': phone })) {
    let page: Page;
    let visit: Window['visit'];
    let quiet: Window['quiet'];
    before(async () => {
      ({ page, visit, quiet } = await fixture.open({ email: 'manager@demo.test', ...device }));
    });

    /** Chooses what is offered first and second, which leaves the list open, and types what another one is called. */
    const choose = async (box: Locator, typed: string) => {
      const list = page.getByRole('listbox');
      await press(page, box);
      for (const index of [0, 1]) await press(page, list.getByRole('option').nth(index));
      // What is offered before the answer to all of the text is no choice.
      await Promise.all([
        page.waitForResponse((one) => new URL(one.url()).searchParams.get('search') === typed),
        box.fill(typed),
      ]);
      await list.getByRole('option', { name: typed }).first().waitFor();
      await page.getByRole('status').filter({ hasText: 'found.' }).waitFor({ state: 'attached' });
      await quiet();
    };

    it(`duplicates a plan with its list still open, ${where}`, async () => {
      const { id } = await first('/maintenance-plans?per_page=1&active=true&frequency=week');
      const [name = ''] = await names(1);
      await visit(`/maintenance-plans/${id}`);
      await page.getByRole('button', { name: 'Duplicate…' }).click();
      const dialog = page.getByRole('dialog');
      await choose(dialog.getByRole('combobox', { name: 'Materials' }), name);
      await press(page, dialog.getByRole('button', { name: 'Duplicate' }));
      await dialog.getByText('3 rows were created.').waitFor();
    });

    it(`changes one field of several rows, ${where}`, async () => {
      const [name = ''] = await names(1);
      const items = (await manager.get('/items?per_page=2')).body.data;
      await visit(`/items?id=${items.map((one: { id: number }) => one.id).join()}`);
      if (where === 'on a phone') await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      for (const box of await page.getByRole('checkbox', { name: /^Select: / }).all()) await box.check();
      await page.getByRole('button', { name: 'Change a field' }).click();
      const dialog = page.getByRole('dialog').filter({ has: page.locator('.bulk-form') });
      await dialog.getByLabel('Field').selectOption('Materials');
      await choose(dialog.getByRole('combobox', { name: 'Materials' }), name);
      await press(page, dialog.getByRole('button', { name: 'Change' }));
      await dialog.waitFor({ state: 'detached' });
      const { body } = await manager.get(`/items/${items[0].id}`);
      expect(body.data.material_ids).to.have.lengthOf.at.least(3);
    });

    it(`saves a form whose list is open, ${where}`, async () => {
      const [name = ''] = await names(1);
      await visit('/items/new');
      await page.getByLabel('Name').fill(`Pressed ${where}`);
      await choose(page.getByRole('combobox', { name: 'Materials' }), name);
      await press(page, page.getByRole('button', { name: 'Save' }));
      await page.getByRole('heading', { level: 1, name: `Pressed ${where}` }).waitFor();
      const [row] = (await manager.get(`/items?search=${encodeURIComponent(`Pressed ${where}`)}`)).body.data;
      expect(row.material_ids).to.have.lengthOf(3);
    });
  }

  it('books a round as done with its list still open', async () => {
    const rounds = (await manager.get('/cleaning-rounds?per_page=100')).body.data;
    const round = rounds.find((one: { due_material_ids: number[] }) => one.due_material_ids.length > 0);
    const due = await first(`/materials?id=${round.due_material_ids[0]}`);
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/cleaning-rounds/${round.id}`);
    await page.getByRole('button', { name: 'Done…' }).click();
    const dialog = page.getByRole('dialog');
    // Taken out, and in again.
    for (const selected of [true, false]) {
      await dialog.getByRole('combobox', { name: 'Materials' }).fill(due.name);
      const option = page.getByRole('listbox').getByRole('option', { name: due.name, selected });
      await press(page, option.first());
    }
    await press(page, dialog.getByRole('button', { name: 'Done' }));
    await dialog.locator('dd').getByRole('link').first().waitFor();
    expect((await manager.get(`/cleaning-rounds/${round.id}`)).body.data.due_material_ids).to.deep.equal([]);
  });

  it('hits the row that it was aimed at, though another list comes meanwhile', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/materials?sort=name');
    const link = page.getByRole('table').locator('tbody a').first();
    const name = await link.innerText();
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    await page.route('**/api/v1/materials?**', async (route) => {
      await promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('pump');
    await page.waitForRequest(/search=pump/);
    await link.hover();
    await page.mouse.down();
    const answered = page.waitForResponse(/search=pump/);
    resolve();
    await (await answered).finished();
    await places(page);
    expect(await link.innerText()).to.equal(name);
    await page.mouse.up();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });
});
