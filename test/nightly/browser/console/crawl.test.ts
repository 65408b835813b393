/**
 * Everybody opens all that they are led to, and of every resource its list, its filters, its first row and its form:
 * nothing fails, nothing is asked for too often, and nothing is offered that the service would refuse.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ReportMetadata } from '../../../../engine/features/reports/metadata-schema.ts';
import type { Client } from '../../../harness/client.ts';
import { openConsole, type Window } from '../../../harness/console.ts';
import { settled } from './everybody.ts';

/** Rows of each list with all that may be done with them. */
const triedRows = 10;

const people = ['admin', 'manager', 'technician', 'viewer'];

describe('people on the console', () => {
  const { fixture } = openConsole();

  for (const name of people) {
    it(`${name}: can open every page that there is a way to, and do what is offered there`, async () => {
      const email = `${name}@demo.test`;
      const window = await fixture.open({ email });
      const failed: string[] = [];
      const sent: string[] = [];
      window.page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
      window.page.on('response', (answer) => {
        if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
      });
      const client = await fixture.service.signedIn(email);
      const resources: readonly Listed[] = (await client.get('/resources')).body.data;
      const offered = await crawl(window, client, resources);
      expect(offered.pages).to.be.above(20);
      expect(offered.wrong).to.deep.equal([]);
      expect(failed).to.deep.equal([]);
      expect(window.complaints).to.deep.equal([]);
      // A form asks what would follow from its row, of which nothing is kept.
      const reports: readonly ReportMetadata[] = (await client.get('/reports')).body.data;
      const asked = reports
        .filter(({ unsaved }) => unsaved)
        .map(({ resource, name }) => `/api/v1/${resource}/:id/${name}`);
      const isAsked = (one: string) => asked.some((path) => one.replace(/\/\d+\//, '/:id/').endsWith(path));
      const unsafe = sent.filter((one) => !one.startsWith('GET') && !one.includes('/auth/') && !isAsked(one));
      expect(unsafe, 'nothing is sent by looking').to.deep.equal([]);
      const refused: string[] = [];
      for (const { method, path, body } of offered.writes) {
        const { status } = await client.send(method, path, body, { Prefer: 'dry-run' });
        if (status === 403 || status === 404) refused.push(`${status} ${method} ${path}`);
      }
      expect(refused).to.deep.equal([]);
      const deeds = offered.writes.filter(({ body }) => Object.keys(body ?? {}).length > 0);
      expect(deeds.length > 10, 'there are changes of state to try').to.equal(name !== 'viewer');
      await window.page.context().close();
    });
  }
});

/** A resource as its metadata tell of it. */
interface Listed {
  readonly path: string;
  readonly operations: readonly string[];
  readonly fields: readonly { readonly name: string; readonly required: boolean }[];
  readonly states: { readonly field: string } | null;
  readonly view: { readonly several?: { readonly amount?: string }; readonly bell?: object };
  readonly actions: readonly { readonly name: string; readonly on: string }[];
  readonly reports?: readonly { readonly name: string; readonly charts?: boolean }[];
}

interface ListedRow {
  readonly id: number;
  readonly can: { readonly transitions: readonly string[]; readonly actions: readonly string[] };
}

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Found {
  readonly pages: number;
  /** Pages that have nothing to show although a link led to them. */
  readonly wrong: readonly string[];
  /** What buttons and forms would send. */
  readonly writes: readonly Write[];
}

/** Opens all lists, their boards and calendars, the first row of each with all that belongs to it, and its forms. */
async function crawl(
  { page, requests }: Window,
  client: Client,
  resources: readonly Listed[],
): Promise<Found> {
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
  const offering = (operation: string) =>
    resources
      .filter(({ operations }) => operations.includes('list') && operations.includes(operation))
      .map(({ path }) => `/${path}`);
  const forms: string[] = [];
  const menu = await links('#nav a[href*="/console/"]');
  for (const list of new Set([...menu, ...offering('list').map((path) => `/console${path}`)])) {
    await open(list);
    const path = list.replace('/console', '');
    const resource = resources.find((one) => `/${one.path}` === path);
    // The rows of the bell are not a usual list: bell.test.ts visits it.
    if (path === '/' || resource === undefined || resource.view.bell) continue;
    const [row] = await links('main table td.first a');
    const views = await page.locator('main .switch button').count();
    await openFilters(page);
    if (views > 0)
      for (const view of ['tree', 'board', 'calendar&span=week&by=person'])
        await open(`${list}?view=${view}`);
    if (views > 0) await open(list);
    const onAll = resource.actions.filter(({ on }) => on === 'collection');
    for (const { name } of onAll) writes.push({ method: 'POST', path: `${path}/${name}`, body: {} });
    const isCreatable = (await links('main header.top a.primary')).length > 0;
    if (isCreatable) {
      writes.push({ method: 'POST', path, body: {} });
      await open(`${list}/new`);
      await expectForm(page, resource);
      forms.push(path);
    }
    if (row === undefined) continue;
    requests.length = 0;
    await open(row);
    // The row, its first related list (in two parts where that has a start), and the counts of all of them; beside them what its pictures show.
    const drawn = (resource.reports ?? []).flatMap(({ name, charts }) => (charts ? [`/${name}?`] : []));
    const beside = requests.filter(
      (one) => !/ \/(?:reports|changes)$/.test(one) && !drawn.some((name) => one.includes(name)),
    );
    expect(beside, `what ${row} asks for: ${requests.join(', ')}`).to.have.length.below(5);
    const { pathname } = new URL(row, 'http://console');
    const rowPath = pathname.replace('/console', '');
    const asked = `${path}?per_page=${triedRows}&fields=id&with=can`;
    const rows: readonly ListedRow[] = (await client.get(asked)).body.data;
    for (const one of rows) writes.push(...deedsOf(resource, one));
    await expectButtons(
      page,
      rows.find(({ id }) => `${path}/${id}` === rowPath),
    );
    const tabs = await links('nav.tabs a');
    const isDeletable = (await page.locator('main .actions .danger').count()) > 0;
    const [edit] = await links('main .actions a[href$="/edit"]');
    for (const tab of tabs) await open(tab);
    if (isDeletable) writes.push({ method: 'DELETE', path: rowPath });
    if (edit === undefined) continue;
    writes.push({ method: 'PATCH', path: rowPath, body: {} });
    await open(edit);
  }
  expect(forms, 'a form of everything that may be created').to.have.members(offering('create'));
  return { pages, wrong, writes };
}

/** What the page about a row, a board and the bar for several rows offer to do with it. */
function deedsOf({ path, states }: Listed, { id, can }: ListedRow): Write[] {
  const row = `/${path}/${id}`;
  return [
    ...can.transitions.map((to) => ({ method: 'PATCH', path: row, body: { [states?.field ?? '']: to } })),
    ...can.actions.map((name) => ({ method: 'POST', path: `${row}/${name}`, body: {} })),
  ];
}

/** The page about a row has a button for all that may be done with it, and for nothing else. */
async function expectButtons(page: Page, row: ListedRow | undefined): Promise<void> {
  if (!row) return;
  const buttons = page.locator('main .actions button').filter({ hasNotText: /^Delete$/ });
  expect(await buttons.count()).to.equal(row.can.transitions.length + row.can.actions.length);
}

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByText('More filters').click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Every field that is required has its star, and every control a name of its own. */
async function expectForm(page: Page, { path, fields, view: { several } }: Listed): Promise<void> {
  await page.locator('form.form').waitFor();
  // An amount stands beside each of several.
  const required = fields.filter((field) => field.required && field.name !== several?.amount);
  expect(await page.locator('form.form .star').count(), path).to.be.at.least(required.length);
  const nameless = await page.locator('form.form :is(input, select, textarea)').evaluateAll((all) =>
    all
      .filter((one) => one instanceof HTMLElement && one.ariaLabel === null)
      .filter((one) => 'labels' in one && one.labels instanceof NodeList && one.labels.length === 0)
      .map((one) => one.id),
  );
  expect(nameless, path).to.deep.equal([]);
}

/** As a link does it, without a reload. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settled(page);
}
