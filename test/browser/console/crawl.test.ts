/** Everybody opens all that they are led to: nothing fails, and nothing is offered that the service would refuse. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type ConsoleFixture, startConsole, type Window } from '../../harness/console.ts';
import { settled } from './everybody.ts';

const people = ['admin', 'manager', 'technician', 'viewer'];

describe('whoever is on the console', function () {
  this.timeout(300_000);
  let fixture: ConsoleFixture;
  before(async () => {
    fixture = await startConsole();
  });
  after(() => fixture?.stop());

  for (const name of people) {
    it(`${name}: can open every page that there is a way to, and do what is offered there`, async () => {
      const email = `${name}@demo.test`;
      const window = await fixture.open({ email });
      const failed: string[] = [];
      window.page.on('response', (answer) => {
        if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
      });
      const offered = await crawl(window);
      expect(offered.pages).to.be.above(20);
      expect(offered.wrong).to.deep.equal([]);
      expect(failed).to.deep.equal([]);
      expect(window.complaints).to.deep.equal([]);
      const client = await fixture.service.signedIn(email);
      const refused: string[] = [];
      for (const { method, path, body } of offered.writes) {
        const { status } = await client.send(method, path, body, { Prefer: 'dry-run' });
        if (status === 403 || status === 404) refused.push(`${status} ${method} ${path}`);
      }
      expect(refused).to.deep.equal([]);
      await window.page.context().close();
    });
  }
});

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Found {
  readonly pages: number;
  /** Pages that have nothing to show although a link led to them. */
  readonly wrong: readonly string[];
  /** What buttons and forms would send. */
  readonly writes: readonly Write[];
}

/** Opens all lists, their boards and calendars, the first row of each with all that belongs to it, and its forms. */
async function crawl({ page }: Window): Promise<Found> {
  const wrong: string[] = [];
  const writes: Write[] = [];
  let pages = 0;
  const open = async (path: string) => {
    await goWithin(page, path);
    pages += 1;
    const text = await page.locator('main').innerText();
    if (/There is nothing here[.,](?! yet)|may not do that here|could not be done/.test(text))
      wrong.push(path);
  };
  const links = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  for (const list of await links('#nav a[href*="/console/"]')) {
    await open(list);
    const path = list.replace('/console', '');
    if (path === '/') continue;
    const [row] = await links('main table td.first a');
    const views = await page.locator('main .switch button').count();
    if (views > 0) for (const view of ['board', 'calendar']) await open(`${list}?view=${view}`);
    if (views > 0) await open(list);
    const isCreatable = (await links('main header.top a.primary')).length > 0;
    if (isCreatable) {
      writes.push({ method: 'POST', path, body: {} });
      await open(`${list}/new`);
    }
    if (row === undefined) continue;
    await open(row);
    const { pathname } = new URL(row, 'http://console');
    const rowPath = pathname.replace('/console', '');
    const tabs = await links('nav.tabs a');
    const isDeletable = (await page.locator('main .actions .danger').count()) > 0;
    const [edit] = await links('main .actions a[href$="/edit"]');
    for (const tab of tabs) await open(tab);
    if (isDeletable) writes.push({ method: 'DELETE', path: rowPath });
    if (edit === undefined) continue;
    writes.push({ method: 'PATCH', path: rowPath, body: {} });
    await open(edit);
  }
  return { pages, wrong, writes };
}

/** As a link does it, without loading all anew. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settled(page);
}
