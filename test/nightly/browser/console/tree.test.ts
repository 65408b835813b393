/** Rows under the rows that they belong to: opened, walked by keys, put elsewhere, and named with their way in pickers. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, untilFocused, type Window } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { looks, settled } from './everybody.ts';

describe('the console’s tree', () => {
  const { fixture, manager: client } = openConsole(['manager']);
  let window: Window;
  let page: Page;
  const ids = new Map<string, number>();
  before(async () => {
    const make = async (name: string, above?: string) => {
      const body = { name, ...(above !== undefined && { parent_id: ids.get(above) }) };
      ids.set(name, (await client.post('/zones', body)).body.data.id);
    };
    await make('Hall A');
    await make('Line 7', 'Hall A');
    await make('Press bay', 'Line 7');
    await make('Hall B');
    window = await fixture.open({
      email: 'manager@demo.test',
      meant: [412],
      viewport: { width: 1280, height: 900 },
    });
    page = window.page;
  });
  afterEach(() => {
    expect(window.complaints).to.deep.equal([]);
  });

  const tree = (of: Page = page) => of.getByRole('region', { name: 'Tree' });
  const link = (name: string, of: Page = page) => tree(of).getByRole('link', { name, exact: true });
  const below = (name: string) =>
    tree()
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Below ${name}`, exact: true }) })
      .last();
  const aboveOf = async (name: string) => (await client.get(`/zones/${ids.get(name)}`)).body.data.parent_id;

  it('asks once, opens and closes, and counts the contents of a row and of the rows below it', async () => {
    window.requests.length = 0;
    await window.visit('/zones?view=tree');
    await link('Hall A').waitFor();
    expect(window.requests.filter((one) => one.includes('/zones'))).to.have.lengthOf(1);
    const press = link('Press bay');
    expect(await press.count()).to.equal(0);
    await page.getByRole('button', { name: 'Open all' }).click();
    await press.waitFor();
    await page.getByRole('button', { name: 'Below Line 7' }).click();
    await press.waitFor({ state: 'detached' });
    const [hall] = (await client.get('/zones?search=Bottling&per_page=1')).body.data;
    const inside = (await client.get(`/zones?parent_id=${hall.id}`)).body.data;
    const sum = inside.reduce((all: number, one: { material_count: number }) => all + one.material_count, 0);
    expect(await below(hall.name).innerText()).to.include(`(${hall.material_count + sum} in all)`);
  });

  it('is walked by arrows', async () => {
    await window.visit('/zones?view=tree');
    await link('Hall A').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await untilFocused(link('Press bay'));
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await link('Press bay').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await untilFocused(link('Hall A'));
  });

  it('finds rows, and shows them with what is above them', async () => {
    await window.visit('/zones?view=tree&search=Press+bay');
    await link('Press bay').waitFor();
    await link('Hall B').waitFor({ state: 'detached' });
    expect(await tree().getByRole('link').allInnerTexts()).to.deep.equal(['Hall A', 'Line 7', 'Press bay']);
  });

  inChromium.it('shows at once where a row is dragged, and not below itself', async () => {
    await window.visit('/zones?view=tree');
    await link('Hall A').dragTo(link('Line 7'));
    await link('Line 7').dragTo(link('Hall B'));
    await below('Hall B').getByRole('link', { name: 'Line 7' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Line 7: Hall B' }).waitFor();
    expect(await aboveOf('Line 7')).to.equal(ids.get('Hall B'));
    expect(await aboveOf('Hall A')).to.equal(null);
  });

  inChromium.it('moves a row by keys, among those that it may go below, each with its way', async () => {
    await window.visit('/zones?view=tree');
    await page.getByRole('button', { name: 'Move: Line 7' }).focus();
    await page.keyboard.press('Enter');
    const box = page
      .getByRole('dialog', { name: 'Move: Line 7' })
      .getByRole('combobox', { name: 'Parent zone' });
    await box.fill('line');
    await page.getByRole('option', { name: 'Bottling hall › Line 1' }).waitFor();
    expect(await page.getByRole('option', { name: 'Press bay' }).count()).to.equal(0);
    await box.fill('Hall A');
    await page.getByRole('option', { name: 'Line 1' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Hall A', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('Enter');
    await untilFocused(link('Line 7'));
    await page.getByRole('status').filter({ hasText: 'Line 7: Hall A' }).waitFor();
    expect(await aboveOf('Line 7')).to.equal(ids.get('Hall A'));
  });

  it('names what is chosen with its way, in forms and in filters', async () => {
    await window.visit('/materials/new');
    const box = page.getByRole('combobox', { name: 'Zone' });
    await box.fill('Press');
    await page.getByRole('option', { name: /› Line 7 › Press bay/ }).click();
    expect(await box.inputValue()).to.match(/^Hall [AB] › Line 7 › Press bay$/);
  });

  it('looks right in every width and scheme', async () => {
    await window.visit('/zones?view=tree');
    await settled(page);
    expect(await looks(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('puts a row on top on a phone', async () => {
    const phone = await fixture.open({ email: 'manager@demo.test', viewport: { width: 390, height: 844 } });
    await phone.visit('/zones?view=tree');
    await phone.page.getByRole('button', { name: 'Move: Line 7' }).click();
    await phone.page.getByRole('button', { name: 'Clear: Parent zone' }).click();
    await phone.page.getByRole('button', { name: 'Move', exact: true }).click();
    await phone.page.getByRole('status').filter({ hasText: 'Line 7: To the top' }).waitFor();
    expect(await aboveOf('Line 7')).to.equal(null);
    expect(phone.complaints).to.deep.equal([]);
    await phone.page.context().close();
  });
});
