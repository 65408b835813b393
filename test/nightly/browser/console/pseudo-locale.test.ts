/**
 * The console in an invented language: each of its own words is between marks and longer than any translation. A text without
 * marks that is not a word of the service was never given to translators. A text that does not fit breaks the page.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, type Window } from '../../../harness/console.ts';
import { settled, sidewaysScroll } from './everybody.ts';

/** What a page says without being told by the service or by translators: names, and what `Intl` writes. */
const own = /https?:\/\/\S+|Millwright|English|French|français|API|CSV|QR|GMT|UTC|\b(?:AM|PM)\b/gi;

describe('the console in a language of marked words', () => {
  const { fixture, manager } = openConsole(['manager']);
  let window: Window;
  let page: Page;
  /** All texts that the service has answered, in small letters. */
  const told = new Set<string>();
  /** Answers that are being read. */
  const reading: Promise<void>[] = [];
  before(async () => {
    window = await fixture.open({ viewport: { width: 320, height: 640 }, meant: [422, 404] });
    ({ page } = window);
    await page.route('**/console/assets/en-*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: marked(await response.text()) });
    });
    page.on('response', (answer) => {
      if (!answer.url().includes('/api/v1/')) return;
      const read = answer.json().catch(() => null);
      reading.push(read.then((body) => collect(body, told)));
    });
    await page.reload();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const dialog = () => page.getByRole('dialog');
  const idOf = async (path: string) => (await manager.get(`${path}per_page=1`)).body.data[0].id;

  /** Looks at what is there: all of it has to be marked or told, and to fit. */
  const look = async (what: string) => {
    await settled(page);
    await window.quiet();
    await Promise.all(reading);
    expect(
      (await textsOf(page)).filter((text) => !isTold(text, told)),
      what,
    ).to.deep.equal([]);
    expect(await sidewaysScroll(page), `${what} fits`).to.equal(0);
  };

  it('is whole at the sign-in', async () => {
    await page.getByRole('textbox').first().waitFor();
    await look('sign-in');
    await page.getByRole('textbox').first().fill('manager@demo.test');
    await page.locator('[type=password]').fill('password');
    await page.locator('[type=submit]').click();
    await page.getByRole('banner').waitFor();
  });

  it('is whole on the overview, in the menu and in the account', async () => {
    await page.locator('.overview section').first().waitFor();
    await look('overview');
    await page.getByRole('banner').locator('[popovertarget=account]').click();
    await dialog().waitFor();
    await look('menu of oneself');
    await window.visit('/-/account');
    await page.locator('.sessions li').first().waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await look('account');
    await window.visit('/-/search');
    await page.locator('#search').fill('none has this');
    await page.locator('.nothing[role=status]').waitFor();
    await look('search');
    await window.visit('/nothing');
    await look('what is not there');
  });

  it('is whole on lists, with all that they are worked with', async () => {
    await window.visit('/maintenances?status=planned&scheduled_at[gte]=2026-01-01T00:00:00Z');
    await page.locator('.cards li').first().waitFor();
    await look('list');
    for (const panel of ['filters', 'views', 'more']) {
      await page.locator(`[popovertarget=${panel}]`).first().click();
      await dialog().waitFor();
      for (const summary of await dialog().locator('summary').all()) await summary.click();
      await look(panel);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    }
    await page.locator('[popovertarget=more]').click();
    await dialog().locator('button[aria-pressed]').click();
    await page.locator('.cards input').first().check();
    await page.locator('.bulk .buttons button').first().waitFor();
    await look('chosen rows');
    await page.locator('.bulk .buttons button').first().click();
    await dialog().waitFor();
    await look('what is done with several rows');
    await window.visit('/materials?search=xyzzy');
    await page.locator('.empty').waitFor();
    await look('empty list');
    await window.visit('/incidents?view=board');
    await page.locator('.card').first().waitFor();
    await look('board');
    await window.visit('/maintenances?view=calendar');
    await page.locator('.days').waitFor();
    await look('calendar');
  });

  it('is whole about a row, in dialogs and in forms', async () => {
    await window.visit(`/materials/${await idOf('/materials?')}`);
    await page.locator('.facts-sheet').waitFor();
    await look('row');
    await page.locator('.facts-sheet button.link').click();
    await dialog().waitFor();
    await look('code');
    const incident = await idOf('/incidents?status=open&');
    await manager.patch(`/incidents/${incident}`, { description: 'Written down', severity: 'critical' });
    await window.visit(`/incidents/${incident}?tab=-history`);
    await page.locator('.history').waitFor();
    await look('history');
    await page.locator('.actions .danger').click();
    await dialog().waitFor();
    await look('question before a row is deleted');
    const plan = await idOf('/maintenance-plans?active=true&');
    await window.visit(`/maintenance-plans/${plan}?tab=-report-forecast&with.until=2028-01-01`);
    await page.locator('.scroll table').waitFor();
    await look('report');
    await button('Duplicate…').click();
    await dialog().locator('[type=submit]').click();
    await dialog().locator('.error').first().waitFor();
    await look('own action with errors');
    await window.visit('/incidents/new');
    await page.locator('main [type=submit]').click();
    await page.getByRole('alert').first().waitFor();
    await page.locator('main [role=combobox]').first().click();
    await page.locator('main [role=option]').first().waitFor();
    await look('form with errors and an open picker');
    await window.visit('/maintenance-plans/new');
    await page.locator('main form').waitFor();
    await look('form');
    await window.visit('/materials/99999999');
    await page.getByRole('alert').waitFor();
    await look('row that is not there');
    expect(window.complaints).to.deep.equal([]);
  });
});

/** The script of the words with each of them between marks, and half as long again. */
function marked(script: string): string {
  const name = /export\s*\{\s*(\w+) as en\s*\}/.exec(script)?.[1];
  if (name === undefined) throw new Error('The words are not where they were.');
  return `${script}
const mark = (text) => '⟦' + text.replace(/[aeiouy]/g, '$&$&') + '⟧';
const markAll = (words) => {
  for (const [key, word] of Object.entries(words)) {
    if (typeof word === 'string') words[key] = mark(word);
    else if (typeof word === 'function') words[key] = (...given) => mark(word(...given));
    else markAll(word);
  }
};
markAll(${name});`;
}

/** Puts all texts of an answer into a set. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value.toLowerCase());
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      into.add(key.toLowerCase());
      collect(part, into);
    }
}

/** What a page says: texts that are shown, and names that are read out. Times are written by `Intl`. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
          texts.push(node.getAttribute(name) ?? '');
        continue;
      }
      const isTime = node.parentElement?.closest('time, script, noscript, .days, .drawing') !== null;
      if (!isTime) texts.push(node.textContent ?? '');
    }
    return [...new Set(texts.map((text) => text.trim()))].filter((text) => /\p{L}{2}/u.test(text));
  });
}

/** Whether nothing is left of a text without what is marked, what the service has told, and what `Intl` writes. */
function isTold(text: string, told: ReadonlySet<string>): boolean {
  const months = Array.from({ length: 12 }, (_, month) =>
    new Date(2026, month, 1).toLocaleDateString('en', { month: 'long' }),
  ).flatMap((month) => [month, month.slice(0, 3)]);
  const isKnown = (part: string) => told.has(part) || [...told].some((one) => one.includes(part));
  const rest = text
    .replace(/⟦[^⟦⟧]*(?:⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧/g, '|')
    .replace(own, '|')
    .replace(new RegExp(`\\b(?:${months.join('|')})\\b`, 'g'), '|');
  return rest
    .split(/[|·…#()+‹›→↑↓]+|:(?: |$)|, | – |\n/)
    .map((part) =>
      part
        .replace(/^\s*\d[\d.,]*/, '')
        .trim()
        .toLowerCase(),
    )
    .every((part) => !/\p{L}{2}/u.test(part) || isKnown(part));
}
