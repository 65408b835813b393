/** The console in French: none of its own words is left in English, and long words break nothing on the smallest phone. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { en } from '../../../console/words/en.ts';
import { openConsole, type Window } from '../../harness/console.ts';

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
    expect(window.complaints).to.deep.equal([]);
  });
});
