/** The console in French: none of its own words is left in English, and long words break nothing on the smallest phone. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { en } from '../../../../console/words/en.ts';
import { openConsole, type Window } from '../../../harness/console.ts';

/** Phrases of several words: one word may be the same in both, or stand in a name of the demo. */
function phrasesOf(words: object): string[] {
  return Object.values(words).flatMap((word: unknown): string[] => {
    if (typeof word === 'string') return / /.test(word) ? [word] : [];
    return typeof word === 'object' && word !== null ? phrasesOf(word) : [];
  });
}

describe('the console in French', () => {
  const english = phrasesOf(en);
  const { fixture } = openConsole();
  let window: Window;
  let page: Page;
  let row: number;
  before(async () => {
    const manager = await fixture.service.signedIn('manager@demo.test');
    await manager.send('PATCH', '/user/locale', { locale: 'fr' });
    row = (await manager.get('/materials?per_page=1')).body.data[0].id;
    window = await fixture.open({ email: 'manager@demo.test', viewport: { width: 320, height: 640 } });
    page = window.page;
  });

  const pages: Readonly<Record<string, () => string>> = {
    'the overview': () => '/',
    'a list': () => '/maintenances?status=planned',
    'an empty list': () => '/materials?search=xyzzy',
    'a board': () => '/incidents?view=board',
    'a calendar': () => '/maintenances?view=calendar',
    'a row': () => `/materials/${row}`,
    'a history': () => `/materials/${row}?tab=-history`,
    'a form': () => '/maintenance-plans/new',
    'the account': () => '/-/account',
    'a search': () => '/-/search?q=pump',
    'what is not there': () => '/nothing',
  };
  for (const [name, path] of Object.entries(pages)) {
    it(`has ${name} whole in it, within 320 px`, async () => {
      await window.visit(path());
      await window.quiet();
      expect(await page.evaluate(() => document.documentElement.lang)).to.equal('fr');
      const text = await page.locator('body').innerText();
      expect(english.length).to.be.above(60);
      expect(english.filter((phrase) => text.includes(phrase))).to.deep.equal([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(320);
    });
  }

  it('writes days as French does', async () => {
    await window.visit('/maintenances');
    await page.locator('main time').first().waitFor();
    expect(await page.locator('main time').first().innerText()).to.match(
      /^\d{1,2} \p{L}+\.?( \d{4},)? \d\d:\d\d/u,
    );
    await window.visit('/maintenances?view=calendar&span=week&on=2026-11-30');
    expect(await page.locator('.tools h2').innerText()).to.match(/^\d.* (?:nov|déc)\.? 2026$/);
    await window.visit('/maintenances?view=calendar&on=2026-11-30');
    expect(await page.locator('.tools h2').innerText()).to.equal('Novembre 2026');
    expect(window.complaints).to.deep.equal([]);
  });
});

/** What the translator of a browser does: an element stands in the place of each text, but of names and values. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) all.push(texts.currentNode);
    for (const text of all) {
      if (text.data.trim() === '' || text.parentElement?.closest('[translate=no], font, noscript')) continue;
      const translation = document.createElement('font');
      translation.append(Object.assign(document.createElement('font'), { textContent: `${text.data}′` }));
      text.replaceWith(translation);
    }
  });

describe('the console in the language of a browser’s translator', () => {
  const { fixture, manager } = openConsole(['manager']);

  it('goes on showing the truth: states, numbers and totals, and each once', async () => {
    const { page, visit, complaints } = await fixture.open({ email: 'manager@demo.test' });
    const { id } = (await manager.get('/incidents?status=open&per_page=1')).body.data[0];
    await visit(`/incidents/${id}`);
    const head = page.locator('main header.top');
    for (const [button, state] of [
      ['in progress', 'In progress'],
      ['resolved', 'Resolved'],
      ['in progress', 'In progress'],
    ] as const) {
      await translate(page);
      await page.getByRole('button', { name: `Mark as ${button}` }).click();
      await page.getByRole('button', { name: `Mark as ${button}` }).waitFor({ state: 'detached' });
      expect(await head.locator('.badge').first().innerText()).to.equal(state);
      const texts = await head.getByRole('button').allInnerTexts();
      expect(new Set(texts.map((text) => text.replace('′', ''))).size, texts.join()).to.equal(texts.length);
    }
    await visit('/incidents?view=list');
    await page.getByRole('table').waitFor();
    const totals = () => page.locator('main .count, main [role=status], main nav').allInnerTexts();
    const all = await totals();
    await translate(page);
    await page.getByRole('button', { name: 'Severity', exact: false }).click();
    await page.waitForURL(/sort=/);
    await page.getByRole('searchbox').fill('motor');
    const { total } = (await manager.get('/incidents?search=motor')).body.meta;
    await page.locator('main .count').getByText(String(total), { exact: true }).waitFor();
    await translate(page);
    await page.getByRole('searchbox').fill('');
    await page.waitForURL((url) => !url.search.includes('search'));
    await page
      .locator('main .count')
      .getByText(all[0] ?? '', { exact: true })
      .waitFor();
    expect((await totals()).map((text) => text.replaceAll('′', ''))).to.deep.equal(all);
    expect(complaints).to.deep.equal([]);
  });
});
