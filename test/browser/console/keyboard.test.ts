/** The console by the keyboard alone. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type ConsoleFixture, startConsole } from '../../harness/console.ts';

/** Presses of Tab after which what is looked for is nowhere. */
const mostTabs = 80;

describe('the console by the keyboard alone', () => {
  let fixture: ConsoleFixture;
  before(async () => {
    fixture = await startConsole();
  });
  after(() => fixture?.stop());

  it('signs in, and books an incident at a machine that is picked', async () => {
    const { page, complaints, visit } = await fixture.open();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'E-mail');
    await page.keyboard.type('manager@demo.test');
    await tabTo(page, 'Password');
    await page.keyboard.type('password');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').waitFor();
    await visit('/incidents');
    await page.getByRole('table').waitFor();
    await tabTo(page, 'Skip to content');
    expect(await hasOutline(page)).to.equal(true);
    await page.keyboard.press('Enter');
    await tabTo(page, 'New');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabTo(page, 'Name');
    await page.keyboard.type('Booked by keys');
    await tabTo(page, 'Material');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Save');
    expect(await hasOutline(page)).to.equal(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Booked by keys' }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('asks before it deletes, and gives the focus back', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    const manager = await fixture.service.signedIn('manager@demo.test');
    const { id } = (await manager.get('/incidents?per_page=1')).body.data[0];
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    await tabTo(page, 'Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).to.equal('Delete');
  });

  it('goes through a list and out of it again: nothing holds the focus', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/incidents');
    await page.getByRole('table').waitFor();
    await tabTo(page, 'Filters');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('More filters').waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).to.match(/^Filters/);
    await tabTo(page, 'Skip to content', 300);
  });
});

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string, most = mostTabs): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

/** What has the focus is called. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
    const label = labels.map((one) => one.textContent ?? '').join(' ');
    return (element.getAttribute('aria-label') ?? (label === '' ? element.innerText : label))
      .replace(/\s*(?:Needed|\*)\s*$/, '')
      .trim();
  });
}

function hasOutline(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element !== null && Number.parseFloat(getComputedStyle(element).outlineWidth) >= 2;
  });
}
