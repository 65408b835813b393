/** The editor of rows that belong to one row: they are added, copied, moved by buttons, keys and dragging, and taken out. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, untilFocused } from '../../../harness/console.ts';
import { firefoxNeeds, watchDrag } from '../../../harness/drag.ts';
import { inChromium } from '../../../harness/only-on.ts';

describe('a list of entries in a form', () => {
  const { fixture, manager } = openConsole(['manager']);
  const step = (page: Page, place: number) =>
    page.getByRole('group', { name: `Steps ${place}`, exact: true });
  const press = (page: Page, name: string, place: number) =>
    page.getByRole('button', { name: `${name}: Steps ${place}`, exact: true });
  const untilTitles = (page: Page, wanted: readonly string[]) =>
    page.waitForFunction(
      (titles) =>
        [...document.querySelectorAll<HTMLInputElement>('.entry input[id$=".title"]')]
          .map(({ value }) => value)
          .join() === titles,
      wanted.join(),
    );
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const stored = async (name: string) => {
    const [row] = (await manager.get(`/procedures?search=${name}`)).body.data;
    return (await manager.get(`/procedures/${row.id}`)).body.data;
  };

  it('takes new ones, shows of each what goes with its kind, and says what is wrong beside it', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit('/procedures/new');
    await page.getByLabel('Name').fill('Valves');
    const add = page.getByRole('button', { name: 'Add' });
    await add.click();
    await untilFocused(step(page, 1));
    await step(page, 1).getByLabel('Title').fill('Pressure');
    expect(await step(page, 1).getByLabel('Required').isChecked()).to.equal(true);
    expect(await step(page, 1).getByLabel('Unit').count()).to.equal(0);
    await step(page, 1).getByLabel('Kind').selectOption('Number');
    await step(page, 1).getByLabel('Unit').fill('bar');
    await step(page, 1).getByLabel('Minimum').fill('4');
    await step(page, 1).getByLabel('Maximum').fill('2');
    await add.click();
    await step(page, 2).getByLabel('Title').fill('State');
    await step(page, 2).getByLabel('Kind').selectOption('Choice');
    await step(page, 2).getByLabel('Choices').first().fill('good\nworn');
    await save(page);
    await step(page, 1).getByText('must not be above').waitFor();
    await step(page, 1).getByLabel('Minimum').fill('1.5');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Valves' }).waitFor();
    const { steps, version } = await stored('Valves');
    expect(version).to.equal(1);
    expect(steps).to.have.lengthOf(2);
    expect(steps[0]).to.deep.include({ title: 'Pressure', unit: 'bar', minimum: 1.5, maximum: 2 });
    expect(steps[1]).to.deep.include({ title: 'State', choices: ['good', 'worn'], unit: null });
    expect(complaints).to.deep.equal([]);
  });

  inChromium.it(
    'moves them by keys and by dragging, copies and removes them, and keeps which is which',
    async () => {
      const kinds = ['One', 'Two', 'Three'].map((title) => ({ title, kind: 'check' }));
      const made = (await manager.post('/procedures', { name: 'Order', steps: kinds })).body.data;
      const [one, two, three] = made.steps;
      const { page, complaints, visit } = await fixture.open({
        email: 'manager@demo.test',
        // A drag does not scroll by itself.
        viewport: { width: 1280, height: 1600 },
      });
      await visit(`/procedures/${made.id}/edit`);
      expect(await press(page, 'Move up', 1).count()).to.equal(0);
      expect(await press(page, 'Move down', 3).count()).to.equal(0);
      await press(page, 'Move down', 1).focus();
      await page.keyboard.press('Enter');
      await untilTitles(page, ['Two', 'One', 'Three']);
      // The button goes along, so that it can be pressed again.
      await untilFocused(press(page, 'Move down', 2));
      await page.keyboard.press('Enter');
      await untilTitles(page, ['Two', 'Three', 'One']);
      const dragged = await watchDrag(page);
      await step(page, 3).locator('.tools').dragTo(step(page, 1).locator('.tools'));
      await untilTitles(page, ['One', 'Two', 'Three']);
      expect(await dragged()).to.deep.equal(firefoxNeeds);
      await press(page, 'Move up', 3).click();
      await press(page, 'Copy', 1).click();
      await step(page, 2).getByLabel('Title').fill('One again');
      await press(page, 'Remove', 4).click();
      await untilTitles(page, ['One', 'One again', 'Three']);
      await save(page);
      await page.waitForURL(/\/\d+$/);
      const { steps, version } = await stored('Order');
      const [, copy] = steps;
      expect(steps).to.deep.equal([one, { ...one, id: copy.id, title: 'One again' }, three]);
      expect([one.id, two.id, three.id]).not.to.include(copy.id);
      expect(version).to.equal(2);
      expect(complaints).to.deep.equal([]);
    },
  );
});
