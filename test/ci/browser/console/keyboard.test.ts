/** The console by the keyboard alone: every function, with the focus in sight and where one expects it afterwards. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, type Window } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { until } from '../../../harness/until.ts';

/** Presses of Tab after which what is looked for is nowhere. */
const mostTabs = 150;

// Tab goes from a page through Firefox's own window, and Playwright does not see where.
inChromium.describe('the console by the keyboard alone', () => {
  const { fixture, manager } = openConsole(['manager']);
  let window: Window;
  let page: Page;
  before(async () => {
    window = await fixture.open({ meant: [422] });
    ({ page } = window);
  });

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Goes to what is called so, and presses a key there. */
  const use = async (name: string | RegExp, key = 'Enter') => {
    await tabTo(page, name);
    await press(key);
  };
  const hasFocus = (name: string | RegExp) => waitForFocus(page, name);
  const dialog = () => page.getByRole('dialog');
  /** Opens a dialog by what is called so, which has the focus again once the dialog is left. */
  const openAndLeave = async (name: string, leave: () => Promise<void>) => {
    await use(name);
    await dialog().waitFor();
    await leave();
    await dialog().waitFor({ state: 'detached' });
    await hasFocus(name);
  };
  const first = async (path: string) => (await manager.get(path)).body.data[0];
  const make = async (name: string) => {
    const { id } = await first('/materials?per_page=1');
    return (await manager.post('/incidents', { name, material_id: id })).body.data;
  };
  const shown = () => decodeURIComponent(new URL(page.url()).search);

  it('signs in, and books an incident at a machine that is picked', async () => {
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'E-mail');
    await page.keyboard.type('manager@demo.test');
    await tabTo(page, 'Password');
    await page.keyboard.type('password');
    await press('Enter');
    await page.getByRole('banner').waitFor();
    await use('Incidents');
    await page.getByRole('table').waitFor();
    await hasFocus('Incidents');
    await use('New');
    await hasFocus('Name');
    await page.keyboard.type('Booked by keys');
    await tabTo(page, 'Material');
    await press('ArrowDown');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await press('ArrowDown', 'Enter');
    await use('Save');
    await page.getByRole('heading', { level: 1, name: 'Booked by keys' }).waitFor();
    await hasFocus('Booked by keys');
  });

  it('goes through what belongs to a row, and gives the focus back when a dialog closes', async () => {
    await openAndLeave('QR code', () => press('Escape'));
    // The tabs that do not fit stand behind it.
    await use(/^More/);
    await use('History');
    await page.locator('.history').waitFor();
    await hasFocus('History');
    await use('Mark as in progress');
    await page.getByRole('button', { name: 'Mark as open' }).waitFor();
    // The button is gone: the one in its place has the focus.
    await hasFocus(/^Mark as /);
    await openAndLeave('Delete', () => use('Cancel'));
    await press('Enter');
    await dialog().waitFor();
    await use('Delete');
    await page.getByText('“Booked by keys” was deleted.').waitFor();
    await hasFocus('Incidents');
  });

  it('asks for what an own action needs, and comes back', async () => {
    const { id } = await first('/maintenance-plans?per_page=1&active=true&frequency=week');
    await window.visit(`/maintenance-plans/${id}`);
    await use('Duplicate…');
    await dialog().waitFor();
    await use('Duplicate');
    await dialog().locator('.error').first().waitFor();
    await hasFocus('Materials');
    await press('ArrowDown');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await press('ArrowDown', 'Enter', 'Escape', 'Escape');
    await dialog().waitFor({ state: 'detached' });
    await hasFocus('Duplicate…');
    await use('Forecast');
    await tabTo(page, 'Last day');
    await page.keyboard.type('12312027');
    await use('Show');
    await page.getByRole('link', { name: 'CSV' }).waitFor();
  });

  it('filters a list in every way, and takes each filter away again', async () => {
    await window.visit('/maintenances?view=list');
    await page.getByRole('table').waitFor();
    await use('Skip to content');
    await use(/^Filters/);
    await dialog().getByText('More filters').waitFor();
    await use('Material', 'ArrowDown');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await press('ArrowDown', 'Enter');
    await page.waitForURL(/material_id=\d/);
    await press('Escape');
    await use('Planned', 'Space');
    await page.waitForURL(/status=planned/);
    await hasFocus('Planned');
    await use('Overdue', 'ArrowDown');
    await page.waitForURL(/overdue=/);
    await tabTo(page, 'From');
    await page.keyboard.type('01312020');
    await page.waitForURL(/\[gte\]|%5Bgte%5D/);
    await use('More filters');
    await tabTo(page, 'Id');
    await page.keyboard.type('1, 2, 3');
    await use('Close');
    await page.waitForURL(/[?&]id=1/);
    await dialog().waitFor({ state: 'hidden' });
    await hasFocus(/^Filters/);
    expect(shown())
      .to.match(/overdue=/)
      .and.match(/status=planned/)
      .and.match(/material_id=/);
    const chips = page.getByRole('main').getByRole('list', { name: 'Filters' }).getByRole('listitem');
    const count = await chips.count();
    expect(count).to.be.at.least(5);
    await use(/^Remove filter/);
    await chips.nth(count - 1).waitFor({ state: 'detached' });
    await hasFocus(/^Remove filter/);
    await use('Remove all filters');
    await chips.first().waitFor({ state: 'detached' });
    await notLost(page);
  });

  it('chooses columns, keeps views, sorts, and turns pages', async () => {
    await window.visit('/incidents?per_page=25');
    await page.getByRole('table').waitFor();
    await use('Columns');
    await use('Description', 'Space');
    await page.getByRole('columnheader', { name: 'Description' }).waitFor();
    await hasFocus('Description');
    await use('Move up: Description', 'Space');
    await hasFocus('Move up: Description');
    await press('Escape');
    await hasFocus('Columns');
    await use(/^Views/);
    await tabTo(page, /^Save this view as/);
    await page.keyboard.type('By keys');
    await press('Enter');
    await dialog().getByRole('button', { name: 'By keys', exact: true }).waitFor();
    await use('Delete view: By keys');
    await dialog().getByRole('button', { name: 'By keys', exact: true }).waitFor({ state: 'detached' });
    await notLost(page);
    await press('Escape');
    await hasFocus(/^Views/);
    await use('Severity');
    await page.waitForURL(/sort=severity/);
    await hasFocus('Severity');
    await use('Next');
    await page.waitForURL(/page=2/);
    await hasFocus('Next');
  });

  it('does something with several rows, and is where it was when that is called off', async () => {
    await make('Chosen by keys 1');
    await make('Chosen by keys 2');
    await window.visit('/incidents?search=chosen%20by%20keys');
    await page.getByRole('row').nth(2).waitFor();
    await use('Select');
    for (const number of [1, 2]) await use(`Select: Chosen by keys ${number}`, 'Space');
    await page.getByText('2 rows selected').waitFor();
    await openAndLeave('Change a field', () => press('Escape'));
    await use('Delete');
    await dialog().waitFor();
    await use('Delete');
    await page.getByText('Nothing matches your search and filters.').waitFor();
    await dialog().waitFor({ state: 'detached' });
    await notLost(page);
    await use('Done');
    await page.locator('.bulk').waitFor({ state: 'detached' });
    await notLost(page);
  });

  it('moves a card of a board, and nothing before a state is chosen', async () => {
    const { id } = await make('Moved by keys');
    await window.visit('/incidents?view=board&search=moved%20by%20keys');
    const list = 'Change to: Moved by keys';
    await page.getByRole('combobox', { name: list }).waitFor();
    await tabTo(page, list);
    await press('ArrowDown');
    expect((await manager.get(`/incidents/${id}`)).body.data.status).to.equal('open');
    await page.getByRole('combobox', { name: list }).selectOption('In progress');
    await page.getByRole('region', { name: 'In progress' }).getByText('Moved by keys').waitFor();
    await hasFocus(list);
    expect((await manager.get(`/incidents/${id}`)).body.data.status).to.equal('in_progress');
  });

  it('turns the months of a calendar, and opens its entries', async () => {
    await window.visit('/maintenances?view=calendar');
    await page.locator('.days').waitFor();
    await use('Later');
    await page.waitForURL(/on=/);
    await hasFocus('Later');
    await use('Today');
    await page.locator('.days a').first().waitFor();
    await hasFocus('Today');
    const name = await page.locator('.days a').first().innerText();
    await use(name);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await hasFocus(name);
  });

  it('takes several rows in a form, gives one back, and is where it was', async () => {
    await window.visit('/cleaning-rounds/new');
    await page.getByRole('combobox', { name: 'Materials' }).waitFor();
    await use('Skip to content');
    await tabTo(page, 'Materials');
    for (const count of [1, 2]) {
      await press('ArrowDown');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      for (let step = 0; step < count; step += 1) await press('ArrowDown');
      await press('Enter');
      await page
        .getByRole('list', { name: 'Materials' })
        .getByRole('listitem')
        .nth(count - 1)
        .waitFor();
      await press('Escape');
    }
    await press('Shift+Tab', 'Enter');
    await page
      .getByRole('list', { name: 'Materials' })
      .getByRole('listitem')
      .nth(1)
      .waitFor({ state: 'detached' });
    await hasFocus('Materials');
  });

  it('switches site and language once they are chosen, and goes through all of a page', async () => {
    const admin = await fixture.open({ email: 'admin@demo.test', meant: [422] });
    ({ page } = admin);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await tabTo(page, 'Site');
    // A key opens the list, which is the browser's own, and switches nothing yet.
    const before = await page.getByLabel('Site').inputValue();
    await press('ArrowDown');
    expect(await page.getByLabel('Site').inputValue()).to.equal(before);
    await page.getByLabel('Site').selectOption('Plant North');
    await page.locator('main h1', { hasText: 'Plant North' }).waitFor();
    await notLost(page);
    await use('Alice Martin');
    await tabTo(page, 'Language');
    await page.getByLabel('Language').selectOption('fr');
    await page.getByRole('link', { name: 'Incidents', exact: true }).waitFor();
    await page.locator('html[lang=fr]').waitFor({ state: 'attached' });
    await notLost(page);
    // Nothing holds the focus: the page ends, and begins again.
    await tabTo(page, 'Aller au contenu', 300);
    expect(admin.complaints).to.deep.equal([]);
    expect(window.complaints).to.deep.equal([]);
  });
});

const isCalled = (name: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** Presses Tab until what has the focus is called so, in sight. */
async function tabTo(page: Page, name: string | RegExp, most = mostTabs): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const { called, isSeen } = await focused(page);
    if (isCalled(called, name)) {
      expect(isSeen, `${called} shows that it has the focus`).to.equal(true);
      return;
    }
    passed.push(called);
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.slice(-40).join(' | ')}.`);
}

/** Waits until what has the focus is called so. */
async function waitForFocus(page: Page, name: string | RegExp): Promise<void> {
  let last = '';
  const isThere = async () => {
    last = (await focused(page)).called;
    return isCalled(last, name);
  };
  await until(`the focus is on ${name}`, isThere, { tell: () => `It is on ${last}.` });
}

/** Waits until the focus is on anything: who presses Tab goes on from there. */
async function notLost(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement !== document.body);
}

/** What has the focus is called, and whether one sees that it has. */
function focused(page: Page): Promise<{ called: string; isSeen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { called: '', isSeen: false };
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
    const label = labels.map((one) => one.textContent ?? '').join(' ');
    const called = (element.getAttribute('aria-label') ?? (label === '' ? element.innerText : label))
      .replace(/\s*(?:Required|\*|↕|↑|↓)\s*$/, '')
      .trim();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { width, height, bottom, right, top } = element.getBoundingClientRect();
    const isThere = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight;
    return { called, isSeen: isThere && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
  });
}
