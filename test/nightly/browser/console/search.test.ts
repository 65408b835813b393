/** The search over everything: by a key, a box and arrows at a desk, on a page of its own on a phone. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, untilFocused, type Window } from '../../../harness/console.ts';
import { looks, settled } from './everybody.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the search over everything', () => {
  const { fixture, manager: client } = openConsole(['manager']);
  let window: Window;
  let page: Page;
  before(async () => {
    window = await fixture.open({ email: 'manager@demo.test', viewport: { width: 1280, height: 900 } });
    page = window.page;
  });
  afterEach(() => {
    expect(window.complaints).to.deep.equal([]);
  });

  const dialog = () => page.getByRole('dialog', { name: 'Search' });
  const found = (of: Page = page) => of.locator('.found');
  const begin = async () => {
    await page.keyboard.press('/');
    await untilFocused(dialog().getByRole('searchbox'));
  };

  it('asks once a pause, finds the pump first, and goes on by arrows and Enter', async () => {
    await page.clock.install();
    await window.visit('/maintenances');
    await begin();
    window.requests.length = 0;
    // However slow the machine is, no pause passes between the letters.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.type('P-1001');
    await page.clock.resume();
    await found().getByRole('link').first().waitFor();
    expect(await found().getByRole('link').first().innerText()).to.equal('CIP pump P-1001');
    expect(window.requests.filter((one) => one.includes('/search'))).to.deep.equal(['GET /search?q=P-1001']);
    await page.keyboard.press('ArrowDown');
    await untilFocused(found().getByRole('link').first());
    await page.keyboard.press('ArrowUp');
    await untilFocused(dialog().getByRole('searchbox'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'CIP pump P-1001' }).waitFor();
    expect(await dialog().count()).to.equal(0);
  });

  it('groups what it finds, and is one step away from the list of all', async () => {
    await window.visit('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await dialog().getByRole('searchbox').fill('pump');
    const group = found().getByRole('region', { name: 'Materials' });
    await group.getByRole('link', { name: 'All in Materials' }).click();
    await page.getByRole('heading', { level: 1, name: 'Materials' }).waitFor();
    expect(new URL(page.url()).searchParams.get('search')).to.equal('pump');
  });

  it('opens at once what has exactly the code, however fast a scanner types', async () => {
    const { data } = (await client.get('/materials?search=MX')).body;
    const {
      id,
      serial_number: code,
      name,
    } = data.find((one: { serial_number: unknown }) => one.serial_number);
    await window.visit('/');
    await begin();
    await page.keyboard.insertText(code.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(page.url()).to.include(`/materials/${id}`);
  });

  it('does not open if a slash is typed into a field, or if the user has turned the key off', async () => {
    await window.visit('/materials');
    await page.getByRole('searchbox', { name: 'Search: Materials' }).click();
    await page.keyboard.press('/');
    expect(await dialog().count()).to.equal(0);
    await page.getByRole('heading', { level: 1 }).click();
    await begin();
    await dialog().getByLabel('Press / to search').uncheck();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(await dialog().count()).to.equal(0);
    await page.getByRole('button', { name: 'Search' }).click();
    await dialog().getByLabel('Press / to search').check();
    await page.keyboard.press('Escape');
  });

  it('looks right with what it has found, in every width and scheme', async () => {
    await window.visit('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await dialog().getByRole('searchbox').fill('pump');
    await found().getByRole('link').first().waitFor();
    await settled(page);
    expect(await looks(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('has a page of its own on a phone, which is as it was when one comes back', async () => {
    const { page: small, complaints } = await fixture.open({ email: 'technician@demo.test', ...phone });
    await small.getByRole('link', { name: 'Search' }).tap();
    await untilFocused(small.getByRole('searchbox'));
    await small.keyboard.type('pump');
    const link = found(small).getByRole('region', { name: 'Materials' }).getByRole('link').first();
    await link.waitFor();
    expect((await link.boundingBox())?.height).to.be.at.least(44);
    await link.tap();
    await small.getByRole('heading', { level: 1, name: /pump/i }).waitFor();
    await small.goBack();
    expect(await small.getByRole('searchbox').inputValue()).to.equal('pump');
    await link.waitFor();
    expect(complaints).to.deep.equal([]);
    await small.context().close();
  });
});
